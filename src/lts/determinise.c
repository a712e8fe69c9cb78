#include "lts/determinise.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/map.h"
#include "base/memory.h"

NUMBER_MAP_DEFINE(successor_map, uint64_t, uint32_t);

struct subset {
  size_t first; // members are pool[first .. first + count - 1]
  uint32_t count;
  uint64_t signature; // a bit per member, by its number modulo 64
};

VEC_DEFINE(subset_vec, struct subset);

struct subsets {
  const struct lts *lts;
  bool weak;
  uint32_t *pool;
  size_t pool_count, pool_capacity;
  struct subset_vec sets;
  uint32_t *slots; // set number, 0 = free (the empty set is never looked up)
  uint32_t slot_mask;
  struct successor_map next;
  uint32_t *mark; // by state: the round in which it was added
  uint32_t round;
  struct u32_vec building;
  uint64_t effort;
};

struct subsets *subsets_new(const struct lts *lts, bool weak) {
  struct subsets *subsets = memory_new_zero(1, sizeof *subsets);
  subsets->lts = lts;
  subsets->weak = weak;
  subsets->mark = memory_new_zero(lts->state_count, sizeof *subsets->mark);
  subset_vec_push(&subsets->sets, (struct subset){0});
  return subsets;
}

void subsets_free(struct subsets *subsets) {
  if (!subsets)
    return;
  free(subsets->pool);
  free(subsets->slots);
  free(subsets->mark);
  subset_vec_release(&subsets->sets);
  successor_map_release(&subsets->next);
  u32_vec_release(&subsets->building);
  free(subsets);
}

uint32_t subsets_count(const struct subsets *subsets) {
  return subsets->sets.count;
}

const uint32_t *subsets_members(const struct subsets *subsets, uint32_t set,
                                uint32_t *count) {
  *count = subsets->sets.at[set].count;
  return subsets->pool + subsets->sets.at[set].first;
}

bool subsets_has(const struct subsets *subsets, uint32_t set, uint32_t state) {
  const struct subset *it = &subsets->sets.at[set];
  const uint32_t *members = subsets->pool + it->first;
  uint32_t low = 0, high = it->count;
  if (!(it->signature & UINT64_C(1) << (state & 63)))
    return false;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (members[middle] < state)
      low = middle + 1;
    else
      high = middle;
  }
  return low < it->count && members[low] == state;
}

uint64_t subsets_effort(const struct subsets *subsets) {
  return subsets->effort;
}

// Both lists are sorted: a merge.
bool subsets_is_subset(struct subsets *subsets, uint32_t a, uint32_t b) {
  const struct subset *left = &subsets->sets.at[a];
  const struct subset *right = &subsets->sets.at[b];
  subsets->effort++;
  if (a == b)
    return true;
  if (left->count > right->count || left->signature & ~right->signature)
    return false;
  const uint32_t *x = subsets->pool + left->first;
  const uint32_t *y = subsets->pool + right->first;
  uint32_t j = 0;
  subsets->effort += right->count;
  for (uint32_t i = 0; i < left->count; i++, j++) {
    while (j < right->count && y[j] < x[i])
      j++;
    if (j == right->count || y[j] != x[i])
      return false;
  }
  return true;
}

// Building a set

static void add_member(struct subsets *subsets, uint32_t state) {
  if (subsets->mark[state] == subsets->round)
    return;
  subsets->mark[state] = subsets->round;
  u32_vec_push(&subsets->building, state);
}

static void begin_set(struct subsets *subsets) {
  u32_vec_clear(&subsets->building);
  if (++subsets->round == 0) {
    memset(subsets->mark, 0, subsets->lts->state_count * sizeof(uint32_t));
    subsets->round = 1;
  }
}

static void close_silently(struct subsets *subsets) {
  for (uint32_t k = 0; k < subsets->building.count; k++) {
    struct lts_step_range range =
        lts_steps(subsets->lts, subsets->building.at[k]);
    for (const struct lts_step *step = range.begin;
         step < range.end && action_is_tau(step->action); step++)
      add_member(subsets, step->target);
  }
}

static bool equals_building(const struct subsets *subsets, uint32_t set) {
  const struct subset *it = &subsets->sets.at[set];
  return it->count == subsets->building.count &&
         !memcmp(subsets->pool + it->first, subsets->building.at,
                 it->count * sizeof(uint32_t));
}

static void grow_slots(struct subsets *subsets) {
  uint32_t size = subsets->slots ? 2 * (subsets->slot_mask + 1) : 64;
  CHECK(size, "more than 2^31 sets");
  free(subsets->slots);
  subsets->slots = memory_new_zero(size, sizeof *subsets->slots);
  subsets->slot_mask = size - 1;
  for (uint32_t k = 1; k < subsets->sets.count; k++) {
    const struct subset *set = &subsets->sets.at[k];
    uint32_t slot =
        (uint32_t)hash_numbers(subsets->pool + set->first, set->count) &
        subsets->slot_mask;
    while (subsets->slots[slot])
      slot = (slot + 1) & subsets->slot_mask;
    subsets->slots[slot] = k;
  }
}

static uint32_t store_set(struct subsets *subsets) {
  uint32_t count = subsets->building.count;
  while (subsets->pool_count + count > subsets->pool_capacity) {
    subsets->pool_capacity = 2 * subsets->pool_capacity + 1024;
    subsets->pool = memory_resize(subsets->pool, subsets->pool_capacity *
                                                     sizeof *subsets->pool);
  }
  struct subset set = {subsets->pool_count, count, 0};
  for (uint32_t i = 0; i < count; i++)
    set.signature |= UINT64_C(1) << (subsets->building.at[i] & 63);
  memcpy(subsets->pool + set.first, subsets->building.at,
         count * sizeof(uint32_t));
  subsets->pool_count += count;
  return subset_vec_push(&subsets->sets, set);
}

// Sorted, each once, and with what silent steps lead to.
static bool is_set(const struct subsets *subsets) {
  const struct u32_vec *building = &subsets->building;
  for (uint32_t i = 0; i < building->count; i++) {
    if (i && building->at[i - 1] >= building->at[i])
      return false;
    struct lts_step_range range = lts_steps(subsets->lts, building->at[i]);
    for (const struct lts_step *step = range.begin;
         subsets->weak && step < range.end && action_is_tau(step->action);
         step++)
      if (subsets->mark[step->target] != subsets->round)
        return false;
  }
  return true;
}

// The number of the set that was built.
static uint32_t finish_set(struct subsets *subsets) {
  struct u32_vec *building = &subsets->building;
  if (subsets->weak)
    close_silently(subsets);
  subsets->effort += building->count;
  if (!building->count)
    return SUBSET_EMPTY;
  qsort(building->at, building->count, sizeof(uint32_t), compare_u32);
  DCHECK(is_set(subsets), "a set of states is not sorted and closed");
  if (2 * (uint64_t)subsets->sets.count >= subsets->slot_mask)
    grow_slots(subsets);
  uint32_t slot = (uint32_t)hash_numbers(building->at, building->count) &
                  subsets->slot_mask;
  while (subsets->slots[slot] &&
         !equals_building(subsets, subsets->slots[slot]))
    slot = (slot + 1) & subsets->slot_mask;
  if (!subsets->slots[slot])
    subsets->slots[slot] = store_set(subsets);
  return subsets->slots[slot];
}

uint32_t subsets_initial(struct subsets *subsets) {
  begin_set(subsets);
  add_member(subsets, subsets->lts->initial);
  return finish_set(subsets);
}

static uint32_t compute_next(struct subsets *subsets, uint32_t set,
                             struct action action) {
  begin_set(subsets);
  const struct subset *from = &subsets->sets.at[set];
  for (uint32_t i = 0; i < from->count; i++) {
    uint32_t state = subsets->pool[from->first + i];
    struct lts_step_range range = lts_steps_by(subsets->lts, state, action);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      add_member(subsets, step->target);
  }
  return finish_set(subsets);
}

uint32_t subsets_next(struct subsets *subsets, uint32_t set,
                      struct action action) {
  uint64_t key = (uint64_t)set << 32 | action.id;
  uint32_t *known = successor_map_find(&subsets->next, key);
  if (known)
    return *known;
  uint32_t next = compute_next(subsets, set, action);
  successor_map_put(&subsets->next, key, next);
  return next;
}

void subsets_enabled(const struct subsets *subsets, uint32_t set,
                     struct lts_action_vec *out) {
  struct bitset found = {0};
  uint32_t count;
  const uint32_t *members = subsets_members(subsets, set, &count);
  for (uint32_t i = 0; i < count; i++) {
    struct lts_step_range range = lts_steps(subsets->lts, members[i]);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      if (!subsets->weak || !action_is_tau(step->action))
        bitset_add(&found, step->action.id);
  }
  BITSET_EACH (a, &found)
    lts_action_vec_push(out, (struct action){a});
  bitset_release(&found);
}

// Materialised: sets are numbered in order of discovery from 1, and expanding
// them in that order finds all.
struct lts *lts_determinise(const struct lts *lts, bool weak, uint64_t limit) {
  struct subsets *subsets = subsets_new(lts, weak);
  struct lts_builder builder;
  struct lts_action_vec enabled = {0};
  lts_builder_init(&builder, lts->actions);
  bitset_copy(&builder.alphabet, &lts->alphabet);
  subsets_initial(subsets);
  bool within = true;
  for (uint32_t set = 1; within && set < subsets->sets.count; set++) {
    lts_builder_state(&builder);
    lts_action_vec_clear(&enabled);
    subsets_enabled(subsets, set, &enabled);
    for (uint32_t i = 0; i < enabled.count; i++) {
      uint32_t next = compute_next(subsets, set, enabled.at[i]);
      lts_edge_vec_push(&builder.edges,
                        (struct lts_edge){set - 1, enabled.at[i], next - 1});
    }
    within = !limit || subsets->sets.count - 1 <= limit;
  }
  lts_action_vec_release(&enabled);
  subsets_free(subsets);
  if (within)
    return lts_builder_finish(&builder);
  lts_builder_release(&builder);
  return NULL;
}

// Completion

// Copies the LTS and sends missing steps to `sink`, which need not exist yet.
static bool add_missing(struct lts_builder *builder, const struct lts *lts,
                        uint32_t state, uint32_t sink) {
  const struct lts_step *step = lts_steps(lts, state).begin;
  const struct lts_step *end = lts_steps(lts, state).end;
  bool missing = false;
  BITSET_EACH (a, &lts->alphabet) {
    while (step < end && step->action.id < a)
      step++;
    if (step < end && step->action.id == a)
      continue;
    lts_edge_vec_push(&builder->edges, (struct lts_edge){state, {a}, sink});
    missing = true;
  }
  return missing;
}

struct lts *lts_complement(const struct lts *lts) {
  CHECK(lts_is_deterministic(lts), "the complement of a nondeterministic LTS");
  struct lts_builder builder;
  uint32_t sink = lts->state_count;
  bool missing = false;
  lts_builder_init_like(&builder, lts);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      lts_builder_step(&builder, s, lts->steps[i].action, lts->steps[i].target);
    missing |= add_missing(&builder, lts, s, sink);
  }
  if (missing) {
    lts_builder_state(&builder);
    lts_builder_kind(&builder, sink, STATE_ERROR);
  }
  return lts_builder_finish(&builder);
}
