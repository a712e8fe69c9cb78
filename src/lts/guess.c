// A first partition that is cheap to get and often almost the last one.
//
// A few rounds of signatures as in levels.h, each in linear time. Of a
// signature only the least and the greatest hash of its elements are kept,
// which can be united along inert steps in constant time, and of these and the
// colour before only a hash, the next colour. Equivalent states always have
// equal colours, so the partition is never too fine; a collision makes it a
// little coarser than it might be. No table is needed until the end, which
// keeps a round to two passes over the memory.
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/map.h"
#include "base/memory.h"
#include "lts/internal.h"
#include "lts/transform.h"

struct guesser {
  const struct lts *lts;
  bool branching;
  enum silent_course course;
  uint32_t *sorted; // branching, if silent steps lead anywhere: the states,
                    // those that a state reaches silently before it
  uint32_t *low, *high;
  uint32_t *colour;
  struct bitset seen; // hashed colours
  uint32_t seen_mask;
};

static void sign(struct guesser *it, uint32_t state) {
  uint32_t low = UINT32_MAX, high = 0;
  struct lts_step_range range = lts_steps(it->lts, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    uint32_t colour = it->colour[step->target];
    uint32_t hash =
        (uint32_t)hash_u64((uint64_t)step->action.id << 32 | colour);
    bool inert = it->branching && action_is_tau(step->action) &&
                 colour == it->colour[state];
    uint32_t least = inert ? it->low[step->target] : hash;
    uint32_t most = inert ? it->high[step->target] : hash;
    low = least < low ? least : low;
    high = most > high ? most : high;
  }
  it->low[state] = low;
  it->high[state] = high;
}

static void sign_all(struct guesser *it) {
  uint32_t count = it->lts->state_count;
  for (uint32_t i = 0; i < count; i++)
    sign(it, it->sorted                ? it->sorted[i]
             : it->course == SILENT_UP ? count - 1 - i
                                       : i);
}

// One round; returns about how many colours there are, never too many.
static uint32_t guess_again(struct guesser *it) {
  uint32_t count = 0;
  sign_all(it);
  bitset_clear(&it->seen);
  for (uint32_t s = 0; s < it->lts->state_count; s++) {
    uint64_t hash = hash_mix(hash_mix(it->colour[s], it->low[s]), it->high[s]);
    it->colour[s] = (uint32_t)hash;
    count += bitset_add(&it->seen, (uint32_t)hash & it->seen_mask);
  }
  return count;
}

static uint32_t *sort_silently(const struct lts *lts) {
  uint32_t components;
  uint32_t *rank = lts_tau_components(lts, &components);
  uint32_t *sorted = memory_new(lts->state_count * sizeof *sorted);
  CHECK(components == lts->state_count, "silent cycles");
  for (uint32_t s = 0; s < lts->state_count; s++)
    sorted[rank[s]] = s;
  free(rank);
  return sorted;
}

static void guesser_init(struct guesser *it, const struct lts *lts,
                         const uint32_t *block_of, bool branching) {
  size_t bytes = lts->state_count * sizeof(uint32_t);
  *it = (struct guesser){.lts = lts, .branching = branching, .seen_mask = 63};
  if (branching)
    it->course = lts_silent_course(lts);
  if (it->course == SILENT_ANYWHERE)
    it->sorted = sort_silently(lts);
  it->low = memory_new(bytes);
  it->high = memory_new(bytes);
  it->colour = memory_new(bytes);
  memcpy(it->colour, block_of, bytes);
  while (it->seen_mask / 8 < lts->state_count && it->seen_mask < UINT32_MAX / 2)
    it->seen_mask = 2 * it->seen_mask + 1;
}

NUMBER_MAP_DEFINE(guess_map, uint64_t, uint32_t);

// Refines blocks by colours; returns their number.
static uint32_t number_colours(const uint32_t *colour, uint32_t state_count,
                               uint32_t *block_of) {
  struct guess_map numbers = {0};
  for (uint32_t s = 0; s < state_count; s++) {
    uint64_t key = (uint64_t)block_of[s] << 32 | colour[s];
    uint32_t fresh = numbers.count;
    bool is_new;
    uint32_t *number = guess_map_insert(&numbers, key, &is_new);
    if (is_new)
      *number = fresh;
    block_of[s] = *number;
  }
  uint32_t count = numbers.count;
  guess_map_release(&numbers);
  return count;
}

uint32_t partition_guess(const struct lts *lts, bool branching, uint32_t rounds,
                         uint32_t *block_of, uint32_t count) {
  struct guesser it;
  if (!rounds)
    return count;
  guesser_init(&it, lts, block_of, branching);
  for (uint32_t round = 0; round < rounds; round++) {
    uint32_t before = count;
    count = guess_again(&it);
    if (count <= before + before / 2) // not worth another one
      break;
  }
  free(it.sorted);
  free(it.low);
  free(it.high);
  bitset_release(&it.seen);
  count = number_colours(it.colour, lts->state_count, block_of);
  free(it.colour);
  return count;
}
