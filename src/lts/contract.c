#include "lts/contract.h"

#include <stdlib.h>

#include "base/check.h"
#include "lts/determinise.h"
#include "lts/internal.h"
#include "lts/transform.h"
#include "lts/weak.h"

// ERROR as a label. Like those of lts_expose_kinds it contains a blank.
static const char error_label[] = "leads to ERROR";

static void copy_steps(struct lts_builder *builder, const struct lts *lts,
                       uint32_t state) {
  struct lts_step_range range = lts_steps(lts, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++)
    lts_builder_step(builder, state, step->action, step->target);
}

// The same without kinds and names; ERROR states have a loop instead.
static struct lts *mark_errors(const struct lts *lts) {
  struct lts_builder builder;
  lts_builder_init_like(&builder, lts);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    copy_steps(&builder, lts, s);
    if (lts_kind(lts, s) == STATE_ERROR)
      lts_builder_step(&builder, s, action_intern(lts->actions, error_label),
                       s);
  }
  return lts_builder_finish(&builder);
}

static bool has_step_by(const struct lts *lts, uint32_t state,
                        struct action action) {
  struct lts_step_range range = lts_steps_by(lts, state, action);
  return range.begin < range.end;
}

// The steps of a state: those into marked states also lead to `error`.
static void unmark_state(struct lts_builder *builder, const struct lts *lts,
                         uint32_t state, struct action mark, uint32_t error) {
  struct lts_step_range range = lts_steps(lts, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    if (action_equal(step->action, mark))
      continue;
    bool marked = has_step_by(lts, step->target, mark);
    struct lts_step_range next = lts_steps(lts, step->target);
    if (marked)
      lts_builder_step(builder, state, step->action, error);
    if (!marked || next.begin->action.id != mark.id ||
        next.end[-1].action.id != mark.id)
      lts_builder_step(builder, state, step->action, step->target);
  }
}

// The inverse of marking, after states were merged.
static struct lts *unmark_errors(struct lts *lts) {
  struct action mark = action_find(lts->actions, error_label);
  if (action_is_none(mark) || !bitset_has(&lts->alphabet, mark.id))
    return lts;
  struct lts_builder builder;
  lts_builder_init(&builder, lts->actions);
  lts_builder_states(&builder, lts->state_count);
  uint32_t error = lts_builder_state(&builder);
  lts_builder_kind(&builder, error, STATE_ERROR);
  lts_builder_initial(&builder, lts->initial);
  bitset_copy(&builder.alphabet, &lts->alphabet);
  bitset_remove(&builder.alphabet, mark.id);
  for (uint32_t s = 0; s < lts->state_count; s++)
    unmark_state(&builder, lts, s, mark, error);
  if (has_step_by(lts, lts->initial, mark)) {
    if (lts_steps(lts, lts->initial).begin->action.id == mark.id &&
        lts_steps(lts, lts->initial).end[-1].action.id == mark.id)
      lts_builder_initial(&builder, error);
    else
      lts_builder_step(&builder, lts->initial, action_tau, error);
  }
  uint32_t *map;
  struct lts *result =
      lts_keep_reachable(lts_replace(lts, lts_builder_finish(&builder)), &map);
  free(map);
  return result;
}

// Candidates

static uint64_t weight(const struct lts *lts) {
  return (uint64_t)lts->state_count + lts->step_count;
}

static bool is_smaller(const struct lts *a, const struct lts *b) {
  return a->state_count != b->state_count ? a->state_count < b->state_count
                                          : a->step_count < b->step_count;
}

// Keeps the better one of two, the second one (may be null) if there is no
// difference, but only if it is no larger than `most`.
static struct lts *choose(struct lts *best, struct lts *other,
                          const struct lts *most) {
  if (!other)
    return best;
  other = unmark_errors(other);
  if (other->state_count > most->state_count || weight(other) > weight(most) ||
      is_smaller(best, other)) {
    lts_free(other);
    return best;
  }
  return lts_replace(best, other);
}

static struct lts *reachable_quotient(struct lts *lts,
                                      enum lts_equivalence equivalence) {
  uint32_t *map;
  lts = lts_keep_reachable(lts_reduce(lts, equivalence, NULL), &map);
  free(map);
  return lts;
}

// What has many more sets than states seldom shrinks below the states again.
static struct lts *determinise(const struct lts *lts, uint64_t limit) {
  uint64_t most = 4 * (uint64_t)lts->state_count + 64;
  if (lts_is_deterministic(lts))
    return NULL;
  struct lts *result =
      lts_determinise(lts, true, limit && limit < most ? limit : most);
  return result ? reachable_quotient(result, LTS_STRONG) : NULL;
}

static struct lts *contract_traces(struct lts *whole, uint64_t limit) {
  struct lts *branching = mark_errors(whole);
  branching = reachable_quotient(branching, LTS_BRANCHING);
  struct lts *best = choose(lts_copy(whole), lts_copy(branching), whole);
  struct lts *visible = lts_remove_tau(branching, limit);
  lts_free(branching);
  if (visible) {
    visible = reachable_quotient(visible, LTS_STRONG);
    best = choose(best, lts_copy(visible), whole);
    best = choose(best, determinise(visible, limit), whole);
    lts_free(visible);
  }
  lts_free(whole);
  return best;
}

struct lts *lts_contract(const struct lts *lts, const struct bitset *kept,
                         enum lts_equivalence equivalence, uint64_t limit) {
  CHECK(equivalence == LTS_BRANCHING || equivalence == LTS_WEAK_TRACE,
        "contraction by another equivalence");
  struct lts *visible = lts_project(lts, kept);
  if (equivalence == LTS_BRANCHING)
    return lts_minimise(visible, LTS_BRANCHING, 0, NULL);
  uint32_t *map;
  visible = lts_keep_reachable(visible, &map);
  free(map);
  return contract_traces(visible, limit);
}
