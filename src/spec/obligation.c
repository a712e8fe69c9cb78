#include "spec/obligation.h"

#include "spec/internal.h"

void spec_obligation_release(struct spec_obligation *obligation) {
  for (uint32_t i = 0; i < obligation->runners.count; i++) {
    struct spec_runner *runner = &obligation->runners.at[i];
    spec_scope_release(&runner->scope);
    spec_condition_vec_release(&runner->conditions);
    spec_case_vec_free(&runner->cases);
  }
  for (uint32_t i = 0; i < obligation->specifications.count; i++)
    lts_free(obligation->specifications.at[i]);
  if (obligation->subject)
    lts_free(obligation->subject);
  spec_runner_vec_release(&obligation->runners);
  spec_lts_vec_release(&obligation->specifications);
}

static bool split(struct spec *spec, struct spec_runner *runner) {
  return spec_split_returns(spec, &runner->scope, &runner->conditions,
                            runner->component, &runner->cases);
}

// Adds a procedure whose returns the specification may speak of.
static bool add_runner(struct spec *spec, const struct spec_check *check,
                       const struct lts *lts, struct procedure_id procedure,
                       struct name component,
                       struct spec_obligation *obligation) {
  struct spec_runner runner = {.procedure = procedure, .component = component};
  if (!procedure.id)
    return false;
  spec_scope_of(spec, procedure, &runner.scope);
  bool ok = spec_bind_returns(spec, lts, component, &runner.scope,
                              !scope_result(&runner.scope),
                              check->item->check.subject_position,
                              &runner.conditions) &&
            split(spec, &runner);
  spec_runner_vec_push(&obligation->runners, runner);
  return ok;
}

static struct lts *split_all(const struct spec *spec, const struct lts *lts,
                             const struct spec_obligation *obligation,
                             bool keeps_error) {
  // Also where nothing is returned: what leads to ERROR is left out.
  struct lts *result =
      spec_split_lts(spec, lts, &(struct spec_condition_vec){0},
                     &(struct spec_case_vec){0}, keeps_error);
  for (uint32_t i = 0; i < obligation->runners.count; i++) {
    const struct spec_runner *runner = &obligation->runners.at[i];
    struct lts *next = spec_split_lts(spec, result, &runner->conditions,
                                      &runner->cases, keeps_error);
    lts_free(result);
    result = next;
  }
  return result;
}

static bool prepare_refinement(struct spec *spec,
                               const struct spec_check *check,
                               struct spec_obligation *obligation) {
  const struct lts *lts = check->process == SPEC_NONE
                              ? NULL
                              : spec->processes.at[check->process].lts;
  bool ok = lts != NULL;
  if (ok && check->subject == SUBJECT_FUNCTION)
    ok = add_runner(spec, check, lts, check->procedure, (struct name){0},
                    obligation);
  if (ok && check->subject == SUBJECT_SYSTEM) {
    const struct spec_system *system = &spec->systems.at[check->system];
    for (uint32_t i = 0; i < system->components.count; i++)
      ok &= add_runner(spec, check, lts, system->components.at[i].procedure,
                       system->components.at[i].name, obligation);
  }
  if (ok)
    spec_lts_vec_push(&obligation->specifications,
                      split_all(spec, lts, obligation, false));
  return ok;
}

static void copy_scope(struct spec_scope *to, const struct spec_scope *from) {
  spec_place_vec_append(&to->places, from->places.at, from->places.count);
}

// Callers take an arm for all that a call does: what the body can perform and
// the arm does not mention is forbidden.
static void widen_alphabets(struct spec *spec, const struct spec_proc *proc,
                            const struct spec_runner *runner,
                            struct spec_obligation *obligation) {
  struct bitset all = {0};
  spec_alphabet_of(spec, proc->procedure, &all);
  for (uint32_t i = 0; i < runner->cases.count; i++)
    bitset_add(&all, runner->cases.at[i].action.id);
  for (uint32_t i = 0; i < obligation->specifications.count; i++)
    bitset_unite(&obligation->specifications.at[i]->alphabet, &all);
  bitset_release(&all);
}

static struct lts *anything(const struct spec *spec,
                            const struct bitset *alphabet) {
  struct lts_builder builder;
  lts_builder_init(&builder, spec->actions);
  uint32_t state = lts_builder_state(&builder);
  BITSET_EACH (a, alphabet)
    lts_builder_step(&builder, state, (struct action){a}, state);
  return lts_builder_finish(&builder);
}

// An arm that is ERROR from the start is a promise of the callers, who are told
// when they break it: there the body may do anything.
static void free_promised(const struct spec *spec,
                          struct spec_obligation *obligation) {
  for (uint32_t i = 0; i < obligation->specifications.count; i++) {
    struct lts *lts = obligation->specifications.at[i];
    if (lts_kind(lts, lts->initial) != STATE_ERROR)
      continue;
    obligation->specifications.at[i] = anything(spec, &lts->alphabet);
    lts_free(lts);
  }
}

static bool prepare_proc(struct spec *spec, const struct spec_check *check,
                         struct spec_obligation *obligation) {
  if (check->proc == SPEC_NONE || !spec->procs.at[check->proc].is_bound)
    return false;
  const struct spec_proc *proc = &spec->procs.at[check->proc];
  struct spec_runner runner = {.procedure = proc->procedure};
  copy_scope(&runner.scope, &proc->scope);
  spec_condition_vec_append(&runner.conditions, proc->returns.at,
                            proc->returns.count);
  bool ok = split(spec, &runner);
  if (!proc->returns.count) // it comes back in no arm
    spec_split_nothing(spec, &runner.cases);
  spec_runner_vec_push(&obligation->runners, runner);
  for (uint32_t i = 0; ok && i < proc->arms.count; i++)
    spec_lts_vec_push(&obligation->specifications,
                      spec_split_lts(spec, proc->arms.at[i].lts,
                                     &runner.conditions, &runner.cases, false));
  if (ok)
    widen_alphabets(spec, proc, &runner, obligation);
  free_promised(spec, obligation);
  return ok;
}

// ---- Processes --------------------------------------------------------------

// Is there a return of that kind?
static bool has_return(const struct spec *spec, const struct lts *lts,
                       struct name component, enum return_kind kind) {
  for (uint32_t a = lts ? bitset_next(&lts->alphabet, 0) : UINT32_MAX;
       a != UINT32_MAX; a = bitset_next(&lts->alphabet, a + 1)) {
    const struct spec_return *ret = return_of(spec, (struct action){a});
    if (ret && ret->kind == kind && name_equal(ret->component, component))
      return true;
  }
  return false;
}

// A process returns what some function could: nothing where the check speaks of
// `return{}`, a pointer where it speaks of `return{fresh}`, otherwise a number,
// of a type that has all values of all others.
static void add_result(struct spec *spec, const struct lts *lts,
                       const struct lts *against, struct spec_runner *runner) {
  struct name component = runner->component;
  bool is_void = has_return(spec, lts, component, RETURN_VOID) ||
                 has_return(spec, against, component, RETURN_VOID);
  bool is_pointer = has_return(spec, lts, component, RETURN_FRESH) ||
                    has_return(spec, against, component, RETURN_FRESH);
  if (!is_void)
    scope_add(spec, &runner->scope, PLACE_RESULT, intern(spec->names, "$"),
              is_pointer ? bind_pointer_to(spec, bind_basic(spec, "char"))
                         : bind_basic(spec, "__int128"));
}

static bool has_runner(const struct spec_obligation *obligation,
                       struct name component) {
  for (uint32_t i = 0; i < obligation->runners.count; i++)
    if (name_equal(obligation->runners.at[i].component, component))
      return true;
  return false;
}

static bool add_returns_of(struct spec *spec, const struct spec_check *check,
                           const struct lts *lts, const struct lts *against,
                           struct name component,
                           struct spec_obligation *obligation) {
  struct spec_runner runner = {.component = component};
  struct position position = check->item->check.subject_position;
  add_result(spec, lts, against, &runner);
  bool is_void = !scope_result(&runner.scope);
  bool ok =
      spec_bind_returns(spec, lts, component, &runner.scope, is_void, position,
                        &runner.conditions) &&
      (!against || spec_bind_returns(spec, against, component, &runner.scope,
                                     is_void, position, &runner.conditions)) &&
      split(spec, &runner);
  spec_runner_vec_push(&obligation->runners, runner);
  return ok;
}

static bool prepare_process(struct spec *spec, const struct spec_check *check,
                            struct spec_obligation *obligation) {
  const struct lts *lts = spec->processes.at[check->system].lts;
  const struct lts *against = check->process == SPEC_NONE
                                  ? NULL
                                  : spec->processes.at[check->process].lts;
  bool ok = lts && (against || check->item->check.goal != GOAL_REFINES);
  for (uint32_t k = 0; ok && k < 2; k++) {
    const struct lts *of = k ? against : lts;
    for (uint32_t a = of ? bitset_next(&of->alphabet, 0) : UINT32_MAX;
         ok && a != UINT32_MAX; a = bitset_next(&of->alphabet, a + 1)) {
      const struct spec_return *ret = return_of(spec, (struct action){a});
      if (ret && !has_runner(obligation, ret->component))
        ok = add_returns_of(spec, check, lts, against, ret->component,
                            obligation);
    }
  }
  if (!ok)
    return false;
  obligation->subject = split_all(spec, lts, obligation, true);
  if (against)
    spec_lts_vec_push(&obligation->specifications,
                      split_all(spec, against, obligation, false));
  return true;
}

bool spec_prepare(struct spec *spec, const struct spec_check *check,
                  struct spec_obligation *obligation) {
  *obligation = (struct spec_obligation){0};
  if (check->subject == SUBJECT_PROCESS)
    return prepare_process(spec, check, obligation);
  if (check->subject != SUBJECT_FUNCTION && check->subject != SUBJECT_SYSTEM)
    return true;
  switch (check->item->check.goal) {
  case GOAL_REFINES: return prepare_refinement(spec, check, obligation);
  case GOAL_PROC: return prepare_proc(spec, check, obligation);
  default: return true;
  }
}
