#include "system/process.h"

#include "lts/compare.h"
#include "lts/inclusion.h"
#include "lts/transform.h"
#include "lts/view.h"
#include "spec/obligation.h"
#include "spec/syntax.h"

enum { MOST_PAIRS = 100000000 };

static struct execution *add_execution(struct result *result) {
  execution_vec_push(&result->executions, (struct execution){0});
  return execution_vec_last(&result->executions);
}

static struct name action_name(const struct result *result,
                               const struct lts *process,
                               struct action action) {
  return intern(result->names, action_text(process->actions, action));
}

// How the process goes wrong: the last step leads to ERROR, or is one that the
// specification does not allow.
static void take_trace(const struct lts *process, const struct inclusion *found,
                       struct result *result) {
  struct execution *execution = add_execution(result);
  uint32_t last = process->initial;
  for (uint32_t i = 0; i < found->run.count; i++) {
    execution_add_action(execution,
                         action_name(result, process, found->run.at[i].action));
    last = found->run.at[i].target;
  }
  bool is_error = lts_kind(process, last) == STATE_ERROR;
  execution->ending = is_error ? ENDING_ERROR : ENDING_FORBIDDEN;
  for (uint32_t i = 0; !is_error && i < found->allowed.count; i++)
    name_vec_push(&execution->allowed,
                  action_name(result, process, found->allowed.at[i]));
}

static enum verdict refines_traces(const struct lts *process,
                                   const struct lts *specification,
                                   struct result *result) {
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
    take_trace(process, &found, result);
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

static void take_play(const struct comparison *found, const struct lts *a,
                      const struct lts *b, struct compare_options options,
                      struct result *result) {
  struct execution *execution = add_execution(result);
  struct strbuf text = {0};
  comparison_print(found, a, b, options, &text);
  execution->ending = ENDING_REFUSED;
  execution->play = intern(result->names, strbuf_text(&text));
  strbuf_release(&text);
}

enum verdict process_refines(enum lts_relation relation,
                             const struct lts *process,
                             const struct lts *specification,
                             struct result *result) {
  struct lts *a = plain_projection(process, &specification->alphabet);
  struct lts *b = plain_projection(specification, &specification->alphabet);
  struct compare_options options = {.relation = relation, .limit = MOST_PAIRS};
  struct comparison found = lts_compare(a, b, options);
  enum verdict verdict = found.answer == COMPARE_HOLDS   ? VERDICT_TRUE
                         : found.answer == COMPARE_FAILS ? VERDICT_FALSE
                                                         : VERDICT_UNKNOWN;
  if (verdict == VERDICT_FALSE)
    take_play(&found, a, b, options, result);
  comparison_release(&found);
  lts_free(a);
  lts_free(b);
  return verdict;
}

static void take_deadlock(const struct lts *process,
                          const struct deadlock *found, struct result *result) {
  struct execution *execution = add_execution(result);
  char buffer[16];
  bool is_error = lts_kind(process, found->state) == STATE_ERROR;
  execution->ending = is_error ? ENDING_ERROR : ENDING_DEADLOCK;
  for (uint32_t i = 0; i < found->path.count; i++)
    execution_add_action(
        execution, action_name(result, process, found->path.at[i].action));
  execution->state =
      intern(result->names, lts_state_text(process, found->state, buffer));
}

static enum verdict is_deadlock_free(const struct lts *process,
                                     struct result *result) {
  struct lts_view view = lts_view_of(process);
  struct deadlock found = lts_find_deadlock(&view, MOST_PAIRS);
  enum verdict verdict = found.answer == DEADLOCK_FREE    ? VERDICT_TRUE
                         : found.answer == DEADLOCK_FOUND ? VERDICT_FALSE
                                                          : VERDICT_UNKNOWN;
  if (verdict == VERDICT_FALSE)
    take_deadlock(process, &found, result);
  deadlock_release(&found);
  return verdict;
}

static enum verdict decide(const struct spec_check *check,
                           const struct spec_obligation *obligation,
                           struct result *result) {
  const struct lts *process = obligation->subject;
  if (check->item->check.goal == GOAL_DEADLOCK_FREE)
    return is_deadlock_free(process, result);
  const struct lts *specification = obligation->specifications.at[0];
  enum verdict verdict = refines_traces(process, specification, result);
  enum refinement_kind refinement = check->item->check.refinement;
  if (verdict == VERDICT_TRUE && refinement != REFINES_TRACES)
    verdict =
        process_refines(refinement == REFINES_SIMULATION ? RELATION_WEAK_SIM
                                                         : RELATION_WEAK_BISIM,
                        process, specification, result);
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

void process_check(struct spec *spec, const struct spec_check *check,
                   struct result *result) {
  struct spec_obligation obligation;
  result->verdict = VERDICT_UNKNOWN;
  if (!spec_prepare(spec, check, &obligation)) {
    strbuf_add(&result->reason, "the specification could not be made ready");
  } else {
    result->verdict = decide(check, &obligation, result);
    if (result->verdict == VERDICT_UNKNOWN)
      strbuf_add(&result->reason, "the process is too large");
  }
  if (result->verdict == VERDICT_FALSE && is_unexplained(&obligation)) {
    print_unexplained(spec, &obligation, &result->reason);
    result->verdict = VERDICT_UNKNOWN;
  }
  spec_obligation_release(&obligation);
}
