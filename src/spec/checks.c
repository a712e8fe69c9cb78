// Checks: what is to be shown of what.
#include "spec/internal.h"

#include "program/callgraph.h"
#include "spec/obligation.h"

// ---- Subjects ---------------------------------------------------------------

static void complain_subject(struct spec *spec,
                             const struct check_syntax *syntax) {
  const char *name = name_text(spec->names, syntax->subject);
  struct suggestion near = suggestion_for(name);
  for (uint32_t i = 0; i < spec->systems.count; i++)
    suggestion_offer(&near, name_text(spec->names, spec->systems.at[i].name));
  for (uint32_t i = 1; i < spec->program->procedures.count; i++)
    suggestion_offer(
        &near, name_text(spec->names, spec->program->procedures.at[i]->name));
  for (uint32_t i = 0; i < spec->processes.count; i++)
    suggestion_offer(&near, name_text(spec->names, spec->processes.at[i].name));
  report_near(spec->diag, SEVERITY_ERROR, syntax->subject_position, near.best,
              "there is no function, system or process '%s' to check", name);
}

static void find_subject(struct spec *spec, struct spec_check *check) {
  const struct check_syntax *syntax = &check->item->check;
  const char *name = name_text(spec->names, syntax->subject);
  uint32_t system = spec_find_system(spec, syntax->subject);
  uint32_t process = spec_find_process(spec, syntax->subject);
  struct procedure_id found = {0};
  if (system == SPEC_NONE &&
      !resolve_named(spec, syntax->subject, syntax->subject_position, false,
                     &found))
    return;
  const struct procedure *procedure =
      found.id ? program_procedure(spec->program, found) : NULL;
  if (system != SPEC_NONE) {
    check->subject = SUBJECT_SYSTEM;
    check->system = system;
  } else if (procedure) {
    check->subject = SUBJECT_FUNCTION;
    check->procedure = procedure->self;
  } else if (process != SPEC_NONE) {
    check->subject = SUBJECT_PROCESS;
    check->system = process;
  } else if (!spec->has_program) {
    check->subject = SUBJECT_FUNCTION;
  } else {
    complain_subject(spec, syntax);
  }
  if (procedure && check->subject == SUBJECT_FUNCTION && !procedure->is_defined)
    diag_report(spec->diag, SEVERITY_ERROR, syntax->subject_position,
                "'%s' has no body to check", name);
}

static void find_alphabet(struct spec *spec, struct spec_check *check) {
  if (check->subject == SUBJECT_FUNCTION && check->procedure.id)
    alphabet_of(spec, check->procedure, &check->alphabet);
  if (check->subject != SUBJECT_SYSTEM)
    return;
  const struct spec_system *system = &spec->systems.at[check->system];
  for (uint32_t i = 0; i < system->components.count; i++)
    bitset_unite(&check->alphabet, &system->components.at[i].heard);
}

// ---- Goals ------------------------------------------------------------------

static uint32_t find_own_proc(const struct spec *spec,
                              const struct spec_check *check) {
  const struct spec_proc *proc = spec_contract_of(spec, check->procedure);
  return proc ? (uint32_t)(proc - spec->procs.at)
              : spec_find_proc(spec, check->item->check.subject);
}

static void bind_own_proc(struct spec *spec, struct spec_check *check) {
  const struct check_syntax *syntax = &check->item->check;
  const char *name = name_text(spec->names, syntax->subject);
  check->proc = find_own_proc(spec, check);
  if (check->proc == SPEC_NONE) {
    if (check->subject == SUBJECT_NONE)
      return;
    report_near(spec->diag, SEVERITY_ERROR, syntax->subject_position,
                resolve_nearest(spec, name, item_is_proc),
                "there is no `proc` for '%s' to prove", name);
    diag_hint(spec->diag, "say what to check: `check %s refines P;`", name);
    return;
  }
  const struct spec_proc *proc = &spec->procs.at[check->proc];
  if (!proc->is_assumed)
    return;
  diag_report(spec->diag, SEVERITY_ERROR, syntax->subject_position,
              "'%s' is only assumed, never proved", name);
  diag_report(spec->diag, SEVERITY_NOTE, proc->item->position,
              "here it is assumed");
  diag_hint(spec->diag, "drop `assume` to have it proved");
}

// The returns of the specification must fit what the function returns.
static void check_function_returns(struct spec *spec,
                                   const struct spec_check *check,
                                   const struct lts *lts,
                                   struct procedure_id procedure,
                                   struct name component) {
  if (!procedure.id)
    return;
  struct ctype type =
      bind_function_type(spec, program_procedure(spec->program, procedure));
  if (!type.id)
    return;
  struct spec_scope scope = {0};
  struct spec_condition_vec conditions = {0};
  spec_scope_of(spec, procedure, &scope);
  spec_bind_returns(spec, lts, component, &scope, !scope_result(&scope),
                    check->item->check.subject_position, &conditions);
  spec_condition_vec_release(&conditions);
  spec_scope_release(&scope);
}

static void check_system_returns(struct spec *spec,
                                 const struct spec_check *check,
                                 const struct lts *lts) {
  const struct spec_system *system = &spec->systems.at[check->system];
  for (uint32_t i = 0; i < system->components.count; i++)
    check_function_returns(spec, check, lts, system->components.at[i].procedure,
                           system->components.at[i].name);
  if (!lts_mentions_return(spec, lts, (struct name){0}))
    return;
  diag_report(spec->diag, SEVERITY_ERROR, check->item->check.against_position,
              "'%s' mentions a return: of which component?",
              name_text(spec->names, check->item->check.against));
  diag_hint(spec->diag, "returns of a system are local: `%s.return{..}`",
            name_text(spec->names, system->components.at[0].name));
}

static void offer_components(const struct spec *spec,
                             const struct spec_check *check,
                             struct suggestion *near) {
  if (check->subject != SUBJECT_SYSTEM)
    return;
  const struct spec_system *system = &spec->systems.at[check->system];
  for (uint32_t i = 0; i < system->components.count; i++)
    suggestion_offer(near,
                     name_text(spec->names, system->components.at[i].name));
}

static bool has_component(const struct spec *spec,
                          const struct spec_check *check, struct name name) {
  if (check->subject != SUBJECT_SYSTEM)
    return false;
  const struct spec_system *system = &spec->systems.at[check->system];
  for (uint32_t i = 0; i < system->components.count; i++)
    if (name_equal(system->components.at[i].name, name))
      return true;
  return false;
}

// `cleint.return{0}`: a return of somebody who is not there.
static void check_component_names(struct spec *spec,
                                  const struct spec_check *check,
                                  const struct lts *lts) {
  BITSET_EACH (a, &lts->alphabet) {
    const struct spec_return *ret = return_of(spec, (struct action){a});
    if (!ret || name_is_none(ret->component) ||
        has_component(spec, check, ret->component))
      continue;
    struct suggestion near =
        suggestion_for(name_text(spec->names, ret->component));
    offer_components(spec, check, &near);
    report_near(spec->diag, SEVERITY_ERROR, ret->position, near.best,
                "'%s' has no component '%s'",
                name_text(spec->names, check->item->check.subject),
                near.wanted);
  }
}

// `left.panic` is something that the system performs.
static void add_component_events(const struct spec *spec,
                                 struct spec_check *check,
                                 const struct lts *lts) {
  const struct spec_system *system = &spec->systems.at[check->system];
  BITSET_EACH (a, &lts->alphabet) {
    uint32_t component;
    struct action action;
    if (spec_component_event(spec, system, (struct action){a}, &component,
                             &action))
      bitset_add(&check->alphabet, a);
  }
}

static void bind_refines(struct spec *spec, struct spec_check *check) {
  const struct check_syntax *syntax = &check->item->check;
  check->process = spec_find_process(spec, syntax->against);
  if (check->process == SPEC_NONE) {
    complain_process(spec, syntax->against, syntax->against_position);
    return;
  }
  const struct lts *lts = spec->processes.at[check->process].lts;
  if (!lts)
    return;
  if (lts_kind(lts, lts->initial) == STATE_ERROR)
    diag_report(spec->diag, SEVERITY_ERROR, syntax->against_position,
                "'%s' is ERROR from the start: nothing can refine it",
                name_text(spec->names, syntax->against));
  bitset_copy(&check->ignored, &check->alphabet);
  bitset_subtract(&check->ignored, &lts->alphabet);
  if (check->subject == SUBJECT_FUNCTION)
    check_function_returns(spec, check, lts, check->procedure,
                           (struct name){0});
  else if (check->subject == SUBJECT_SYSTEM)
    check_system_returns(spec, check, lts);
  if (check->subject == SUBJECT_SYSTEM)
    add_component_events(spec, check, lts);
  if (check->subject == SUBJECT_FUNCTION || check->subject == SUBJECT_SYSTEM)
    check_component_names(spec, check, lts);
}

// An assumption is one group of components' about the others, and says which
// actions may come when.
static void check_assumption(struct spec *spec,
                             const struct spec_check *check) {
  const struct check_syntax *syntax = &check->item->check;
  if (!syntax->by_assumption)
    return;
  if (syntax->refinement != REFINES_TRACES)
    diag_report(spec->diag, SEVERITY_ERROR, syntax->assumption_position,
                "`by assumption` is about traces, not about %s",
                refinement_text(syntax->refinement));
  if (check->subject == SUBJECT_FUNCTION || check->subject == SUBJECT_PROCESS) {
    diag_report(spec->diag, SEVERITY_ERROR, syntax->assumption_position,
                "`by assumption` splits a system; '%s' is a %s",
                name_text(spec->names, syntax->subject),
                check->subject == SUBJECT_PROCESS ? "process" : "function");
    diag_hint(spec->diag, "leave it out");
  }
}

static void refuse_process(struct spec *spec, const struct spec_check *check,
                           const char *goal) {
  if (check->subject != SUBJECT_PROCESS)
    return;
  diag_report(spec->diag, SEVERITY_ERROR, check->item->check.subject_position,
              "'%s' is a process; `%s` is asked of C code",
              name_text(spec->names, check->item->check.subject), goal);
}

static bool is_recursive(const struct spec *spec, struct procedure_id id) {
  struct callgraph graph;
  callgraph_init(&graph, spec->program, id);
  bool has_cycle = graph.cycle.count > 0;
  callgraph_release(&graph);
  return has_cycle;
}

// Calls are those that the function makes, and returns those of its calls.
static void refuse_own_call(struct spec *spec, const struct spec_check *check) {
  const struct check_syntax *syntax = &check->item->check;
  if (check->subject != SUBJECT_FUNCTION || !check->procedure.id ||
      syntax->trigger.kind == TRIGGER_LABEL ||
      !spec_is_same_function(spec, check->trigger.procedure,
                             check->procedure) ||
      !program_procedure(spec->program, check->procedure)->is_defined ||
      is_recursive(spec, check->procedure))
    return;
  diag_report(spec->diag, SEVERITY_ERROR, syntax->subject_position,
              "'%s' never calls itself: that it is called and returns is not "
              "asked here",
              name_text(spec->names, syntax->subject));
  diag_hint(spec->diag, "what it returns is asked by `refines P` with a "
                        "`return{..}` in P");
}

// A fixpoint exists where its variable stands under an even number of
// negations: on the left of => it is under one more, beside <=> under both.
static void check_monotone(struct spec *spec,
                           const struct formula_syntax *formula,
                           struct name variable, bool is_odd, bool is_both) {
  if (!formula)
    return;
  if (formula->kind == FORMULA_VARIABLE &&
      name_equal(formula->name, variable) && (is_odd || is_both))
    diag_report(spec->diag, SEVERITY_ERROR, formula->position,
                "variable '%s' is negated in its fixpoint",
                name_text(spec->names, variable));
  bool is_bound_again =
      (formula->kind == FORMULA_MU || formula->kind == FORMULA_NU) &&
      name_equal(formula->name, variable);
  if (is_bound_again)
    return;
  bool turns_a =
      formula->kind == FORMULA_NOT || formula->kind == FORMULA_IMPLIES;
  is_both |= formula->kind == FORMULA_IFF;
  check_monotone(spec, formula->a, variable, is_odd != turns_a, is_both);
  check_monotone(spec, formula->b, variable, is_odd, is_both);
}

struct term spec_condition_term(struct spec *spec,
                                struct procedure_id procedure,
                                const struct c_syntax *condition,
                                struct spec_scope *scope) {
  struct binding_context context = {.spec = spec,
                                    .scope = scope,
                                    .result_reason =
                                        "a state formula is about variables"};
  if (procedure.id)
    spec_scope_of(spec, procedure, scope);
  return bind_truth(&context, condition);
}

static void check_formula(struct spec *spec, const struct spec_check *check,
                          const struct formula_syntax *formula) {
  if (!formula)
    return;
  if (formula->kind == FORMULA_ACTION)
    elaborate_action(spec, &formula->action);
  if (formula->kind == FORMULA_MU || formula->kind == FORMULA_NU)
    check_monotone(spec, formula->a, formula->name, false, false);
  if (formula->kind == FORMULA_C && spec->has_program) {
    struct spec_scope scope = {0};
    spec_condition_term(spec, check->procedure, formula->condition, &scope);
    spec_scope_release(&scope);
  }
  check_formula(spec, check, formula->a);
  check_formula(spec, check, formula->b);
}

// What is fair is told by single states.
static void check_state_formula(struct spec *spec,
                                const struct formula_syntax *formula) {
  bool is_state = formula->kind <= FORMULA_IFF || formula->kind == FORMULA_AT ||
                  formula->kind == FORMULA_END ||
                  formula->kind == FORMULA_STUCK;
  if (!is_state) {
    diag_report(spec->diag, SEVERITY_ERROR, formula->position,
                "`fair` is about single states: no temporal operator");
    diag_hint(spec->diag, "`fair f` says that f holds again and again, `fair f "
                          "when g` that it does if g does");
    return;
  }
  if (formula->a)
    check_state_formula(spec, formula->a);
  if (formula->b)
    check_state_formula(spec, formula->b);
}

static bool has_fixpoint(const struct formula_syntax *formula) {
  return formula && ((formula->kind >= FORMULA_DIAMOND &&
                      formula->kind <= FORMULA_VARIABLE) ||
                     has_fixpoint(formula->a) || has_fixpoint(formula->b));
}

// Which executions count means nothing for <> f and the like, which are about
// steps.
static void check_fairness(struct spec *spec, const struct spec_check *check) {
  const struct check_syntax *syntax = &check->item->check;
  if (syntax->fair && syntax->goal == GOAL_CTL && has_fixpoint(syntax->formula))
    diag_report(spec->diag, SEVERITY_ERROR, syntax->formula->position,
                "`fair` is about executions, and <>, [], mu and nu are about "
                "steps");
  for (const struct fairness_syntax *fair = syntax->fair; fair;
       fair = fair->next) {
    check_state_formula(spec, fair->again);
    check_formula(spec, check, fair->again);
    if (fair->when)
      check_state_formula(spec, fair->when);
    check_formula(spec, check, fair->when);
  }
}

// What processes return must fit together.
static void check_process_returns(struct spec *spec,
                                  const struct spec_check *check) {
  if (check->subject != SUBJECT_PROCESS)
    return;
  struct spec_obligation obligation;
  spec_prepare(spec, check, &obligation);
  spec_obligation_release(&obligation);
}

static void bind_goal(struct spec *spec, struct spec_check *check) {
  const struct check_syntax *syntax = &check->item->check;
  switch (syntax->goal) {
  case GOAL_PROC: bind_own_proc(spec, check); break;
  case GOAL_REFINES:
    bind_refines(spec, check);
    check_assumption(spec, check);
    break;
  case GOAL_ASSERTIONS: refuse_process(spec, check, "assertions"); break;
  case GOAL_UNREACHABLE:
    refuse_process(spec, check, "unreachable");
    resolve_trigger(spec, check->item, &syntax->trigger, NULL, &check->trigger);
    refuse_own_call(spec, check);
    break;
  case GOAL_LTL:
  case GOAL_CTL:
    check_formula(spec, check, syntax->formula);
    check_fairness(spec, check);
    break;
  case GOAL_DEADLOCK_FREE: break;
  }
  check_process_returns(spec, check);
}

// ---- All --------------------------------------------------------------------

static void refuse_same_name(struct spec *spec, const struct item *item) {
  for (uint32_t i = 0; i < spec->checks.count; i++) {
    const struct item *other = spec->checks.at[i].item;
    if (name_is_none(item->check.name) ||
        !name_equal(other->check.name, item->check.name))
      continue;
    diag_report(spec->diag, SEVERITY_ERROR, item->position,
                "two checks are named '%s'",
                name_text(spec->names, item->check.name));
    diag_report(spec->diag, SEVERITY_NOTE, other->position,
                "here is the other");
  }
}

void resolve_checks(struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    // What an imported file checks is its own business.
    if (item->kind != ITEM_CHECK || item_is_imported(spec, item))
      continue;
    struct spec_check check = {.item = item,
                               .name = name_is_none(item->check.name)
                                           ? item->check.subject
                                           : item->check.name,
                               .proc = SPEC_NONE,
                               .process = SPEC_NONE};
    refuse_same_name(spec, item);
    find_subject(spec, &check);
    find_alphabet(spec, &check);
    bind_goal(spec, &check);
    spec_check_vec_push(&spec->checks, check);
  }
}
