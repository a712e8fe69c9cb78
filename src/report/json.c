#include "report/json.h"

#include "base/version.h"
#include "report/json_value.h"

static void set_text(json_t *object, const char *key, const char *text) {
  json_set_text(object, key, text);
}

static void set_name(json_t *object, const char *key,
                     const struct result *result, struct name name) {
  json_set_name(object, key, result->names, name);
}

static void set_number(json_t *object, const char *key, uint64_t number) {
  json_set_number(object, key, number);
}

static json_t *row_value(const struct result *result, uint32_t i) {
  const struct result_row *row = &result->rows.at[i];
  json_t *value = json_object();
  set_number(value, "number", i + 1);
  set_name(value, "file", result, row->position.file);
  set_number(value, "line", row->position.line);
  set_number(value, "column", row->position.column);
  set_name(value, "function", result, row->function);
  set_text(value, "property", row->property);
  set_name(value, "text", result, row->text);
  set_text(value, "status", row_status_text(row->status));
  if (!name_is_none(row->reason))
    set_name(value, "reason", result, row->reason);
  if (row->is_unusual)
    json_object_set_new(value, "unusual", json_true());
  return value;
}

static json_t *rows_value(const struct result *result) {
  json_t *rows = json_array();
  for (uint32_t i = 0; i < result->rows.count; i++)
    json_array_append_new(rows, row_value(result, i));
  return rows;
}

static json_t *ledger_value(const struct result *result) {
  json_t *ledger = json_object();
  for (int i = LEDGER_CHECKED; i <= LEDGER_NOT_CHECKED; i++)
    json_object_set_new(ledger, ledger_section_name((enum ledger_section)i),
                        json_array());
  for (uint32_t i = 0; i < result->ledger.count; i++) {
    const struct ledger_line *line = &result->ledger.at[i];
    json_array_append_new(
        json_object_get(ledger, ledger_section_name(line->section)),
        json_of_text(name_text(result->names, line->text)));
  }
  return ledger;
}

static json_t *claim_value(const struct result *result,
                           const struct tree_claim *claim) {
  json_t *value = json_object();
  set_number(value, "depth", claim->depth);
  set_name(value, "place", result, claim->place);
  if (!name_is_none(claim->known))
    set_name(value, "known", result, claim->known);
  set_name(value, "formula", result, claim->formula);
  json_object_set_new(value, "holds",
                      claim->is_open ? json_null()
                                     : json_boolean(claim->holds));
  json_object_set_new(value, "repeated", json_boolean(claim->is_repeated));
  return value;
}

static json_t *tree_value(const struct result *result) {
  json_t *tree = json_array();
  for (uint32_t i = 0; i < result->tree.claims.count; i++)
    json_array_append_new(tree,
                          claim_value(result, &result->tree.claims.at[i]));
  return tree;
}

static json_t *stats_value(const struct stats *stats) {
  json_t *value = json_object();
#define STAT(field, unit, what) set_number(value, #field, stats->field);
#include "base/stats.def"
#undef STAT
  return value;
}

static void set_verdict(json_t *value, const struct result *result) {
  set_text(value, "verdict", verdict_name(result->verdict));
  if (result->verdict == VERDICT_FALSE)
    set_name(value, "property", result, result->property);
  if (result->verdict == VERDICT_UNKNOWN)
    set_text(value, "reason", strbuf_text(&result->reason));
  if (result->vacuity.length)
    set_text(value, "vacuous", strbuf_text(&result->vacuity));
  if (result->verdict == VERDICT_TRUE && !name_is_none(result->qualified))
    set_name(value, "qualified", result, result->qualified);
}

// Executions

static const char *kind_name(enum step_kind kind) {
  switch (kind) {
  case STEP_LINE: return "line";
  case STEP_VALUE: return "value";
  case STEP_ACTION: return "action";
  case STEP_WAIT: return "wait";
  case STEP_END: return "end";
  case STEP_NOTE: return "note";
  }
  return "";
}

static json_t *step_value(const struct result *result,
                          const struct step *step) {
  json_t *value = json_object();
  set_text(value, "kind", kind_name(step->kind));
  if (step->kind == STEP_LINE) {
    set_name(value, "file", result, step->position.file);
    set_number(value, "line", step->position.line);
    if (step->thread)
      set_number(value, "thread", step->thread);
    if (step->depth)
      set_number(value, "depth", step->depth);
  }
  set_name(value, "text", result, step->text);
  if (step->kind == STEP_VALUE)
    set_name(value, "value", result, step->value);
  if (!name_is_none(step->state))
    set_name(value, "state", result, step->state);
  if (step->is_forbidden)
    json_object_set_new(value, "forbidden", json_true());
  return value;
}

static void add_lane(const struct result *result, const struct lane *lane,
                     json_t *lanes) {
  json_t *value = json_append_object(lanes);
  set_name(value, "name", result, lane->name);
  json_t *inputs = json_add_array(value, "inputs");
  for (uint32_t i = 0; i < lane->inputs.count; i++)
    json_array_append_new(
        inputs, json_of_text(name_text(result->names, lane->inputs.at[i])));
  json_t *steps = json_add_array(value, "steps");
  for (uint32_t i = 0; i < lane->steps.count; i++)
    json_array_append_new(steps, step_value(result, &lane->steps.at[i]));
  if (lane->oracle.length)
    set_text(value, "oracle", strbuf_text(&lane->oracle));
}

// An action, and the lanes that perform it.
static void add_action(const struct result *result,
                       const struct execution *execution,
                       const struct joint_step *step, json_t *schedule) {
  json_t *value = json_append_object(schedule);
  set_name(value, "action", result, step->action);
  json_t *lanes = json_add_array(value, "lanes");
  BITSET_EACH (i, &step->lanes)
    if (i < execution->lanes.count)
      json_array_append_new(
          lanes,
          json_of_text(name_text(result->names, execution->lanes.at[i].name)));
}

// What is wrong in the end where no row says so.
static void set_ending(const struct result *result,
                       const struct execution *execution, json_t *value) {
  struct strbuf text = {0};
  if (execution->ending == ENDING_DEADLOCK)
    strbuf_add(&text, "deadlock: nobody can go on");
  if (execution->ending == ENDING_FORBIDDEN) {
    strbuf_add(&text, "the last action is forbidden; allowed there: ");
    for (uint32_t i = 0; i < execution->allowed.count; i++)
      strbuf_format(&text, "%s%s", i ? ", " : "",
                    name_text(result->names, execution->allowed.at[i]));
    if (!execution->allowed.count)
      strbuf_add(&text, "nothing");
  }
  if (!name_is_none(execution->what))
    set_name(value, "what", result, execution->what);
  else if (text.length)
    set_text(value, "what", strbuf_text(&text));
  strbuf_release(&text);
}

static void add_execution(const struct result *result,
                          const struct execution *execution, json_t *all) {
  json_t *value = json_append_object(all);
  if (execution->row < result->rows.count)
    set_number(value, "row", execution->row + 1);
  set_ending(result, execution, value);
  json_t *schedule = json_add_array(value, "schedule");
  for (uint32_t i = 0; i < execution->schedule.count; i++)
    add_action(result, execution, &execution->schedule.at[i], schedule);
  json_t *lanes = json_add_array(value, "lanes");
  for (uint32_t i = 0; i < execution->lanes.count; i++)
    add_lane(result, &execution->lanes.at[i], lanes);
}

// The proof

static json_t *invariant_value(const struct result *result,
                               const struct invariant *invariant) {
  json_t *value = json_object();
  set_name(value, "file", result, invariant->position.file);
  set_number(value, "line", invariant->position.line);
  set_number(value, "column", invariant->position.column);
  set_name(value, "function", result, invariant->function);
  set_name(value, "holds", result, invariant->text);
  json_object_set_new(value, "loop", json_boolean(invariant->is_loop));
  return value;
}

// What each thread knows at its places.
static void add_annotation(const struct result *result, json_t *value) {
  if (result->proof.kind != PROOF_MODULAR)
    return;
  json_t *all = json_add_array(value, "annotation");
  for (uint32_t i = 0; i < result->proof.claims.count; i++) {
    const struct claim *claim = &result->proof.claims.at[i];
    json_t *one = json_object();
    set_name(one, "file", result, claim->position.file);
    set_number(one, "line", claim->position.line);
    set_number(one, "column", claim->position.column);
    set_name(one, "holds", result, claim->text);
    json_array_append_new(all, one);
  }
}

static void add_place(const struct result *result, struct position position,
                      json_t *value) {
  if (!position_is_known(position))
    return;
  set_name(value, "file", result, position.file);
  set_number(value, "line", position.line);
}

static void add_conditions(const struct result *result, const char *key,
                           const struct claim_vec *claims, json_t *value) {
  json_t *all = json_add_array(value, key);
  for (uint32_t i = 0; i < claims->count; i++) {
    json_t *one = json_append_object(all);
    add_place(result, claims->at[i].position, one);
    set_name(one, "text", result, claims->at[i].text);
  }
}

static void add_evidence(const struct result *result, json_t *value) {
  if (result->executions.count) {
    json_t *all = json_add_array(value, "executions");
    for (uint32_t i = 0; i < result->executions.count; i++)
      add_execution(result, &result->executions.at[i], all);
  }
  if (result->proof.kind == PROOF_PREDICATES && result->proof.claims.count)
    add_conditions(result, "tracked", &result->proof.claims, value);
  if (result->proof.invariants.count) {
    json_t *all = json_add_array(value, "invariants");
    for (uint32_t i = 0; i < result->proof.invariants.count; i++)
      json_array_append_new(
          all, invariant_value(result, &result->proof.invariants.at[i]));
  }
}

// The specification

static void set_names(json_t *value, const char *key,
                      const struct result *result,
                      const struct name_vec *list) {
  json_t *all = json_add_array(value, key);
  for (uint32_t i = 0; i < list->count; i++)
    json_array_append_new(all,
                          json_of_text(name_text(result->names, list->at[i])));
}

static void add_specification(const struct result *result, json_t *into) {
  const struct spec_graph *graph = &result->specification;
  if (!graph->states.count)
    return;
  json_t *value = json_object();
  set_number(value, "initial", graph->initial);
  set_names(value, "states", result, &graph->states);
  set_names(value, "alphabet", result, &graph->alphabet);
  json_t *steps = json_add_array(value, "steps");
  for (uint32_t i = 0; i < graph->edges.count; i++) {
    json_t *step = json_append_object(steps);
    set_number(step, "from", graph->edges.at[i].from);
    set_name(step, "action", result, graph->edges.at[i].action);
    set_number(step, "to", graph->edges.at[i].to);
  }
  json_object_set_new(into, "specification", value);
}

// How it was found

static void add_round(const struct result *result,
                      const struct story_round *round, json_t *rounds) {
  static const char *const ends[] = {[ROUND_SPURIOUS] = "spurious",
                                     [ROUND_REAL] = "real",
                                     [ROUND_SAFE] = "safe",
                                     [ROUND_STOPPED] = "stopped"};
  json_t *value = json_append_object(rounds);
  if (!name_is_none(round->who))
    set_name(value, "component", result, round->who);
  set_text(value, "end", ends[round->end]);
  set_number(value, "predicates", round->predicates);
  set_number(value, "states", round->states);
  json_t *path = json_add_array(value, "path");
  for (uint32_t i = 0; i < round->path.count; i++)
    add_place(result, round->path.at[i], json_append_object(path));
  set_names(value, "actions", result, &round->actions);
  add_conditions(result, "because", &round->because, value);
  if (!name_is_none(round->why))
    set_name(value, "why", result, round->why);
  add_conditions(result, "added", &round->added, value);
  set_number(value, "added_count", round->added_count);
}

static void add_story(const struct result *result, json_t *value) {
  if (!result->story.rounds.count)
    return;
  set_number(value, "round_count", result->story.count);
  json_t *rounds = json_add_array(value, "rounds");
  for (uint32_t i = 0; i < result->story.rounds.count; i++)
    add_round(result, &result->story.rounds.at[i], rounds);
}

json_t *json_of_result(const struct result *result) {
  json_t *value = json_object();
  set_number(value, "format", JSON_FORMAT);
  set_text(value, "tool", "vouch");
  set_text(value, "version", VOUCH_VERSION);
  set_verdict(value, result);
  if (result->is_loaded) {
    json_object_set_new(value, "rows", rows_value(result));
    json_object_set_new(value, "ledger", ledger_value(result));
  }
  add_evidence(result, value);
  add_annotation(result, value);
  add_specification(result, value);
  add_story(result, value);
  if (result->tree.claims.count)
    json_object_set_new(value, "because", tree_value(result));
  if (!name_is_none(result->tree.question))
    set_name(value, "not_known", result, result->tree.question);
  json_object_set_new(value, "statistics", stats_value(&result->stats));
  return value;
}

void json_print(const struct result *result, struct strbuf *out) {
  json_print_value(json_of_result(result), out);
}

void json_print_stats(const struct stats *stats, struct strbuf *out) {
  json_print_value(stats_value(stats), out);
}

void json_print_many(const struct result *sum, const struct name *checks,
                     const struct strbuf *reports, uint32_t count,
                     struct strbuf *out) {
  json_t *value = json_of_result(sum), *list = json_array();
  for (uint32_t i = 0; i < count; i++) {
    json_t *one = json_object();
    set_text(one, "name", name_text(sum->names, checks[i]));
    json_t *report = json_loads(strbuf_text(&reports[i]), 0, NULL);
    if (report)
      json_object_set_new(one, "report", report);
    json_array_append_new(list, one);
  }
  json_object_set_new(value, "checks", list);
  json_print_value(value, out);
}
