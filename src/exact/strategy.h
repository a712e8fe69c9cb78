// Reasons, one for each, why parts of a formula hold at states of a model.
//
// Where a part holds for several reasons one is chosen such that none rests on
// itself through a least fixpoint. That is the strategy of a player in a parity
// game on pairs of a state and a part; ranks are the least progress measure,
// found by lifting (Jurdzinski, "Small progress measures for solving parity
// games", STACS 2000), on the pairs that hold.
#ifndef VOUCH_EXACT_STRATEGY_H
#define VOUCH_EXACT_STRATEGY_H

#include "base/map.h"
#include "exact/evaluate.h"
#include "exact/warrant.h"

// A part that holds at a state.
struct strategy_pair {
  uint32_t state, part;
  uint32_t first, count; // of its options
  uint32_t chosen;       // one of them
};

VEC_DEFINE(strategy_pair_vec, struct strategy_pair);
NUMBER_MAP_DEFINE(pair_numbers, uint64_t, uint32_t);

struct strategy {
  const struct evaluation *evaluation;
  const struct mu_table *table;
  bool is_dual; // reasons why it fails
  uint32_t width;
  struct pair_numbers numbers;
  struct strategy_pair_vec pairs;
  struct u32_vec options; // by option, and one more: of `members`
  struct u32_vec sets;    // by option: the certain step that it is, or 0
  struct u32_vec members; // pairs: all of them hold
  struct u32_vec ranks;   // by pair, `width` numbers
};

// Of the formula at the states, where it is certain, or fails. False when it
// takes too long.
bool strategy_find(struct strategy *strategy,
                   const struct evaluation *evaluation, uint32_t root,
                   bool is_dual, const struct u32_vec *states,
                   struct poll poll);
void strategy_release(struct strategy *strategy);

// The members of the option that was chosen.
struct u32_range strategy_reason(const struct strategy *strategy,
                                 uint32_t pair);

#endif
