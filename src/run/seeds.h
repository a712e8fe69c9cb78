// The numbers that an oracle says `rand` returned: after the same seed they are
// the same again, and before the first one they are those of seed 1.
#ifndef VOUCH_RUN_SEEDS_H
#define VOUCH_RUN_SEEDS_H

#include "base/vec.h"
#include "run/library.h"

struct drawn_number {
  uint32_t seed;
  uint32_t index; // since it was set
  u128 value;
};

VEC_DEFINE(drawn_vec, struct drawn_number);

struct seeds {
  uint32_t skewed; // the seed, with its lowest bit turned: it begins as 1
  uint32_t index;
  struct drawn_vec drawn;
};

void seeds_set(struct library_call *call);
// Ends the run if the oracle's number is not that of before.
void seeds_follow(struct library_call *call);

#endif
