#include "report/trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/memory.h"
#include "pointer/adopt.h"
#include "program/print.h"

// The path is executed once more, with the values that the oracle gives.
struct telling {
  const struct component *component;
  const struct program *program;
  struct assignment *values; // of the program's variables
  struct diag *sources;
  FILE *out;
  uint32_t step;
  struct position last;
  const struct edge_id_vec *path;
  const struct path *inputs;
  uint32_t next_input;
  struct bitset told; // variables whose value was told, by id
  // Of a component of a system: what it does there, or null.
  const struct bitset *waits;
};

static const char *source_of(struct telling *telling,
                             struct position position) {
  const char *line = diag_source_line(telling->sources, position);
  while (line && (*line == ' ' || *line == '\t'))
    line++;
  return line ? line : "";
}

// A new line of source is a new step.
static void tell_position(struct telling *telling, struct position position) {
  if (!position_is_known(position) ||
      (position.line == telling->last.line &&
       name_equal(position.file, telling->last.file)))
    return;
  telling->last = position;
  fprintf(telling->out, "%4u  %s:%u: %s\n", ++telling->step,
          name_text(telling->program->names, position.file), position.line,
          source_of(telling, position));
}

static void tell_value(struct telling *telling, struct variable variable,
                       u128 value) {
  const struct program *program = telling->program;
  const struct variable_info *info = program_variable(program, variable);
  if (info->kind == VARIABLE_TEMPORARY || is_own_address(program, variable))
    return;
  bitset_add(&telling->told, variable.id);
  unsigned width = sort_is_bool(term_sort(program->terms, info->term))
                       ? 1
                       : term_width(program->terms, info->term);
  bool is_signed = ctype_is_signed(program->types, info->type);
  struct name shown = name_is_none(info->text) ? info->name : info->text;
  struct name word = ctype_enumerator(program->types, info->type, value);
  fprintf(telling->out, "        %s = ", name_text(program->names, shown));
  if (!name_is_none(word))
    fprintf(telling->out, "%s\n", name_text(program->names, word));
  else if (is_signed && width <= 64)
    fprintf(telling->out, "%lld\n", (long long)bits_signed(value, width));
  else
    fprintf(telling->out, "%llu\n", (unsigned long long)value);
}

static bool is_array(const struct telling *telling, struct term t) {
  return sort_is_array(term_sort(telling->program->terms, t));
}

static u128 value_now(struct telling *telling, struct term t) {
  return is_array(telling, t) ? 0 : term_evaluate(telling->values, t);
}

// Tells the value if it is another than before.
static void tell_change(struct telling *telling, struct variable variable,
                        u128 before) {
  struct term t = program_term(telling->program, variable);
  u128 value = value_now(telling, t);
  if (value != before)
    tell_value(telling, variable, value);
}

static void tell_assign(struct telling *telling, const struct operation *op) {
  uint32_t count = op->assign.count;
  struct term *targets = memory_new(count * sizeof *targets + 1);
  struct term *values = memory_new(count * sizeof *values + 1);
  u128 *before = memory_new(count * sizeof *before + 1);
  for (uint32_t i = 0; i < count; i++) {
    const struct binding *binding = &op->assign.bindings[i];
    targets[i] = program_term(telling->program, binding->target);
    values[i] = binding->value;
    before[i] = value_now(telling, targets[i]);
  }
  assignment_update(telling->values, targets, values, count);
  for (uint32_t i = 0; i < count; i++)
    tell_change(telling, op->assign.bindings[i].target, before[i]);
  free(targets);
  free(values);
  free(before);
}

static void tell_edge(struct telling *telling, const struct edge *edge) {
  tell_position(telling, edge->position);
  if (edge->op.kind == OPERATION_ASSIGN)
    tell_assign(telling, &edge->op);
}

// Actions, and where the specification is.

static void tell_allowed(struct telling *telling, uint32_t position) {
  const struct monitor *monitor = &telling->component->product.monitor;
  struct lts_action_vec allowed = {0};
  monitor_allowed(monitor, position, &allowed);
  const struct specification *specification = monitor->specification;
  fprintf(telling->out, "        allowed there: ");
  for (uint32_t i = 0; i < allowed.count; i++)
    fprintf(telling->out, "%s%s", i ? ", " : "",
            action_text(specification->weaving->spec->actions, allowed.at[i]));
  fprintf(telling->out, "%s\n", allowed.count ? "" : "nothing");
  lts_action_vec_release(&allowed);
}

static void tell_position_of(struct telling *telling, const char *before,
                             uint32_t position) {
  struct strbuf text = {0};
  monitor_print(&telling->component->product.monitor, position, &text);
  if (text.length)
    fprintf(telling->out, "%s%s", before, strbuf_text(&text));
  strbuf_release(&text);
}

static void tell_step(struct telling *telling, uint32_t position,
                      const char *action, bool is_forbidden) {
  fprintf(telling->out, "        performs %s", action);
  tell_position_of(telling, "; specification in state ", position);
  fputs(is_forbidden ? ": forbidden\n" : "\n", telling->out);
  if (is_forbidden)
    tell_allowed(telling, position);
}

// "waits{a, b}" says how the component waits, "ends{}" that it has ended.
static void tell_waiting(struct telling *telling, const char *text) {
  const char *inner = strchr(text, '{') + 1;
  int length = (int)strlen(inner) - 1;
  if (!strncmp(text, "ends", 4))
    fprintf(telling->out, "        has ended\n");
  else if (length)
    fprintf(telling->out, "        waits for %.*s\n", length, inner);
  else
    fprintf(telling->out, "        waits for nothing\n");
}

// In a system the specification is about all components, not about this one.
static void tell_in_lane(struct telling *telling, struct action action,
                         bool is_last) {
  const struct product *product = &telling->component->product;
  const struct specification *specification = product->monitor.specification;
  const char *text = action_text(specification->weaving->spec->actions, action);
  bool is_known = bitset_has(&specification->systems[0]->alphabet, action.id);
  if (!bitset_has(telling->waits, action.id))
    fprintf(telling->out, "        performs %s%s\n", text,
            is_known ? "" : " (alone)");
  else if (is_last)
    tell_waiting(telling, text);
}

// What an edge of the product performs.
static void tell_action(struct telling *telling, struct edge_id id) {
  const struct product *product = &telling->component->product;
  if (!product->procedure)
    return;
  if (telling->waits) {
    struct action action = {product->actions.at[id.id]};
    if (!action_is_none(action))
      tell_in_lane(telling, action,
                   id.id == telling->path->at[telling->path->count - 1].id);
    return;
  }
  const struct edge *edge = procedure_edge(product->procedure, id);
  bool is_forbidden = edge->undefined == UNDEFINED_FORBIDDEN;
  struct action action = {product->actions.at[id.id]};
  const struct spec *spec = product->monitor.specification->weaving->spec;
  if (!action_is_none(action))
    tell_step(telling, product->positions.at[id.id],
              action_text(spec->actions, action), is_forbidden);
  else if (is_forbidden)
    tell_step(telling, product->positions.at[id.id],
              name_text(telling->program->names, edge->op.perform.action),
              true);
}

// What was never given a value is not worth telling.
static bool is_told(const struct telling *telling, uint32_t step) {
  const struct effects *effects = telling->component->effects;
  return step != UINT32_MAX &&
         effects->at[telling->path->at[step].id].origin != ORIGIN_UNINITIALISED;
}

// An input is news, also when the variable happened to have that value.
static void tell_input(struct telling *telling, struct variable variable,
                       u128 before) {
  struct term t = program_term(telling->program, variable);
  bool is_news = !bitset_has(&telling->told, variable.id);
  if (is_news && !is_array(telling, t))
    tell_value(telling, variable, value_now(telling, t));
  else
    tell_change(telling, variable, before);
}

// What holds only if C's freedom is used in one way.
static void tell_own_object(struct telling *telling, struct variable choice) {
  const struct program *program = telling->program;
  if (value_now(telling, program_term(program, choice)))
    fprintf(telling->out,
            "        if the uninitialised pointer `%s` points to an object of "
            "its own\n",
            name_text(program->names, program_variable(program, choice)->text));
}

// Inputs are in the order of steps, those of the entry first.
static void set_inputs(struct telling *telling, uint32_t step) {
  const struct path_input_vec *inputs = &telling->inputs->inputs;
  for (; telling->next_input < inputs->count; telling->next_input++) {
    const struct path_input *input = &inputs->at[telling->next_input];
    if (input->step != step)
      return;
    struct term t = program_term(telling->program, input->variable);
    u128 before = value_now(telling, t);
    assignment_update(telling->values, &t, &input->term, 1);
    if (is_own_choice(telling->program, input->variable))
      tell_own_object(telling, input->variable);
    else if (is_told(telling, step))
      tell_input(telling, input->variable, before);
  }
}

// What an external function was taken to return is an assumption about it.
static void tell_assumption(struct telling *telling, uint32_t step) {
  const struct component *component = telling->component;
  struct edge_id id = telling->path->at[step];
  const struct effect *effect = &component->effects->at[id.id];
  const struct edge *edge = procedure_edge(component->procedure, id);
  if (effect->origin != ORIGIN_ASSUMPTION || edge->op.kind != OPERATION_CALL ||
      variable_is_none(edge->op.call.target))
    return;
  const struct path_input_vec *inputs = &telling->inputs->inputs;
  for (uint32_t i = telling->next_input; i < inputs->count; i++) {
    const struct path_input *input = &inputs->at[i];
    if (input->step != step)
      return;
    if (!variable_equal(input->variable, edge->op.call.target))
      continue;
    const struct term_table *terms = telling->program->terms;
    u128 value = term_value(terms, input->term);
    i128 number = sort_is_bool(term_sort(terms, input->term))
                      ? (i128)value
                      : bits_signed(value, term_width(terms, input->term));
    fprintf(telling->out, "        if %s may return %lld\n",
            name_text(telling->program->names, effect->what),
            (long long)number);
  }
}

static void set_globals(struct telling *telling) {
  const struct program *program = telling->program;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (info->kind == VARIABLE_GLOBAL && !term_is_none(info->initial))
      assignment_update(telling->values, &info->term, &info->initial, 1);
  }
}

// The first steps are only taken, not told.
static void tell_path(struct telling *telling, uint32_t untold) {
  FILE *out = telling->out, *nowhere = untold ? fopen("/dev/null", "w") : NULL;
  if (nowhere)
    telling->out = nowhere;
  set_globals(telling);
  set_inputs(telling, UINT32_MAX);
  for (uint32_t i = 0; i < telling->path->count; i++) {
    if (i == untold)
      telling->out = out;
    struct edge_id_vec one = {.at = &telling->path->at[i], .count = 1};
    struct edge_id_vec steps = {0};
    component_expand(telling->component, &one, &steps);
    for (uint32_t k = 0; k < steps.count; k++)
      tell_edge(telling, procedure_edge(telling->component->inlined.procedure,
                                        steps.at[k]));
    tell_action(telling, telling->path->at[i]);
    edge_id_vec_release(&steps);
    tell_assumption(telling, i);
    set_inputs(telling, i);
  }
  telling->out = out;
  if (nowhere)
    fclose(nowhere);
}

static void print_path(const struct cegar *cegar, const struct bitset *waits,
                       const struct edge_id_vec *path,
                       const struct path *inputs, uint32_t untold, FILE *out) {
  const struct program *program = cegar->component->program;
  struct telling telling = {.component = cegar->component,
                            .program = program,
                            .values = assignment_new(program->terms),
                            .sources = diag_new(program->names, stderr),
                            .out = out,
                            .path = path,
                            .inputs = inputs,
                            .waits = waits};
  tell_path(&telling, untold);
  bitset_release(&telling.told);
  assignment_free(telling.values);
  diag_free(telling.sources);
}

void trace_print(const struct cegar *cegar, FILE *out) {
  fprintf(out, "counterexample:\n");
  print_path(cegar, NULL, &cegar->path, &cegar->inputs, 0, out);
}

void trace_print_lane(const struct cegar *cegar, const struct bitset *waits,
                      FILE *out) {
  print_path(cegar, waits, &cegar->path, &cegar->inputs, 0, out);
}

static void tell_refusal(const struct cegar *cegar,
                         const struct attack_branch *branch, FILE *out) {
  const struct specification *specification =
      cegar->component_options->specification;
  fprintf(out, "        refused by the specification in state ");
  for (uint32_t i = 0; i < branch->refusing.count; i++) {
    char buffer[16];
    fprintf(out, "%s%s", i ? ", " : "",
            lts_state_text(specification->systems[0], branch->refusing.at[i],
                           buffer));
  }
  fputs("\n", out);
}

void trace_print_tree(const struct cegar *cegar, const struct attack *attack,
                      FILE *out) {
  uint32_t count = attack->branches.count;
  fprintf(out, "counterexample:\n");
  for (uint32_t i = 0; i < count; i++) {
    const struct attack_branch *branch = &attack->branches.at[i];
    if (i)
      fprintf(out, "  or, after the same beginning:\n");
    print_path(cegar, NULL, &branch->edges, &branch->inputs, branch->shared,
               out);
    tell_refusal(cegar, branch, out);
  }
}
