#include "lts/levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory.h"
#include "lts/transform.h"

VEC_DEFINE(u64_vec, uint64_t);

struct origin {
  uint32_t parent; // the block it was split from
  uint32_t round;  // in which
  uint32_t size;
};

VEC_DEFINE(origin_vec, struct origin);

// Signatures are interned sets of (action << 32 | block).
struct signature {
  size_t first;
  uint32_t count;
};

VEC_DEFINE(signature_vec, struct signature);

struct levels {
  const struct lts *lts;
  bool branching;
  uint32_t *block_of;
  struct origin_vec blocks;
  uint32_t *signature_of; // by state, 0 = none yet
  struct signature_vec signatures;
  uint64_t *pool;
  size_t pool_count, pool_capacity;
  uint32_t *slots; // signature, 0 = free
  uint32_t slot_mask;
  struct u64_vec building;
  uint32_t *order;      // silent steps lead to lower numbers
  uint32_t *first;      // predecessors of each state:
  uint32_t *sources;    // sources[first[s] .. first[s+1]-1]
  uint8_t *silent;      // parallel to sources: by tau?
  struct u32_vec dirty; // states to look at
  bool *is_dirty;
  struct u32_vec changed; // states with another signature
};

// Interning signatures

static uint64_t hash_elements(const uint64_t *elements, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++)
    hash = hash_mix(hash, elements[i]);
  return hash;
}

static uint32_t find_slot(const struct levels *levels, const uint64_t *elements,
                          uint32_t count) {
  uint32_t slot = (uint32_t)hash_elements(elements, count) & levels->slot_mask;
  for (; levels->slots[slot]; slot = (slot + 1) & levels->slot_mask) {
    struct signature it = levels->signatures.at[levels->slots[slot]];
    if (it.count == count &&
        (!count ||
         !memcmp(levels->pool + it.first, elements, count * sizeof *elements)))
      break;
  }
  return slot;
}

static void grow_slots(struct levels *levels) {
  uint32_t size = levels->slots ? 2 * (levels->slot_mask + 1) : 64;
  CHECK(size, "more than 2^31 signatures");
  free(levels->slots);
  levels->slots = memory_new_zero(size, sizeof *levels->slots);
  levels->slot_mask = size - 1;
  for (uint32_t k = 1; k < levels->signatures.count; k++) {
    struct signature it = levels->signatures.at[k];
    levels->slots[find_slot(levels, levels->pool + it.first, it.count)] = k;
  }
}

static uint32_t store(struct levels *levels) {
  uint32_t count = levels->building.count;
  while (levels->pool_count + count > levels->pool_capacity) {
    levels->pool_capacity = 2 * levels->pool_capacity + 1024;
    levels->pool = memory_resize(levels->pool,
                                 levels->pool_capacity * sizeof *levels->pool);
  }
  struct signature it = {levels->pool_count, count};
  if (count)
    memcpy(levels->pool + it.first, levels->building.at,
           count * sizeof *levels->pool);
  levels->pool_count += count;
  return signature_vec_push(&levels->signatures, it);
}

static uint32_t intern_signature(struct levels *levels) {
  if (2 * (uint64_t)levels->signatures.count >= levels->slot_mask)
    grow_slots(levels);
  uint32_t slot =
      find_slot(levels, levels->building.at, levels->building.count);
  if (!levels->slots[slot])
    levels->slots[slot] = store(levels);
  return levels->slots[slot];
}

// Computing signatures

static int compare_u64(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_building(struct u64_vec *building) {
  if (building->count < 2)
    return;
  qsort(building->at, building->count, sizeof *building->at, compare_u64);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < building->count; i++)
    if (building->at[i] != building->at[kept - 1])
      building->at[kept++] = building->at[i];
  building->count = kept;
}

static uint32_t signature(struct levels *levels, uint32_t state) {
  u64_vec_clear(&levels->building);
  struct lts_step_range range = lts_steps(levels->lts, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    uint32_t block = levels->block_of[step->target];
    if (levels->branching && action_is_tau(step->action) &&
        block == levels->block_of[state]) {
      struct signature it =
          levels->signatures.at[levels->signature_of[step->target]];
      if (it.count)
        u64_vec_append(&levels->building, levels->pool + it.first, it.count);
    } else {
      u64_vec_push(&levels->building, (uint64_t)step->action.id << 32 | block);
    }
  }
  sort_building(&levels->building);
  return intern_signature(levels);
}

static int compare_order(const void *a, const void *b, void *data) {
  const uint32_t *order = data;
  uint32_t x = order[*(const uint32_t *)a], y = order[*(const uint32_t *)b];
  return (x > y) - (x < y);
}

// New signatures of the dirty states, those that others look through first.
static void look_again(struct levels *levels) {
  qsort_r(levels->dirty.at, levels->dirty.count, sizeof(uint32_t),
          compare_order, levels->order);
  u32_vec_clear(&levels->changed);
  for (uint32_t i = 0; i < levels->dirty.count; i++) {
    uint32_t state = levels->dirty.at[i];
    uint32_t now = signature(levels, state);
    levels->is_dirty[state] = false;
    if (now != levels->signature_of[state])
      u32_vec_push(&levels->changed, state);
    levels->signature_of[state] = now;
  }
  u32_vec_clear(&levels->dirty);
}

// Splitting

static int compare_changed(const void *a, const void *b, void *data) {
  const struct levels *levels = data;
  uint32_t s = *(const uint32_t *)a, t = *(const uint32_t *)b;
  if (levels->block_of[s] != levels->block_of[t])
    return levels->block_of[s] < levels->block_of[t] ? -1 : 1;
  uint32_t x = levels->signature_of[s], y = levels->signature_of[t];
  if (x != y)
    return x < y ? -1 : 1;
  return (s > t) - (s < t);
}

static void add_dirty(struct levels *levels, uint32_t state) {
  if (levels->is_dirty[state])
    return;
  levels->is_dirty[state] = true;
  u32_vec_push(&levels->dirty, state);
}

// Those of changed[begin .. end-1] become a new block.
static void make_block(struct levels *levels, uint32_t begin, uint32_t end,
                       uint32_t parent, uint32_t round) {
  uint32_t number = origin_vec_push(
      &levels->blocks, (struct origin){parent, round, end - begin});
  levels->blocks.at[parent].size -= end - begin;
  for (uint32_t i = begin; i < end; i++) {
    uint32_t state = levels->changed.at[i];
    levels->block_of[state] = number;
    if (levels->branching)
      add_dirty(levels, state);
    for (uint32_t k = levels->first[state]; k < levels->first[state + 1]; k++)
      add_dirty(levels, levels->sources[k]);
  }
}

static uint32_t group_end(const struct levels *levels, uint32_t begin,
                          uint32_t end) {
  uint32_t signature_here = levels->signature_of[levels->changed.at[begin]];
  while (begin < end &&
         levels->signature_of[levels->changed.at[begin]] == signature_here)
    begin++;
  return begin;
}

// The changed states of one block are changed[begin .. end-1], by signature.
// States that did not change keep the block; if there are none, the largest
// group does.
static void split_block(struct levels *levels, uint32_t begin, uint32_t end,
                        uint32_t round) {
  uint32_t block = levels->block_of[levels->changed.at[begin]];
  uint32_t keeper = end;
  if (levels->blocks.at[block].size == end - begin) {
    uint32_t largest = 0;
    for (uint32_t i = begin, j; i < end; i = j) {
      j = group_end(levels, i, end);
      if (j - i > largest) {
        largest = j - i;
        keeper = i;
      }
    }
  }
  for (uint32_t i = begin, j; i < end; i = j) {
    j = group_end(levels, i, end);
    if (i != keeper)
      make_block(levels, i, j, block, round);
  }
}

static void split_changed(struct levels *levels, uint32_t round) {
  struct u32_vec *changed = &levels->changed;
  qsort_r(changed->at, changed->count, sizeof(uint32_t), compare_changed,
          levels);
  for (uint32_t i = 0, j; i < changed->count; i = j) {
    uint32_t block = levels->block_of[changed->at[i]];
    for (j = i; j < changed->count; j++)
      if (levels->block_of[changed->at[j]] != block)
        break;
    split_block(levels, i, j, round);
  }
}

// Whoever looks through a dirty state is dirty.
static void close_dirty(struct levels *levels) {
  for (uint32_t i = 0; levels->branching && i < levels->dirty.count; i++) {
    uint32_t state = levels->dirty.at[i];
    for (uint32_t k = levels->first[state]; k < levels->first[state + 1]; k++)
      if (levels->silent[k] &&
          levels->block_of[levels->sources[k]] == levels->block_of[state])
        add_dirty(levels, levels->sources[k]);
  }
}

// Life cycle

static void find_predecessors(struct levels *levels) {
  const struct lts *lts = levels->lts;
  levels->first = memory_new_zero(lts->state_count + 2u, sizeof(uint32_t));
  levels->sources = memory_new((lts->step_count + 1u) * sizeof(uint32_t));
  levels->silent = memory_new(lts->step_count + 1u);
  for (uint32_t i = 0; i < lts->step_count; i++)
    levels->first[lts->steps[i].target + 2]++;
  for (uint32_t s = 0; s < lts->state_count; s++)
    levels->first[s + 2] += levels->first[s + 1];
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++) {
      uint32_t at = levels->first[lts->steps[i].target + 1]++;
      levels->sources[at] = s;
      levels->silent[at] = action_is_tau(lts->steps[i].action);
    }
}

static void levels_run(struct levels *levels) {
  for (uint32_t s = 0; s < levels->lts->state_count; s++)
    add_dirty(levels, s);
  for (uint32_t round = 1; levels->dirty.count; round++) {
    look_again(levels);
    split_changed(levels, round);
    close_dirty(levels);
  }
}

struct levels *levels_new(const struct lts *lts, bool branching) {
  struct levels *levels = memory_new_zero(1, sizeof *levels);
  uint32_t n = lts->state_count, components;
  levels->lts = lts;
  levels->branching = branching;
  levels->block_of = memory_new_zero(n, sizeof(uint32_t));
  levels->signature_of = memory_new_zero(n, sizeof(uint32_t));
  levels->is_dirty = memory_new_zero(n, sizeof(bool));
  levels->order = lts_tau_components(lts, &components);
  CHECK(!branching || components == n, "silent cycles");
  origin_vec_push(&levels->blocks, (struct origin){0, 0, n});
  signature_vec_push(&levels->signatures, (struct signature){0});
  find_predecessors(levels);
  levels_run(levels);
  return levels;
}

void levels_free(struct levels *levels) {
  if (!levels)
    return;
  free(levels->block_of);
  origin_vec_release(&levels->blocks);
  free(levels->signature_of);
  signature_vec_release(&levels->signatures);
  free(levels->pool);
  free(levels->slots);
  u64_vec_release(&levels->building);
  free(levels->order);
  free(levels->first);
  free(levels->sources);
  free(levels->silent);
  u32_vec_release(&levels->dirty);
  free(levels->is_dirty);
  u32_vec_release(&levels->changed);
  free(levels);
}

uint32_t levels_block_of(const struct levels *levels, uint32_t s) {
  return levels->block_of[s];
}

// Climbs from the younger block until both meet; the last climb is the split
// that parted them.
uint32_t levels_rank(const struct levels *levels, uint32_t s, uint32_t t) {
  uint32_t x = levels->block_of[s], y = levels->block_of[t];
  uint32_t rank = RANK_NEVER;
  while (x != y) {
    uint32_t *younger =
        levels->blocks.at[x].round > levels->blocks.at[y].round ? &x : &y;
    rank = levels->blocks.at[*younger].round;
    *younger = levels->blocks.at[*younger].parent;
  }
  return rank;
}
