// Random inputs of executions that are followed: few small numbers, numbers up
// to some size, one of either sign, any numbers, by the way in which they are
// drawn.
#ifndef VOUCH_RANK_DRAW_H
#define VOUCH_RANK_DRAW_H

#include <stdint.h>

#include "term/bits.h"

struct draw {
  uint64_t random;
  uint32_t way;
};

static inline struct draw draw_begin(uint32_t way) {
  return (struct draw){.random = way + 1, .way = way};
}

static inline u128 draw_next(struct draw *draw) {
  draw->random = draw->random * 6364136223846793005u + 1442695040888963407u;
  uint32_t bits = (uint32_t)(draw->random >> 33);
  switch (draw->way % 4) {
  case 0: return bits % 3;
  case 1: return 1 + bits % 40;
  case 2: return bits % 2 ? (u128)-1 : (u128)1;
  default: return bits;
  }
}

#endif
