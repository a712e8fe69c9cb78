// Violations that are easy to come by, in a function that starts alone: it is
// run from states that are drawn by chance (confirm/drawn.h), before anything
// else is tried.
//
// What a removed check lets through is often near: a null pointer, an
// allocation that fails, a length of zero. The interpreter takes a state for a
// few thousandths of a second, and whatever stands in the way of an answer in
// general, recursion, unions, long loops, is no trouble for it. Rows that are
// violated so are decided; the search goes on for the others.
//
// Where functions call themselves it can take long until there is a component
// to be searched; then such runs come before it is built, too, of a draft of
// their own, from objects that are single ones.
//
// A run counts only if nothing on its way was guessed (confirm/doubt.h).
#include "engine/internal.h"

#include <stdio.h>
#include <string.h>

#include "cegar/record.h"
#include "cegar/survey.h"
#include "confirm/drawn.h"
#include "confirm/replay.h"
#include "library/routine.h"
#include "program/callgraph.h"
#include "program/draft.h"

enum {
  MOST_DRAWS = 140,
  USUAL_DRAWS = 40,       // of them, the first ones, and
  DRAWS_WITH_NULLS = 110, // up to here
  STEPS_OF_A_DRAW = 20000,
  STEPS_OF_DRAWS = 400000
};

static bool has_array(const struct program *program,
                      const struct operation *havoc) {
  bool found = false;
  for (uint32_t i = 0; i < havoc->havoc.count && !found; i++) {
    struct term target = program_term(program, havoc->havoc.targets[i]);
    found = sort_is_array(term_sort(program->terms, target));
  }
  return found;
}

// Is an array approximated? A run does not tell that it came there.
static bool has_approximations(const struct program *program) {
  bool found = false;
  for (uint32_t i = 1; i < program->procedures.count && !found; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    for (uint32_t k = 1; k < procedure->edges.count && !found; k++) {
      const struct operation *op = &procedure->edges.at[k].op;
      found = op->kind == OPERATION_HAVOC &&
              op->havoc.origin == ORIGIN_APPROXIMATION &&
              has_array(program, op);
    }
  }
  return found;
}

static bool is_about_function(const struct inquiry *inquiry) {
  const struct component_options *options = &inquiry->options;
  return !inquiry->is_repeated && !options->starts_program &&
         options->entry.id && !options->threaded && !options->kept &&
         !options->adopts && !options->promises && !options->is_task &&
         !options->is_temporal && !options->has_threads &&
         options->rules.leaks == LEAKS_ALLOWED;
}

// May runs from drawn states tell anything?
static bool may_draw(const struct inquiry *inquiry) {
  return is_about_function(inquiry) && inquiry->component.targets.count &&
         !has_approximations(inquiry->program);
}

static bool is_minus_one(const char *value) {
  static const char *const forms[] = {"-1", "4294967295",
                                      "18446744073709551615", "0xffffffff",
                                      "0xffffffffffffffff"};
  bool found = false;
  for (uint32_t i = 0; i < sizeof forms / sizeof *forms && !found; i++)
    found = !strcmp(value, forms[i]);
  return found;
}

// What a routine of the C library gave that nobody models, unless it failed,
// which it may do at any time.
static bool is_guess(const char *name, const char *value) {
  struct routine routine = routine_find(name);
  const struct routine_result *result = &routine.result;
  if (!routine_is_known(&routine) || !strcmp(value, "void"))
    return false;
  if (result->is_input && result->low.kind == BOUND_NONE &&
      result->high.kind == BOUND_NONE && !result->is_new_descriptor)
    return false;
  bool is_null = result->may_be_null || result->is_string;
  bool has_failed = is_null ? !strcmp(value, "0") || !strcmp(value, "null")
                            : is_minus_one(value);
  return !result->may_fail || !has_failed;
}

// Is there a guess among the answers of a run?
static bool has_guess(const struct strbuf *recorded) {
  const char *line = strbuf_text(recorded);
  bool found = false;
  while (line && *line && !found) {
    char name[128], value[64];
    if (sscanf(line, "call %127s %63s", name, value) == 2)
      found = is_guess(name, value);
    line = strchr(line, '\n');
    line = line ? line + 1 : NULL;
  }
  return found;
}

// Whether the run does what a specification forbids is said by the one that
// confirms it, which has no limit: one that has not ended here is not asked.
// Nor is one that a routine ended because a stream is not open, say: what is
// given is what it should be, and drawn bytes are not that.
static bool is_violated(const struct inquiry *inquiry,
                        const struct check_target *target,
                        const struct run_result *run) {
  bool is_bad =
      run->outcome == OUTCOME_UNDEFINED || run->outcome == OUTCOME_ASSERTION;
  if (target->kind == TARGET_LOST)
    return run->outcome == OUTCOME_EXIT;
  if (target->kind == TARGET_CONFORMANCE)
    return is_bad || run->outcome == OUTCOME_EXIT;
  return (is_bad && !run->is_refusal &&
          replay_violates(&inquiry->options, target, run) &&
          target->position.column == run->position.column);
}

static void conclude(struct inquiry *inquiry, struct check_target *target,
                     struct execution *execution, const struct strbuf *oracle) {
  struct result *result = inquiry->result;
  struct engine_context *context = inquiry->context;
  uint32_t first = result->executions.count;
  survey_note_failure(target, &inquiry->options, context->names, execution);
  record_run(inquiry->program, execution, oracle, &result->executions);
  result->executions.at[first].row =
      (uint32_t)(target - inquiry->component.targets.at);
  if (inquiry->component.procedure)
    component_retire(&inquiry->component, target);
  targets_rows(&inquiry->component.targets, inquiry->program, &result->rows);
  if (context->learnt)
    context->learnt(context->observer, result, first);
}

// The run violates the target, if the interpreter says so once more.
static bool take(struct inquiry *inquiry, struct check_target *target,
                 const struct strbuf *oracle) {
  struct execution execution = {0};
  bool is_confirmed =
      replay_confirms(&inquiry->component, &inquiry->options, target, oracle,
                      &execution, &inquiry->context->stats->steps);
  if (is_confirmed)
    conclude(inquiry, target, &execution, oracle);
  execution_release(&execution);
  return is_confirmed;
}

static bool take_any(struct inquiry *inquiry, const struct run_result *run,
                     const struct strbuf *oracle) {
  struct check_target_vec *targets = &inquiry->component.targets;
  bool found = false;
  for (uint32_t i = 0; i < targets->count && !found; i++)
    found = targets->at[i].status == ROW_OPEN &&
            is_violated(inquiry, &targets->at[i], run) &&
            take(inquiry, &targets->at[i], oracle);
  return found;
}

static enum drawn_care care_of(uint64_t seed) {
  if (seed <= USUAL_DRAWS)
    return DRAWN_USUAL;
  return seed <= DRAWS_WITH_NULLS ? DRAWN_NULLS : DRAWN_ANY;
}

// One state. True when a row was decided.
static bool draw(struct inquiry *inquiry, const struct drawn *drawn,
                 uint64_t seed, uint64_t *steps) {
  struct strbuf oracle = {0}, recorded = {0};
  struct run_result run;
  drawn_write(drawn, seed, care_of(seed), &oracle);
  replay_draw(inquiry->program, &inquiry->options, strbuf_text(&oracle), 0,
              STEPS_OF_A_DRAW, &recorded, &run);
  *steps += run.steps;
  log_line(inquiry->context->log, 3, "check", "drawn state %llu: %s",
           (unsigned long long)seed,
           run.message.length ? strbuf_text(&run.message) : "ends");
  bool found = !run.has_approximated && !has_guess(&recorded) &&
               take_any(inquiry, &run, &oracle);
  run_result_release(&run);
  strbuf_release(&oracle);
  strbuf_release(&recorded);
  return found;
}

static bool has_open(const struct inquiry *inquiry) {
  const struct check_target_vec *targets = &inquiry->component.targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].status == ROW_OPEN)
      return true;
  return false;
}

// What only such runs look for.
static void give_up_lost(struct inquiry *inquiry) {
  struct check_target_vec *targets = &inquiry->component.targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].kind == TARGET_LOST &&
        targets->at[i].status == ROW_OPEN) {
      targets->at[i].status = ROW_UNKNOWN;
      targets->at[i].reason =
          intern(inquiry->context->names,
                 "only runs from drawn states look for it, and none did so");
    }
}

static bool try_states(struct inquiry *inquiry) {
  struct engine_context *context = inquiry->context;
  struct poll poll = limits_poll(&context->limits);
  struct drawn drawn;
  uint64_t steps = 0;
  uint32_t found = 0;
  bool goes_on = true;
  context->progress->phase = "running from states drawn by chance";
  drawn_init(&drawn, inquiry->program, &inquiry->behaviour,
             inquiry->options.entry);
  for (uint64_t seed = 1; seed <= MOST_DRAWS && goes_on && !poll_stops(poll) &&
                          steps < STEPS_OF_DRAWS;
       seed++) {
    bool is_found = draw(inquiry, &drawn, seed, &steps);
    found += is_found;
    goes_on = has_open(inquiry) && !(is_found && context->options->first);
  }
  drawn_release(&drawn);
  log_line(context->log, 2, "check",
           "runs from states drawn by chance, %llu steps: %u rows violated",
           (unsigned long long)steps, found);
  return goes_on;
}

bool inquiry_draws(struct inquiry *inquiry) {
  bool goes_on = !may_draw(inquiry) || try_states(inquiry);
  give_up_lost(inquiry);
  return goes_on && (!inquiry->component.targets.count || has_open(inquiry));
}

// ---- Before anything is built -----------------------------------------------

static bool has_recursion(const struct program *program,
                          struct procedure_id entry) {
  struct callgraph graph;
  callgraph_init(&graph, program, entry);
  bool found = graph.cycle.count != 0;
  callgraph_release(&graph);
  return found;
}

// The rows that were violated, in the order of their executions.
static void keep_violated(struct inquiry *inquiry,
                          const struct check_target_vec *targets) {
  const struct execution_vec *executions = &inquiry->result->executions;
  for (uint32_t i = 0; i < executions->count; i++)
    check_target_vec_push(&inquiry->violated,
                          targets->at[executions->at[i].row]);
}

void inquiry_draw_early(struct inquiry *inquiry) {
  struct inquiry early = {.context = inquiry->context,
                          .demand = inquiry->demand,
                          .options = inquiry->options,
                          .result = inquiry->result};
  struct procedure_id entry = inquiry->options.entry;
  if (!is_about_function(inquiry) || inquiry->result->executions.count ||
      !has_recursion(inquiry->context->program, entry))
    return;
  early.program = program_draft(inquiry->context->program);
  early.component.program = early.program;
  early.component.behaviour = &early.behaviour;
  behaviour_prepare(early.program, &early.options);
  plain_component_resolve(early.program, entry, true);
  component_collect(early.program, &early.options, &early.component.targets);
  if (may_draw(&early))
    try_states(&early);
  keep_violated(inquiry, &early.component.targets);
  check_target_vec_release(&early.component.targets);
  program_free(early.program);
}

static bool is_same(const struct check_target *a,
                    const struct check_target *b) {
  return a->kind == b->kind && a->procedure.id == b->procedure.id &&
         a->position.line == b->position.line &&
         a->position.column == b->position.column &&
         name_equal(a->position.file, b->position.file) &&
         name_equal(a->text, b->text);
}

void inquiry_take_early(struct inquiry *inquiry,
                        struct check_target_vec *targets) {
  for (uint32_t i = 0; i < inquiry->violated.count; i++) {
    const struct check_target *known = &inquiry->violated.at[i];
    uint32_t k = 0;
    while (k < targets->count && !is_same(&targets->at[k], known))
      k++;
    if (k == targets->count)
      check_target_vec_push(targets, *known);
    targets->at[k] = *known;
    inquiry->result->executions.at[i].row = k;
  }
}
