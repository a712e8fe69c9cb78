// Which turn comes before which, and which write a read gets.
//
// Each turn has a clock, and those of one thread follow each other. A turn of a
// thread comes after the one that creates it, and one that waits for the end of
// a thread after the one with which that ends. Turns are atomic, so there is
// one order of all of them (where clocks are the same the later number comes
// first), which is the schedule.
//
// A read gets one of the writes of its variable that come before it and are
// made, or what the variable held at first; every other write that is made and
// comes before the read comes before that write, too. Locks, conditions and
// atomic sections need nothing of their own: what they ask and what they leave
// in memory is in one turn (threads/lower.h).
//
// What is known of the order without looking at values is not asked of clocks.
#ifndef VOUCH_ORDER_CLOCKS_H
#define VOUCH_ORDER_CLOCKS_H

#include "order/unfolding.h"

enum { ORDER_FACTS = 400000 }; // more is too large

struct order_clocks {
  const struct order_unfolding *unfolding;
  struct term_table *terms;
  struct term_vec clocks;  // by turn
  struct u32_vec first;    // by thread: its first turn, and one more
  struct u32_vec creators; // by thread: 1 + the only turn that creates it; 0
  struct term_vec facts;
  bool is_too_large;
};

void order_clocks_init(struct order_clocks *clocks,
                       const struct order_unfolding *unfolding);
void order_clocks_release(struct order_clocks *clocks);

// Turn a comes before b wherever both happen: 1; after: -1; 0: either.
int order_known(const struct order_clocks *clocks, uint32_t a, uint32_t b);

#endif
