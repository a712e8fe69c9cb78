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
  if (!ok)
    return false;
  struct lts *result = lts_copy(lts);
  for (uint32_t i = 0; i < obligation->runners.count; i++) {
    const struct spec_runner *runner = &obligation->runners.at[i];
    struct lts *next =
        spec_split_lts(spec, result, &runner->conditions, &runner->cases);
    lts_free(result);
    result = next;
  }
  spec_lts_vec_push(&obligation->specifications, result);
  return true;
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
  for (uint32_t a = bitset_next(alphabet, 0); a != UINT32_MAX;
       a = bitset_next(alphabet, a + 1))
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
                                     &runner.conditions, &runner.cases));
  if (ok)
    widen_alphabets(spec, proc, &runner, obligation);
  free_promised(spec, obligation);
  return ok;
}

bool spec_prepare(struct spec *spec, const struct spec_check *check,
                  struct spec_obligation *obligation) {
  *obligation = (struct spec_obligation){0};
  if (check->subject != SUBJECT_FUNCTION && check->subject != SUBJECT_SYSTEM)
    return true;
  switch (check->item->check.goal) {
  case GOAL_REFINES: return prepare_refinement(spec, check, obligation);
  case GOAL_PROC: return prepare_proc(spec, check, obligation);
  default: return true;
  }
}
