#include "lts/minimise.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lts/determinise.h"
#include "lts/internal.h"
#include "lts/partition.h"
#include "lts/transform.h"
#include "lts/weak.h"

// Composes maps in place: map becomes "then after map"; frees `then`.
static void map_then(uint32_t *map, uint32_t count, uint32_t *then) {
  for (uint32_t s = 0; s < count; s++)
    if (map[s] != STATE_NONE)
      map[s] = then[map[s]];
  free(then);
}

static bool has_silent_loop(const struct lts *lts) {
  for (uint32_t s = 0; s < lts->state_count; s++)
    if (lts_has_step(lts, s, action_tau, s))
      return true;
  return false;
}

// The reductions give a map from old states to new ones only if asked to: the
// maps are large.

static uint32_t *identity(uint32_t count) {
  uint32_t *map = memory_new(count * sizeof *map);
  for (uint32_t s = 0; s < count; s++)
    map[s] = s;
  return map;
}

// Afterwards silent steps are acyclic.
static struct lts *collapse_cycles(struct lts *lts, uint32_t **map) {
  uint32_t states = lts->state_count, count = states;
  uint32_t *components = NULL;
  if (lts_silent_course(lts) == SILENT_ANYWHERE)
    components = lts_tau_components(lts, &count);
  bool is_acyclic = count == states && !(components && has_silent_loop(lts));
  if (!is_acyclic)
    lts = lts_replace(lts, lts_quotient(lts, components, count, false));
  if (map && !is_acyclic) {
    *map = components;
    return lts;
  }
  free(components);
  if (map)
    *map = identity(states);
  return lts;
}

static struct lts *reduce_branching(struct lts *lts, uint32_t **map) {
  uint32_t states = lts->state_count;
  uint32_t *strong, *branching;
  lts = collapse_cycles(lts, map);
  // Strong bisimulation first: it is cheaper in memory, and what it merges the
  // other need not hold.
  lts = partition_strong_quotient(lts, map ? &strong : NULL);
  if (map)
    map_then(*map, states, strong);
  if (lts_silent_course(lts) == SILENT_NOWHERE)
    return lts; // the two are the same
  lts = partition_branching_quotient(lts, map ? &branching : NULL);
  if (map)
    map_then(*map, states, branching);
  return lts;
}

struct lts *lts_reduce(struct lts *lts, enum lts_equivalence equivalence,
                       uint32_t **map) {
  if (equivalence == LTS_DIVERGENCE)
    lts = lts_replace(lts, lts_expose_divergence(lts));
  if (equivalence == LTS_STRONG)
    return partition_strong_quotient(lts, map);
  return reduce_branching(lts, map);
}

// Weak steps of one step: does it follow from the others? `weak` has all weak
// steps of the LTS. Silent steps are acyclic; a step follows if a silent step
// of its state leads to one that has it weakly, or if another step by the same
// action leads to where its target is reached silently.
static bool follows(const struct lts *lts, const struct lts *weak,
                    uint32_t state, struct lts_step step) {
  struct lts_step_range silent = lts_steps_by(lts, state, action_tau);
  struct lts_step_range same = lts_steps_by(lts, state, step.action);
  bool is_silent = action_is_tau(step.action);
  for (const struct lts_step *by = silent.begin; by < silent.end; by++)
    if (!(is_silent && by->target == step.target) &&
        lts_has_step(weak, by->target, step.action, step.target))
      return true;
  for (const struct lts_step *by = same.begin; !is_silent && by < same.end;
       by++)
    if (by->target != step.target &&
        lts_has_step(weak, by->target, action_tau, step.target))
      return true;
  return false;
}

// The quotient by weak bisimulation with the fewest steps: only those that do
// not follow from others (Eloranta, BIT 1991). Each that follows does so from
// steps nearer to the end of the silent steps, of its state or of its target,
// so all may go at once.
static struct lts *drop_following(struct lts *lts) {
  struct lts *weak = lts_saturate(lts, 0);
  struct lts_builder builder;
  lts_builder_init(&builder, lts->actions);
  lts_builder_labels(&builder, lts);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range range = lts_steps(lts, s);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      if (!follows(lts, weak, s, *step))
        lts_builder_step(&builder, s, step->action, step->target);
  }
  lts_free(weak);
  return lts_replace(lts, lts_builder_finish(&builder));
}

// By weak bisimulation: strong bisimulation of the weak steps. If the limit is
// reached there is no map.
static struct lts *reduce_weak(struct lts *lts, uint64_t limit,
                               uint32_t **map) {
  uint32_t states = lts->state_count, count;
  lts = lts_reduce(lts, LTS_BRANCHING, map);
  struct lts *saturated = lts_saturate(lts, limit);
  if (!saturated) {
    if (map)
      free(*map);
    lts_free(lts);
    return NULL;
  }
  uint32_t *weak = partition_strong(saturated, &count);
  lts_free(saturated);
  lts = drop_following(lts_replace(lts, lts_quotient(lts, weak, count, false)));
  if (map)
    map_then(*map, states, weak);
  else
    free(weak);
  return lts;
}

static struct lts *minimise_traces(struct lts *lts, bool weak, uint64_t limit) {
  lts = lts_reduce(lts, weak ? LTS_BRANCHING : LTS_STRONG, NULL);
  lts = lts_replace(lts, lts_determinise(lts, weak, limit));
  return lts ? partition_strong_quotient(lts, NULL) : NULL;
}

static struct lts *keep_reachable(struct lts *lts, uint32_t **map,
                                  uint32_t count) {
  uint32_t *reachable;
  lts = lts_keep_reachable(lts, &reachable);
  if (map && reachable)
    map_then(*map, count, reachable);
  else
    free(reachable);
  return lts;
}

static struct lts *minimise_states(struct lts *lts,
                                   enum lts_equivalence equivalence,
                                   uint64_t limit, uint32_t **map) {
  uint32_t count = lts->state_count;
  if (lts->kinds)
    lts = lts_replace(lts, lts_expose_kinds(lts));
  lts = equivalence == LTS_WEAK ? reduce_weak(lts, limit, map)
                                : lts_reduce(lts, equivalence, map);
  if (!lts)
    return NULL;
  lts = keep_reachable(lts, map, count);
  if (equivalence == LTS_DIVERGENCE)
    lts = lts_replace(lts, lts_absorb_divergence(lts));
  return lts_replace(lts, lts_absorb_kinds(lts));
}

struct lts *lts_minimise(struct lts *lts, enum lts_equivalence equivalence,
                         uint64_t limit, uint32_t **map) {
  if (equivalence != LTS_TRACE && equivalence != LTS_WEAK_TRACE) {
    lts = minimise_states(lts, equivalence, limit, map);
    if (!lts && map)
      *map = NULL;
    return lts;
  }
  if (map)
    *map = NULL;
  return minimise_traces(lts, equivalence == LTS_WEAK_TRACE, limit);
}
