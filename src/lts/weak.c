#include "lts/weak.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lts/transform.h"

// Walks

void tau_walk_init(struct tau_walk *walk, const struct lts *lts) {
  *walk = (struct tau_walk){.lts = lts};
  walk->mark = memory_new_zero(lts->state_count, sizeof *walk->mark);
  walk->from = memory_new(lts->state_count * sizeof *walk->from);
}

void tau_walk_release(struct tau_walk *walk) {
  free(walk->mark);
  free(walk->from);
  u32_vec_release(&walk->reached);
}

void tau_walk_begin(struct tau_walk *walk) {
  u32_vec_clear(&walk->reached);
  if (++walk->round == 0) {
    memset(walk->mark, 0, walk->lts->state_count * sizeof *walk->mark);
    walk->round = 1;
  }
}

bool tau_walk_has(const struct tau_walk *walk, uint32_t state) {
  return walk->mark[state] == walk->round;
}

void tau_walk_add(struct tau_walk *walk, uint32_t state, uint32_t from) {
  if (tau_walk_has(walk, state))
    return;
  walk->mark[state] = walk->round;
  walk->from[state] = from;
  u32_vec_push(&walk->reached, state);
}

void tau_walk_close(struct tau_walk *walk) {
  for (uint32_t k = 0; k < walk->reached.count; k++) {
    struct lts_step_range range = lts_steps(walk->lts, walk->reached.at[k]);
    for (const struct lts_step *step = range.begin;
         step < range.end && action_is_tau(step->action); step++)
      tau_walk_add(walk, step->target, walk->reached.at[k]);
  }
}

void tau_walk_run(struct tau_walk *walk, uint32_t state) {
  tau_walk_begin(walk);
  tau_walk_add(walk, state, STATE_NONE);
  tau_walk_close(walk);
}

// Weak steps

// Sorts what was appended from `begin` on and drops duplicates.
static void tidy(struct lts_step_vec *steps, uint32_t begin) {
  uint32_t kept = begin;
  if (begin == steps->count)
    return;
  qsort(steps->at + begin, steps->count - begin, sizeof *steps->at,
        lts_step_compare);
  for (uint32_t i = begin; i < steps->count; i++)
    if (kept == begin || lts_step_compare(&steps->at[kept - 1], &steps->at[i]))
      steps->at[kept++] = steps->at[i];
  steps->count = kept;
}

// The visible steps of the closure in `walk` by an action, or by all.
static void gather_visible(const struct tau_walk *walk, struct action action,
                           struct lts_step_vec *out) {
  for (uint32_t k = 0; k < walk->reached.count; k++) {
    struct lts_step_range range = lts_steps(walk->lts, walk->reached.at[k]);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      if (!action_is_tau(step->action) &&
          (action_is_none(action) || action_equal(action, step->action)))
        lts_step_vec_push(out, *step);
  }
}

// Replaces (a, t) of steps[begin ..] by (a, u) for all u in the closure of t.
static void close_targets(struct tau_walk *walk, struct lts_step_vec *steps,
                          uint32_t begin) {
  tidy(steps, begin);
  uint32_t end = steps->count;
  for (uint32_t i = begin; i < end;) {
    struct action action = steps->at[i].action;
    tau_walk_begin(walk);
    for (; i < end && action_equal(action, steps->at[i].action); i++)
      tau_walk_add(walk, steps->at[i].target, STATE_NONE);
    tau_walk_close(walk);
    for (uint32_t k = 0; k < walk->reached.count; k++)
      lts_step_vec_push(steps, (struct lts_step){action, walk->reached.at[k]});
  }
  tidy(steps, begin);
}

static void add_weak_steps(struct tau_walk *walk, uint32_t state,
                           struct action action, struct lts_step_vec *out) {
  uint32_t begin = out->count;
  tau_walk_run(walk, state);
  if (!action_is_tau(action))
    gather_visible(walk, action, out);
  struct lts_step_vec silent = {0};
  if (action_is_none(action) || action_is_tau(action))
    for (uint32_t k = 0; k < walk->reached.count; k++)
      lts_step_vec_push(&silent,
                        (struct lts_step){action_tau, walk->reached.at[k]});
  close_targets(walk, out, begin);
  lts_step_vec_append(out, silent.at, silent.count);
  lts_step_vec_release(&silent);
  tidy(out, begin);
}

void lts_weak_steps(const struct lts *lts, uint32_t state, struct action action,
                    struct lts_step_vec *out) {
  struct tau_walk walk;
  tau_walk_init(&walk, lts);
  add_weak_steps(&walk, state, action, out);
  tau_walk_release(&walk);
}

// Saturation and removal of tau: both replace the row of each state.

static struct lts *replace_rows(const struct lts *lts, uint64_t limit,
                                bool saturate) {
  struct tau_walk walk;
  struct lts_builder builder;
  struct lts_step_vec row = {0};
  tau_walk_init(&walk, lts);
  lts_builder_init_like(&builder, lts);
  bool within = true;
  for (uint32_t s = 0; within && s < lts->state_count; s++) {
    lts_step_vec_clear(&row);
    if (saturate) {
      add_weak_steps(&walk, s, (struct action){0}, &row);
    } else {
      tau_walk_run(&walk, s);
      gather_visible(&walk, (struct action){0}, &row);
      tidy(&row, 0);
    }
    for (uint32_t i = 0; i < row.count; i++)
      lts_builder_step(&builder, s, row.at[i].action, row.at[i].target);
    within = !limit || builder.edges.count <= limit;
    if (!saturate && walk.reached.count == 1 && lts_kind(lts, s) != STATE_PLAIN)
      lts_builder_kind(&builder, s, lts_kind(lts, s));
  }
  tau_walk_release(&walk);
  lts_step_vec_release(&row);
  if (within)
    return lts_builder_finish(&builder);
  lts_builder_release(&builder);
  return NULL;
}

struct lts *lts_saturate(const struct lts *lts, uint64_t limit) {
  return replace_rows(lts, limit, true);
}

struct lts *lts_remove_tau(const struct lts *lts, uint64_t limit) {
  struct lts *visible = replace_rows(lts, limit, false);
  if (!visible)
    return NULL;
  struct lts *reachable = lts_reachable(visible, NULL);
  lts_free(visible);
  return reachable;
}

bool lts_is_weakly_deterministic(const struct lts *lts) {
  struct lts *without = lts_remove_tau(lts, 0);
  bool ok = without && lts_is_deterministic(without);
  if (without)
    lts_free(without);
  return ok;
}
