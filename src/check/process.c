#include "check/process.h"

#include "lts/compare.h"
#include "lts/inclusion.h"
#include "lts/transform.h"
#include "lts/view.h"
#include "spec/obligation.h"
#include "spec/syntax.h"

enum { MOST_PAIRS = 100000000 };

static void print_actions(const struct action_table *actions,
                          const struct lts_action_vec *list,
                          struct strbuf *out) {
  for (uint32_t i = 0; i < list->count; i++)
    strbuf_format(out, "%s%s", i ? ", " : "",
                  action_text(actions, list->at[i]));
  strbuf_add(out, list->count ? "\n" : "nothing\n");
}

// How the process goes wrong: the last step leads to ERROR, or is one that the
// specification does not allow.
static void print_trace(const struct lts *process,
                        const struct inclusion *found,
                        struct strbuf *evidence) {
  struct lts_action_vec trace = {0};
  uint32_t last = process->initial;
  for (uint32_t i = 0; i < found->run.count; i++) {
    lts_action_vec_push(&trace, found->run.at[i].action);
    last = found->run.at[i].target;
  }
  strbuf_add(evidence, "trace: ");
  print_actions(process->actions, &trace, evidence);
  if (lts_kind(process, last) == STATE_ERROR) {
    strbuf_add(evidence, "which leads to ERROR\n");
  } else {
    strbuf_add(evidence, "allowed instead of the last action: ");
    print_actions(process->actions, &found->allowed, evidence);
  }
  lts_action_vec_release(&trace);
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
  if (verdict == VERDICT_FALSE)
    print_trace(process, &found, evidence);
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
    bool is_error = lts_kind(process, found.state) == STATE_ERROR;
    strbuf_add(evidence, is_error ? "ERROR after: " : "deadlock after: ");
    for (uint32_t i = 0; i < found.path.count; i++)
      strbuf_format(evidence, "%s%s", i ? ", " : "",
                    action_text(process->actions, found.path.at[i].action));
    strbuf_format(evidence, "%sin state %s\n", found.path.count ? ", " : "",
                  lts_state_text(process, found.state, buffer));
  }
  deadlock_release(&found);
  return verdict;
}

static enum verdict decide(const struct spec_check *check,
                           const struct spec_obligation *obligation,
                           struct strbuf *evidence) {
  const struct lts *process = obligation->subject;
  if (check->item->check.goal == GOAL_DEADLOCK_FREE)
    return is_deadlock_free(process, evidence);
  const struct lts *specification = obligation->specifications.at[0];
  enum verdict verdict = refines_traces(process, specification, evidence);
  if (verdict == VERDICT_TRUE &&
      check->item->check.refinement == REFINES_SIMULATION)
    verdict = refines_simulation(process, specification, evidence);
  return verdict;
}

// A name without a meaning may stand for a value that other returns have, too:
// what is wrong then need not be wrong. What holds does so for all values.
static bool is_unexplained(const struct spec_obligation *obligation) {
  for (uint32_t i = 0; i < obligation->runners.count; i++)
    if (scope_has_unknown(&obligation->runners.at[i].scope))
      return true;
  return false;
}

static void print_unexplained(const struct spec *spec,
                              const struct spec_obligation *obligation,
                              struct strbuf *out) {
  const char *separator = "without C nobody knows what is meant by ";
  for (uint32_t i = 0; i < obligation->runners.count; i++) {
    const struct spec_scope *scope = &obligation->runners.at[i].scope;
    for (uint32_t k = 0; k < scope->places.count; k++)
      if (scope->places.at[k].kind == PLACE_UNKNOWN) {
        strbuf_format(out, "%s'%s'", separator,
                      name_text(spec->names, scope->places.at[k].text));
        separator = ", ";
      }
  }
}

enum verdict process_check(struct spec *spec, const struct spec_check *check,
                           struct strbuf *evidence, struct strbuf *reason) {
  enum goal_kind goal = check->item->check.goal;
  if (goal != GOAL_REFINES && goal != GOAL_DEADLOCK_FREE) {
    strbuf_add(reason, "there is no such check of processes");
    return VERDICT_UNKNOWN;
  }
  struct spec_obligation obligation;
  enum verdict verdict = VERDICT_UNKNOWN;
  if (!spec_prepare(spec, check, &obligation)) {
    strbuf_add(reason, "the specification could not be made ready");
  } else {
    verdict = decide(check, &obligation, evidence);
    if (verdict == VERDICT_UNKNOWN)
      strbuf_add(reason, "the process is too large");
  }
  if (verdict == VERDICT_FALSE && is_unexplained(&obligation)) {
    print_unexplained(spec, &obligation, reason);
    verdict = VERDICT_UNKNOWN;
  }
  spec_obligation_release(&obligation);
  return verdict;
}
