// Rounds as they would be if signed numbers did not overflow, but wrapped.
//
// Behind a signed overflow there is no execution, so a counter without a bound
// comes to an end, which nobody means who says that a loop ends. What bounds a
// measure from below is therefore asked of the loosened rounds, in which checks
// of overflow always pass (prove.h).
#ifndef VOUCH_RANK_LOOSE_H
#define VOUCH_RANK_LOOSE_H

#include "abstraction/block.h"

struct loose {
  struct effects *effects;
  struct question *question;
  struct blocks *blocks; // cut points are those of the others
};

void loose_init(struct loose *loose, const struct question *question,
                const struct bitset *relevant);
void loose_release(struct loose *loose);
// The state that a round between the cut points leaves, with its condition.
struct symbolic_state *loose_after(const struct loose *loose, uint32_t from,
                                   uint32_t to);

#endif
