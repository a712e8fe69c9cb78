#include "check/process.h"

#include "lts/compare.h"
#include "lts/inclusion.h"
#include "lts/transform.h"
#include "lts/view.h"
#include "spec/syntax.h"

enum { MOST_PAIRS = 100000000 };

// What leads to ERROR is forbidden in a specification.
static struct lts *without_errors(const struct lts *lts) {
  struct lts_builder builder;
  lts_builder_init(&builder, lts->actions);
  lts_builder_states(&builder, lts->state_count);
  lts_builder_initial(&builder, lts->initial);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range range = lts_steps(lts, s);
    char buffer[16];
    lts_builder_name(&builder, s, lts_state_text(lts, s, buffer));
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      if (lts_kind(lts, step->target) != STATE_ERROR)
        lts_builder_step(&builder, s, step->action, step->target);
  }
  for (uint32_t a = bitset_next(&lts->alphabet, 0); a != UINT32_MAX;
       a = bitset_next(&lts->alphabet, a + 1))
    lts_builder_alphabet(&builder, (struct action){a});
  return lts_builder_finish(&builder);
}

static void print_actions(const struct action_table *actions,
                          const struct lts_action_vec *list,
                          struct strbuf *out) {
  for (uint32_t i = 0; i < list->count; i++)
    strbuf_format(out, "%s%s", i ? ", " : "",
                  action_text(actions, list->at[i]));
  strbuf_add(out, list->count ? "\n" : "nothing\n");
}

static enum verdict refines_traces(const struct lts *process,
                                   const struct lts *specification,
                                   struct strbuf *evidence) {
  struct lts_view view = lts_view_of(process);
  struct inclusion_options options = {.weak = true,
                                      .project = true,
                                      .error_is_violation = true,
                                      .limit = MOST_PAIRS};
  struct inclusion found = lts_check_inclusion(&view, specification, options);
  enum verdict verdict = found.answer == INCLUSION_HOLDS   ? VERDICT_TRUE
                         : found.answer == INCLUSION_FAILS ? VERDICT_FALSE
                                                           : VERDICT_UNKNOWN;
  if (verdict == VERDICT_FALSE) {
    struct lts_action_vec trace = {0};
    for (uint32_t i = 0; i < found.run.count; i++)
      lts_action_vec_push(&trace, found.run.at[i].action);
    strbuf_add(evidence, "trace: ");
    print_actions(process->actions, &trace, evidence);
    strbuf_add(evidence, "allowed instead of the last action: ");
    print_actions(process->actions, &found.allowed, evidence);
    lts_action_vec_release(&trace);
  }
  inclusion_release(&found);
  return verdict;
}

// Whether a state is STOP or END is no step; ERROR is told apart by traces.
static struct lts *plain_projection(const struct lts *lts,
                                    const struct bitset *alphabet) {
  struct lts *made = lts_project(lts, alphabet);
  lts_forget_kinds(made);
  return made;
}

static enum verdict refines_simulation(const struct lts *process,
                                       const struct lts *specification,
                                       struct strbuf *evidence) {
  struct lts *a = plain_projection(process, &specification->alphabet);
  struct lts *b = plain_projection(specification, &specification->alphabet);
  struct compare_options options = {.relation = RELATION_WEAK_SIM,
                                    .limit = MOST_PAIRS};
  struct comparison found = lts_compare(a, b, options);
  enum verdict verdict = found.answer == COMPARE_HOLDS   ? VERDICT_TRUE
                         : found.answer == COMPARE_FAILS ? VERDICT_FALSE
                                                         : VERDICT_UNKNOWN;
  if (verdict == VERDICT_FALSE)
    comparison_print(&found, a, b, options, evidence);
  comparison_release(&found);
  lts_free(a);
  lts_free(b);
  return verdict;
}

static enum verdict is_deadlock_free(const struct lts *process,
                                     struct strbuf *evidence) {
  struct lts_view view = lts_view_of(process);
  struct deadlock found = lts_find_deadlock(&view, MOST_PAIRS);
  enum verdict verdict = found.answer == DEADLOCK_FREE    ? VERDICT_TRUE
                         : found.answer == DEADLOCK_FOUND ? VERDICT_FALSE
                                                          : VERDICT_UNKNOWN;
  if (verdict == VERDICT_FALSE) {
    char buffer[16];
    strbuf_add(evidence, "deadlock after: ");
    for (uint32_t i = 0; i < found.path.count; i++)
      strbuf_format(evidence, "%s%s", i ? ", " : "",
                    action_text(process->actions, found.path.at[i].action));
    strbuf_format(evidence, "%sin state %s\n", found.path.count ? ", " : "",
                  lts_state_text(process, found.state, buffer));
  }
  deadlock_release(&found);
  return verdict;
}

static enum verdict check_refinement(const struct spec *spec,
                                     const struct spec_check *check,
                                     const struct lts *process,
                                     struct strbuf *evidence) {
  struct lts *specification =
      without_errors(spec->processes.at[check->process].lts);
  enum verdict verdict = refines_traces(process, specification, evidence);
  if (verdict == VERDICT_TRUE &&
      check->item->check.refinement == REFINES_SIMULATION)
    verdict = refines_simulation(process, specification, evidence);
  lts_free(specification);
  return verdict;
}

enum verdict process_check(const struct spec *spec,
                           const struct spec_check *check,
                           struct strbuf *evidence, struct strbuf *reason) {
  const struct lts *process = spec->processes.at[check->system].lts;
  enum goal_kind goal = check->item->check.goal;
  bool has_specification =
      check->process != SPEC_NONE && spec->processes.at[check->process].lts;
  enum verdict verdict = VERDICT_UNKNOWN;
  if (process && goal == GOAL_REFINES && has_specification)
    verdict = check_refinement(spec, check, process, evidence);
  else if (process && goal == GOAL_DEADLOCK_FREE)
    verdict = is_deadlock_free(process, evidence);
  else {
    strbuf_add(reason, "there is no such check of processes");
    return VERDICT_UNKNOWN;
  }
  if (verdict == VERDICT_UNKNOWN)
    strbuf_add(reason, "the process is too large");
  return verdict;
}
