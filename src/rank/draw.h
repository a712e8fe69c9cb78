// Random inputs of executions that are followed: few small numbers, numbers up
// to some size, one of either sign, any numbers, and numbers at or beside those
// that the program compares with, by the way in which they are drawn.
#ifndef VOUCH_RANK_DRAW_H
#define VOUCH_RANK_DRAW_H

#include <stdint.h>

#include "term/bits.h"
#include "term/term.h"

struct draw {
  uint64_t random;
  uint32_t way;
  const struct term_table *terms;
  const struct term_vec *constants; // borrowed; may be empty
};

enum { DRAW_WAYS = 5 };

static inline uint32_t draw_bits(struct draw *draw) {
  draw->random = draw->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(draw->random >> 33);
}

static inline u128 draw_constant(struct draw *draw) {
  uint32_t bits = draw_bits(draw);
  if (!draw->constants->count)
    return bits % 7;
  struct term t = draw->constants->at[bits % draw->constants->count];
  return term_value(draw->terms, t) + draw_bits(draw) % 3 - 1;
}

static inline u128 draw_next(struct draw *draw) {
  uint32_t bits = draw_bits(draw);
  switch (draw->way % DRAW_WAYS) {
  case 0: return bits % 3;
  case 1: return 1 + bits % 40;
  case 2: return bits % 2 ? (u128)-1 : (u128)1;
  case 3: return draw_constant(draw);
  default: return bits;
  }
}

// The constants in the conditions, appended.
void draw_find_constants(const struct term_table *terms,
                         const struct term_vec *conditions,
                         struct term_vec *into);

#endif
