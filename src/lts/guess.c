// A first partition that is cheap to get and often almost the last one.
//
// A few rounds of signatures as in levels.h, each in linear time. Of a
// signature only the least and the greatest hash of its elements are kept,
// which can be united along inert steps in constant time: equivalent states
// always have equal ones, so the partition is never too fine.
#include <stdlib.h>

#include "base/check.h"
#include "base/map.h"
#include "base/memory.h"
#include "lts/internal.h"
#include "lts/transform.h"

struct guess {
  uint32_t block, low, high;
};

static uint64_t guess_hash(struct guess guess) {
  return hash_mix(hash_mix(guess.block, guess.low), guess.high);
}

static bool guess_equal(struct guess a, struct guess b) {
  return a.block == b.block && a.low == b.low && a.high == b.high;
}

MAP_DEFINE(guess_map, struct guess, uint32_t, guess_hash, guess_equal);

struct guesser {
  const struct lts *lts;
  bool branching;
  uint32_t *sorted; // branching: the states; silent steps lead to earlier ones
  uint32_t *low, *high;
  uint32_t *block_of;
};

static void sign(struct guesser *it, uint32_t state) {
  uint32_t low = UINT32_MAX, high = 0;
  struct lts_step_range range = lts_steps(it->lts, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    uint32_t block = it->block_of[step->target];
    uint32_t hash = (uint32_t)hash_u64((uint64_t)step->action.id << 32 | block);
    bool inert = it->branching && action_is_tau(step->action) &&
                 block == it->block_of[state];
    uint32_t least = inert ? it->low[step->target] : hash;
    uint32_t most = inert ? it->high[step->target] : hash;
    low = least < low ? least : low;
    high = most > high ? most : high;
  }
  it->low[state] = low;
  it->high[state] = high;
}

// One round; returns the number of blocks.
static uint32_t guess_again(struct guesser *it) {
  struct guess_map guesses = {0};
  for (uint32_t i = 0; i < it->lts->state_count; i++)
    sign(it, it->sorted ? it->sorted[i] : i);
  for (uint32_t s = 0; s < it->lts->state_count; s++) {
    struct guess guess = {it->block_of[s], it->low[s], it->high[s]};
    bool is_new;
    uint32_t *number = guess_map_insert(&guesses, guess, &is_new);
    if (is_new)
      *number = guesses.count - 1;
    it->block_of[s] = *number;
  }
  uint32_t count = guesses.count;
  guess_map_release(&guesses);
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

uint32_t partition_guess(const struct lts *lts, bool branching, uint32_t rounds,
                         uint32_t *block_of, uint32_t count) {
  struct guesser it = {
      .lts = lts, .branching = branching, .block_of = block_of};
  if (!rounds)
    return count;
  if (branching)
    it.sorted = sort_silently(lts);
  it.low = memory_new(lts->state_count * sizeof *it.low);
  it.high = memory_new(lts->state_count * sizeof *it.high);
  for (uint32_t round = 0; round < rounds; round++) {
    uint32_t before = count;
    count = guess_again(&it);
    if (count - before <= before / 8) // not worth another one
      break;
  }
  free(it.sorted);
  free(it.low);
  free(it.high);
  return count;
}
