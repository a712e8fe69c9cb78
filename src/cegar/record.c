#include "cegar/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/memory.h"
#include "confirm/inputs.h"
#include "library/routine.h"
#include "memory/adopt.h"
#include "memory/unseen.h"

// The path that was confirmed, with the values that the oracle gives.
struct recording {
  const struct component *component;
  struct program *program;
  struct assignment *values; // of the program's variables
  struct diag *sources;
  struct execution *execution;
  struct lane *lane; // its only one, or that of the component
  const struct edge_id_vec *path;
  const struct path *inputs;
  uint32_t next_input;
  struct bitset told;   // variables whose value was told, by id
  struct bitset silent; // functions of which was told what they leave alone
  // Of a component of a system: what it does there, or null.
  const struct bitset *waits;
};

static struct name own_name(const struct recording *recording,
                            const char *text) {
  return intern(recording->program->names, text);
}

static struct name source_of(struct recording *recording,
                             struct position position) {
  const char *line = diag_source_line(recording->sources, position);
  while (line && (*line == ' ' || *line == '\t'))
    line++;
  return own_name(recording, line ? line : "");
}

// A new line of source is a new step.
static void take_position(struct recording *recording,
                          struct position position) {
  const struct step_vec *steps = &recording->lane->steps;
  struct position last = steps->count ? steps->at[steps->count - 1].position
                                      : (struct position){0};
  if (!position_is_known(position) ||
      (position.line == last.line && name_equal(position.file, last.file)))
    return;
  lane_add(recording->lane, STEP_LINE, source_of(recording, position))
      ->position = position;
}

// As C writes it.
static struct name value_text(const struct recording *recording,
                              const struct variable_info *info, u128 value) {
  struct program *program = recording->program;
  struct name word = ctype_enumerator(program->types, info->type, value);
  if (!name_is_none(word))
    return word;
  unsigned width = sort_is_bool(term_sort(program->terms, info->term))
                       ? 1
                       : term_width(program->terms, info->term);
  if (ctype_is_signed(program->types, info->type) && width <= 64)
    return intern_format(program->names, "%lld",
                         (long long)bits_signed(value, width));
  return intern_format(program->names, "%llu", (unsigned long long)value);
}

// What a routine of the library calls its own is nobody's business.
static bool is_of_model(const struct recording *recording,
                        struct variable variable) {
  const struct program *program = recording->program;
  struct procedure_id owner =
      program_variable(
          program, inline_original(
                       program, &recording->component->behaviour->plain.inlined,
                       variable))
          ->owner;
  return owner.id && program_procedure(program, owner)->kind == PROCEDURE_MODEL;
}

static void take_value(struct recording *recording, struct variable variable,
                       u128 value) {
  const struct program *program = recording->program;
  const struct variable_info *info = program_variable(program, variable);
  if (info->kind == VARIABLE_TEMPORARY || is_own_address(program, variable) ||
      is_of_model(recording, variable))
    return;
  bitset_add(&recording->told, variable.id);
  struct step *step =
      lane_add(recording->lane, STEP_VALUE,
               name_is_none(info->text) ? info->name : info->text);
  step->value = value_text(recording, info, value);
  step->raw = value;
}

static bool is_array(const struct recording *recording, struct term t) {
  return sort_is_array(term_sort(recording->program->terms, t));
}

static u128 value_now(struct recording *recording, struct term t) {
  return is_array(recording, t) ? 0 : term_evaluate(recording->values, t);
}

// Takes the value if it is another than before.
static void take_change(struct recording *recording, struct variable variable,
                        u128 before) {
  struct term t = program_term(recording->program, variable);
  u128 value = value_now(recording, t);
  if (value != before)
    take_value(recording, variable, value);
}

static void take_assign(struct recording *recording,
                        const struct operation *op) {
  uint32_t count = op->assign.count;
  struct term *targets = memory_new(count * sizeof *targets + 1);
  struct term *values = memory_new(count * sizeof *values + 1);
  u128 *before = memory_new(count * sizeof *before + 1);
  for (uint32_t i = 0; i < count; i++) {
    const struct binding *binding = &op->assign.bindings[i];
    targets[i] = program_term(recording->program, binding->target);
    values[i] = binding->value;
    before[i] = value_now(recording, targets[i]);
  }
  assignment_update(recording->values, targets, values, count);
  for (uint32_t i = 0; i < count; i++)
    take_change(recording, op->assign.bindings[i].target, before[i]);
  free(targets);
  free(values);
  free(before);
}

static void take_edge(struct recording *recording, const struct edge *edge) {
  take_position(recording, edge->position);
  if (edge->op.kind == OPERATION_ASSIGN)
    take_assign(recording, &edge->op);
}

// Actions, and where the specification is.

static struct name action_name(const struct recording *recording,
                               struct action action) {
  const struct specification *specification =
      recording->component->product.monitor.specification;
  return own_name(recording,
                  action_text(specification->weaving->spec->actions, action));
}

static void take_allowed(struct recording *recording, uint32_t position) {
  struct lts_action_vec allowed = {0};
  monitor_allowed(&recording->component->product.monitor, position, &allowed);
  for (uint32_t i = 0; i < allowed.count; i++)
    name_vec_push(&recording->execution->allowed,
                  action_name(recording, allowed.at[i]));
  lts_action_vec_release(&allowed);
  recording->execution->ending = ENDING_FORBIDDEN;
}

static void take_step(struct recording *recording, uint32_t position,
                      struct name action, bool is_forbidden) {
  struct step *step = lane_add(recording->lane, STEP_ACTION, action);
  struct strbuf text = {0};
  monitor_print(&recording->component->product.monitor, position, &text);
  step->state = own_name(recording, strbuf_text(&text));
  step->is_forbidden = is_forbidden;
  strbuf_release(&text);
  if (is_forbidden)
    take_allowed(recording, position);
}

// "waits{a, b}" says how the component waits, "ends{}" that it has ended.
static void take_waiting(struct recording *recording, const char *text) {
  const char *inner = strchr(text, '{') + 1;
  if (!strncmp(text, "ends", 4))
    lane_add(recording->lane, STEP_END, (struct name){0});
  else
    lane_add(recording->lane, STEP_WAIT,
             intern_bytes(recording->program->names, inner, strlen(inner) - 1));
}

// In a system the specification is about all components, not about this one.
static void take_in_lane(struct recording *recording, struct action action,
                         bool is_last) {
  const struct specification *specification =
      recording->component->product.monitor.specification;
  struct name name = action_name(recording, action);
  if (!bitset_has(recording->waits, action.id))
    lane_add(recording->lane, STEP_ACTION, name)->is_alone =
        !bitset_has(&specification->systems[0]->alphabet, action.id);
  else if (is_last)
    take_waiting(recording, name_text(recording->program->names, name));
}

// Of an edge that performs something about the object that is watched: what, or
// null.
static const struct performed *
performed_about(const struct recording *recording, struct edge_id id) {
  const struct component *component = recording->component;
  const struct product *product = &component->product;
  const struct operation *op =
      &component->behaviour->procedure->edges.at[product->origins.at[id.id]].op;
  if (variable_is_none(product->watched) || op->kind != OPERATION_PERFORM)
    return NULL;
  const struct performed *performed = &product->monitor.specification->weaving
                                           ->performed.at[op->perform.number];
  return performed->has_object ? performed : NULL;
}

// "lock(&d->lock)"
static struct name performed_name(const struct recording *recording,
                                  struct edge_id id, struct action action) {
  const struct performed *performed = performed_about(recording, id);
  struct interner *names = recording->program->names;
  struct name name = action_name(recording, action);
  if (!performed || name_is_none(performed->object))
    return name;
  return intern_format(names, "%s(%s)", name_text(names, name),
                       name_text(names, performed->object));
}

// Which object it was that should not have been left so.
static void take_object(struct recording *recording) {
  const struct product *product = &recording->component->product;
  struct interner *names = recording->program->names;
  for (uint32_t i = 0; i + 1 < recording->path->count; i++) {
    struct edge_id id = recording->path->at[i];
    struct action action = {product->actions.at[id.id]};
    if (action_is_none(action) || !performed_about(recording, id))
      continue;
    struct position where = procedure_edge(product->procedure, id)->position;
    lane_add(
        recording->lane, STEP_NOTE,
        intern_format(names, "%s is the object of %s at %s:%u",
                      name_text(names, product->monitor.specification->object),
                      name_text(names, performed_name(recording, id, action)),
                      name_text(names, where.file), where.line));
    return;
  }
}

// What an edge of the product performs.
static void take_action(struct recording *recording, struct edge_id id) {
  const struct product *product = &recording->component->product;
  if (!product->procedure)
    return;
  struct action action = {product->actions.at[id.id]};
  const struct edge *edge = procedure_edge(product->procedure, id);
  bool is_forbidden = edge->undefined == UNDEFINED_FORBIDDEN;
  bool is_none = action_is_none(action);
  if (recording->waits && !is_none)
    take_in_lane(recording, action,
                 id.id == recording->path->at[recording->path->count - 1].id);
  else if (!recording->waits && (!is_none || is_forbidden))
    take_step(recording, product->positions.at[id.id],
              is_none ? edge->op.perform.action
                      : performed_name(recording, id, action),
              is_forbidden);
  if (!recording->waits && is_forbidden && !variable_is_none(product->watched))
    take_object(recording);
}

// What was never given a value is not worth recording.
static bool is_told(const struct recording *recording, uint32_t step) {
  const struct effects *effects = recording->component->effects;
  return step != UINT32_MAX &&
         effects->at[recording->path->at[step].id].origin !=
             ORIGIN_UNINITIALISED;
}

// An input is news, also when the variable happened to have that value.
static void take_input(struct recording *recording, struct variable variable,
                       u128 before) {
  struct term t = program_term(recording->program, variable);
  bool is_news = !bitset_has(&recording->told, variable.id);
  if (is_news && !is_array(recording, t))
    take_value(recording, variable, value_now(recording, t));
  else
    take_change(recording, variable, before);
}

// What holds only if C's freedom is used in one way.
static void take_own_object(struct recording *recording,
                            struct variable choice) {
  struct program *program = recording->program;
  if (value_now(recording, program_term(program, choice)))
    lane_add(recording->lane, STEP_NOTE,
             intern_format(
                 program->names,
                 "if the uninitialised pointer `%s` points to an object of its "
                 "own",
                 name_text(program->names,
                           program_variable(program, choice)->text)));
}

// Inputs are in the order of steps, those of the entry first.
static void set_inputs(struct recording *recording, uint32_t step) {
  const struct path_input_vec *inputs = &recording->inputs->inputs;
  for (; recording->next_input < inputs->count; recording->next_input++) {
    const struct path_input *input = &inputs->at[recording->next_input];
    if (input->step != step)
      return;
    struct term t = program_term(recording->program, input->variable);
    u128 before = value_now(recording, t);
    assignment_update(recording->values, &t, &input->term, 1);
    if (is_own_choice(recording->program, input->variable))
      take_own_object(recording, input->variable);
    else if (is_told(recording, step))
      take_input(recording, input->variable, before);
  }
}

// What an external function was taken to return is an assumption about it.
static void take_assumption(struct recording *recording, uint32_t step) {
  const struct component *component = recording->component;
  struct edge_id id = recording->path->at[step];
  const struct effect *effect = &component->effects->at[id.id];
  const struct edge *edge = procedure_edge(component->procedure, id);
  if (effect->origin != ORIGIN_ASSUMPTION || edge->op.kind != OPERATION_CALL ||
      variable_is_none(edge->op.call.target) ||
      routine_is_own(name_text(component->program->names, effect->what)))
    return;
  const struct path_input_vec *inputs = &recording->inputs->inputs;
  for (uint32_t i = recording->next_input; i < inputs->count; i++) {
    const struct path_input *input = &inputs->at[i];
    if (input->step != step)
      return;
    if (!variable_equal(input->variable, edge->op.call.target))
      continue;
    const struct term_table *terms = recording->program->terms;
    u128 value = term_value(terms, input->term);
    i128 number = sort_is_bool(term_sort(terms, input->term))
                      ? (i128)value
                      : bits_signed(value, term_width(terms, input->term));
    struct interner *names = recording->program->names;
    lane_add(recording->lane, STEP_NOTE,
             intern_format(names, "if %s may return %lld",
                           name_text(names, effect->what), (long long)number));
  }
}

// So is that it leaves alone what others might change, where that was said.
static void take_silence(struct recording *recording, uint32_t step) {
  const struct component *component = recording->component;
  const struct program *program = recording->program;
  const struct operation *op =
      &procedure_edge(component->procedure, recording->path->at[step])->op;
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  if (!unseen_is_described(callee) ||
      !bitset_add(&recording->silent, callee->self.id))
    return;
  lane_add(recording->lane, STEP_NOTE,
           intern_format(program->names, "if %s changes %s",
                         name_text(program->names, callee->name),
                         callee->outside == OUTSIDE_LED
                             ? "nothing but what its arguments lead to"
                         : program->unseen.is_specified
                             ? "nothing but what `assume others` lists"
                             : "nothing"));
}

// What follows is what the search takes a kept function to leave behind; the
// run that confirms the violation has the function itself.
static void take_kept(struct recording *recording, uint32_t step) {
  const struct component *component = recording->component;
  const struct path_input_vec *inputs = &recording->inputs->inputs;
  struct interner *names = recording->program->names;
  const struct procedure *callee =
      component_calls_kept(component, recording->path->at[step]);
  if (callee && is_told(recording, step) &&
      recording->next_input < inputs->count &&
      inputs->at[recording->next_input].step == step)
    lane_add(recording->lane, STEP_NOTE,
             intern_format(names, "if %s, which is kept, may leave",
                           name_text(names, callee->name)));
}

static void set_globals(struct recording *recording) {
  const struct program *program = recording->program;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (info->kind == VARIABLE_GLOBAL && !term_is_none(info->initial))
      assignment_update(recording->values, &info->term, &info->initial, 1);
  }
}

// Returns how many steps there are after the first `shared` edges.
static uint32_t take_path(struct recording *recording, uint32_t shared) {
  uint32_t beginning = 0;
  set_globals(recording);
  set_inputs(recording, UINT32_MAX);
  for (uint32_t i = 0; i < recording->path->count; i++) {
    struct edge_id_vec one = {.at = &recording->path->at[i], .count = 1};
    struct edge_id_vec steps = {0};
    component_expand(recording->component, &one, &steps);
    for (uint32_t k = 0; k < steps.count; k++)
      take_edge(recording,
                procedure_edge(
                    recording->component->behaviour->plain.inlined.procedure,
                    steps.at[k]));
    take_action(recording, recording->path->at[i]);
    edge_id_vec_release(&steps);
    take_assumption(recording, i);
    take_silence(recording, i);
    take_kept(recording, i);
    set_inputs(recording, i);
    if (i + 1 == shared)
      beginning = recording->lane->steps.count;
  }
  return beginning;
}

static void record(const struct component *component,
                   const struct bitset *waits, const struct edge_id_vec *path,
                   const struct path *inputs, uint32_t shared,
                   struct execution *into) {
  struct program *program = component->program;
  struct recording recording = {.component = component,
                                .program = program,
                                .values = assignment_new(program->terms),
                                .sources = diag_new(program->names, stderr),
                                .execution = into,
                                .lane = lane_vec_last(&into->lanes),
                                .path = path,
                                .inputs = inputs,
                                .waits = waits};
  recording.lane->takes_part = true;
  into->shared = take_path(&recording, shared);
  bitset_release(&recording.told);
  bitset_release(&recording.silent);
  assignment_free(recording.values);
  diag_free(recording.sources);
}

void record_lane(const struct cegar *cegar, const struct bitset *waits,
                 struct execution *into) {
  record(cegar->component, waits, &cegar->path, &cegar->inputs, 0, into);
  struct lane *lane = lane_vec_last(&into->lanes);
  strbuf_add(&lane->oracle, strbuf_text(&cegar->oracle));
  inputs_tell(strbuf_text(&cegar->oracle), cegar->component->program->names,
              &lane->inputs);
}

void record_execution(const struct cegar *cegar, struct execution_vec *into) {
  struct execution execution = {0};
  execution_add_lane(&execution, (struct name){0});
  record_lane(cegar, NULL, &execution);
  execution_vec_push(into, execution);
}

static void take_refusal(const struct cegar *cegar,
                         const struct attack_branch *branch,
                         struct execution *into) {
  const struct lts *system =
      cegar->component_options->specification->systems[0];
  into->ending = ENDING_REFUSED;
  for (uint32_t i = 0; i < branch->refusing.count; i++) {
    char buffer[16];
    name_vec_push(
        &into->refusing,
        intern(cegar->component->program->names,
               lts_state_text(system, branch->refusing.at[i], buffer)));
  }
}

void record_tree(const struct cegar *cegar, const struct attack *attack,
                 struct execution_vec *into) {
  for (uint32_t i = 0; i < attack->branches.count; i++) {
    const struct attack_branch *branch = &attack->branches.at[i];
    struct execution execution = {0};
    execution_add_lane(&execution, (struct name){0});
    record(cegar->component, NULL, &branch->edges, &branch->inputs,
           branch->shared, &execution);
    take_refusal(cegar, branch, &execution);
    execution_vec_push(into, execution);
  }
}
