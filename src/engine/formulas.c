// Temporal formulas: of processes, and of C functions.
#include "engine/internal.h"

#include <string.h>

#include "check/ledger_entries.h"
#include "exact/decide.h"
#include "exact/justify.h"
#include "exact/process.h"
#include "program/draft.h"
#include "spec/syntax.h"

enum { MOST_STATES = 4000000 };

// ---- Processes --------------------------------------------------------------

struct shown_process {
  const struct process_model *model;
  const struct lts *lts;
  struct interner *names;
};

static void describe_process(const void *context, uint32_t state,
                             struct tree_claim *claim) {
  const struct shown_process *shown = context;
  char buffer[16];
  claim->place = intern_format(
      shown->names, "state %s",
      lts_state_text(shown->lts, shown->model->states.at[state], buffer));
}

void formula_decide_lts(struct engine_context *context,
                        const struct temporal *temporal, const struct lts *lts,
                        struct result *result) {
  struct process_model model;
  struct temporal_value value;
  if (!process_model_init(&model, lts, &temporal->atoms, MOST_STATES)) {
    refuse(result, "the process is too large");
    process_model_release(&model);
    return;
  }
  temporal_evaluate(temporal, &model.modal, &model.values,
                    limits_poll(&context->limits), MOST_STATES, &value);
  result->verdict = value.verdict;
  if (value.verdict == VERDICT_UNKNOWN)
    strbuf_add(&result->reason, "the process is too large");
  if (value.verdict == VERDICT_TRUE &&
      temporal_is_unfair(temporal, &model.modal, &model.values,
                         limits_poll(&context->limits)))
    strbuf_add(&result->vacuity, "no execution is fair");
  struct shown_process shown = {&model, lts, result->names};
  struct justify_states states = {describe_process, &shown};
  justify(temporal, &value, &states, result->names, &result->tree);
  temporal_value_release(temporal, &value);
  process_model_release(&model);
}

static void run_process(struct engine_context *context,
                        const struct demand *demand,
                        const struct temporal *temporal,
                        struct result *result) {
  const struct lts *lts = demand->spec->processes.at[demand->check->system].lts;
  if (lts)
    formula_decide_lts(context, temporal, lts, result);
  else
    refuse(result, "the specification could not be made ready");
}

// ---- Functions --------------------------------------------------------------

// What the places of a condition are in the component.
static void bind_places(const struct behaviour *behaviour,
                        struct procedure_id entry,
                        const struct spec_scope *scope,
                        struct substitution *values) {
  struct program *program = behaviour->program;
  const struct procedure *procedure = program_procedure(program, entry);
  struct term_vec arguments = {0};
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    term_vec_push(&arguments,
                  program_term(program, procedure->parameters.at[i]));
  scope_set_actuals(program->terms, program->types, scope, arguments.at,
                    arguments.count, values);
  term_vec_release(&arguments);
}

// What a parameter is at the entry need not be what it is later, if it lives in
// memory.
static bool is_in_memory(const struct program *program,
                         struct procedure_id entry, struct name parameter) {
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    if (info->kind == OBJECT_FRAME && info->owner.id == entry.id &&
        name_equal(info->name, parameter))
      return true;
  }
  return false;
}

static bool are_variables(const struct program *program,
                          struct procedure_id entry,
                          const struct spec_scope *scope, struct strbuf *why) {
  for (uint32_t i = 0; i < scope->places.count && !why->length; i++) {
    const struct spec_place *place = &scope->places.at[i];
    if (place->kind == PLACE_RESULT)
      continue;
    if (place->kind != PLACE_PARAMETER ||
        is_in_memory(program, entry, place->text))
      strbuf_format(why, "'%s' is in memory: formulas speak of variables",
                    name_text(program->names, place->text));
  }
  return !why->length;
}

// A volatile object that the condition speaks of, whose reads are inputs: what
// the program wrote there is not what it holds. Or none.
static struct variable find_device(const struct program *program,
                                   struct term condition) {
  struct variable found = {0};
  struct variable_vec parts = {0};
  if (program->volatile_accesses.are_inputs)
    program_variables_in(program, &condition, 1, &parts);
  for (uint32_t i = 0; i < parts.count && variable_is_none(found); i++)
    if (ctype_is_volatile(program->types,
                          program_variable(program, parts.at[i])->type))
      found = parts.at[i];
  variable_vec_release(&parts);
  return found;
}

static void refuse_devices(const struct program *program, struct term condition,
                           struct strbuf *why) {
  struct variable device = find_device(program, condition);
  if (!variable_is_none(device) && !why->length)
    strbuf_format(
        why,
        "'%s' is volatile: each read gives any value "
        "(--volatile=memory: what the program wrote)",
        name_text(program->names, program_variable(program, device)->text));
}

// A condition of the formula over the variables of the component, or none.
static struct term condition_of(const struct behaviour *behaviour,
                                const struct demand *demand,
                                const struct atom *atom, struct strbuf *why) {
  struct procedure_id entry = demand->check->procedure;
  struct spec_scope scope = {0};
  struct term condition =
      spec_condition_term(demand->spec, entry, atom->condition, &scope);
  struct substitution *values = substitution_new(behaviour->program->terms);
  struct substitution *copies = behaviour_copies(behaviour, entry);
  bind_places(behaviour, entry, &scope, values);
  refuse_devices(demand->spec->program, condition, why);
  condition =
      are_variables(behaviour->program, entry, &scope, why)
          ? substitution_apply(copies, substitution_apply(values, condition))
          : (struct term){0};
  substitution_free(values);
  substitution_free(copies);
  spec_scope_release(&scope);
  return condition;
}

bool formula_is_global(const struct demand *demand,
                       const struct c_syntax *syntax) {
  struct spec_scope scope = {0};
  struct term condition = spec_condition_term(
      demand->spec, demand->check->procedure, syntax, &scope);
  struct term_table *terms = demand->spec->program->terms;
  struct u32_vec support = {0};
  bool is_so = variable_is_none(find_device(demand->spec->program, condition));
  term_support(terms, condition, &support);
  for (uint32_t i = 0; i < scope.places.count; i++)
    for (uint32_t k = 0; k < support.count; k++)
      is_so = is_so && support.at[k] != term_variable_index(
                                            terms, scope.places.at[i].variable);
  u32_vec_release(&support);
  spec_scope_release(&scope);
  return is_so;
}

// A label that is nowhere is a mistake, not one that is never reached.
static bool has_label(const struct program *program, struct name label) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    for (uint32_t l = 1; l < procedure->locations.count; l++)
      if (name_equal(procedure->locations.at[l].label, label))
        return true;
  }
  return false;
}

static bool bind_conditions(const struct behaviour *behaviour,
                            const struct demand *demand,
                            const struct atoms *atoms, struct term_vec *into,
                            struct strbuf *why) {
  for (uint32_t i = 0; i < atoms->list.count; i++) {
    struct term condition = {0};
    const struct atom *atom = &atoms->list.at[i];
    if (atom->kind == ATOM_C)
      condition = condition_of(behaviour, demand, atom, why);
    if (atom->kind == ATOM_AT && !why->length &&
        !has_label(behaviour->program, atom->text))
      strbuf_format(why, "there is no label '%s'",
                    name_text(atoms->names, atom->text));
    term_vec_push(into, condition);
  }
  return !why->length;
}

// Nothing that code which we do not see may call is in the model.
bool formula_can_ask(const struct behaviour *behaviour, struct strbuf *why) {
  if (!behaviour->unseen_call.id)
    return true;
  strbuf_format(
      why, "code that is not seen may call '%s'",
      name_text(
          behaviour->program->names,
          program_procedure(behaviour->program, behaviour->unseen_call)->name));
  return false;
}

// Executions are of the behaviour alone: no specification is beside it.
static void
decide_bound(struct engine_context *context, const struct demand *demand,
             const struct temporal *temporal, const struct temporal *ending,
             const struct abstract_subject *subject,
             const struct component_options *options, struct result *result) {
  struct component_options alone = *options;
  struct component component;
  struct strbuf why = {0};
  alone.specification = NULL;
  if (component_join(&component, subject->behaviour, &alone, &why)) {
    struct formula_runs runs = {&component, &alone, ending};
    if (demand->certificate)
      formula_certify(context, temporal, subject, &runs, demand->certificate,
                      result);
    else
      formula_decide(context, temporal, subject, &runs, result);
  } else {
    refuse(result, strbuf_text(&why));
  }
  component_release(&component);
  strbuf_release(&why);
}

void formula_decide_function(
    struct engine_context *context, const struct demand *demand,
    const struct temporal *temporal, const struct temporal *ending,
    const struct component *component, const struct component_options *options,
    const struct weaving *weaving, struct result *result) {
  struct term_vec conditions = {0};
  struct strbuf why = {0};
  if (formula_can_ask(component->behaviour, &why) &&
      bind_conditions(component->behaviour, demand, &temporal->atoms,
                      &conditions, &why)) {
    struct abstract_subject subject = {.behaviour = component->behaviour,
                                       .effects = component->behaviour->effects,
                                       .weaving = weaving,
                                       .atoms = &temporal->atoms,
                                       .conditions = &conditions,
                                       .has_turns = demand->has_threads};
    decide_bound(context, demand, temporal, ending, &subject, options, result);
  } else {
    refuse(result, strbuf_text(&why));
  }
  term_vec_release(&conditions);
  strbuf_release(&why);
}

// What is not modelled is what lies deeper.
static void blame_recursion(struct result *result) {
  if (result->verdict != VERDICT_UNKNOWN ||
      strcmp(strbuf_text(&result->reason), DECIDE_NOT_MODELLED) != 0)
    return;
  strbuf_clear(&result->reason);
  strbuf_add(&result->reason, "the formula looks inside recursion");
}

struct component_options formula_options(const struct engine_context *context,
                                         const struct demand *demand) {
  return (struct component_options){.rules = demand->component.rules,
                                    .takes_bodies =
                                        context->options->inline_bodies,
                                    .is_temporal = true,
                                    .depth = depth_for_once(context)};
}

static void run_function(struct engine_context *context,
                         const struct demand *demand,
                         const struct temporal *temporal,
                         const struct temporal *ending, struct result *result) {
  struct component_options options = formula_options(context, demand);
  struct program *draft = program_draft(context->program);
  struct conformance conformance;
  struct behaviour behaviour = {0};
  struct component component = {0};
  struct strbuf why = {0};
  if (conformance_init(&conformance, draft, demand->spec, demand->check,
                       &options, &why) &&
      component_init(&component, &behaviour, draft, &options, &why)) {
    struct ledger_facts facts = {.component = &component,
                                 .options = &options,
                                 .model_is_given = demand->has_model,
                                 .conformance = &conformance,
                                 .is_part = true}; // nothing is left out
    ledger_fill(&result->ledger, &facts);
    bool is_cut = behaviour.plain.inlining.cuts > 0;
    if (!is_cut || !formula_prove_recursion(context, demand, result))
      formula_decide_function(context, demand, temporal, ending, &component,
                              &options, &conformance.weaving, result);
    if (is_cut)
      blame_recursion(result);
  } else {
    refuse(result, strbuf_text(&why));
  }
  component_release(&component);
  behaviour_release(&behaviour);
  conformance_release(&conformance);
  program_free(draft);
  strbuf_release(&why);
}

// Nothing is true of a function that no state lets start: that is asked of the
// program as it was loaded, by itself.
static void look_at_start(struct engine_context *context,
                          const struct demand *demand, struct result *result) {
  enum { VISIT_MS = 1000 };
  struct component_options options = formula_options(context, demand);
  struct program *draft = program_draft(context->program);
  struct conformance conformance;
  struct strbuf why = {0};
  options.is_temporal = false;
  if (conformance_init(&conformance, draft, demand->spec, demand->check,
                       &options, &why) &&
      visits_required(context, &conformance, &options, VISIT_MS) ==
          VISIT_UNREACHED)
    visits_tell_start(draft, options.entry, &result->vacuity);
  conformance_release(&conformance);
  program_free(draft);
  strbuf_release(&why);
}

static void run_code(struct engine_context *context,
                     const struct demand *demand,
                     const struct temporal *temporal, struct result *result) {
  static const struct temporal_premises ends = {.ends = true};
  const struct check_syntax *check = &demand->check->item->check;
  struct temporal ending;
  struct strbuf why = {0};
  bool is_ready =
      temporal_init(&ending, demand->spec, result->names, check, &ends, &why);
  run_function(context, demand, temporal, is_ready ? &ending : NULL, result);
  if (result->verdict == VERDICT_TRUE)
    look_at_start(context, demand, result);
  temporal_release(&ending);
  strbuf_release(&why);
}

static void tell_fairness(const struct spec *spec,
                          const struct check_syntax *check,
                          struct result *result) {
  struct strbuf text = {0};
  strbuf_add(&text, "only these executions count:");
  fairness_syntax_print(spec->names, check->fair, &text);
  if (check->fair)
    ledger_add(&result->ledger, result->names, LEDGER_ASSUMED,
               strbuf_text(&text));
  strbuf_release(&text);
}

void run_formula(struct engine_context *context, const struct demand *demand,
                 struct result *result) {
  static const struct temporal_premises none;
  const struct check_syntax *check = &demand->check->item->check;
  struct temporal temporal;
  struct strbuf why = {0};
  bool is_function = demand->check->subject == SUBJECT_FUNCTION;
  result->property = intern(result->names, "formula");
  if (is_function && context->options->merge &&
      temporal_counts_steps(check->formula))
    strbuf_add(&why, "X, EX, AX, <> and [] count single steps of the code: say "
                     "--no-merge to have each operation be one");
  if (!temporal_init(&temporal, demand->spec, result->names, check, &none,
                     &why) ||
      why.length)
    refuse(result, strbuf_text(&why));
  else if (demand->check->subject == SUBJECT_PROCESS)
    run_process(context, demand, &temporal, result);
  else if (demand->check->subject == SUBJECT_SYSTEM)
    formula_run_system(context, demand, &temporal, result);
  else if (demand->has_threads)
    formula_run_threads(context, demand, &temporal, result);
  else
    run_code(context, demand, &temporal, result);
  tell_fairness(demand->spec, check, result);
  temporal_release(&temporal);
  strbuf_release(&why);
}
