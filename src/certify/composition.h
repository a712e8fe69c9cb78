// The composition of components' LTSs, explored tuple by tuple: what a checker
// of certificates knows of a system.
//
// An action is performed jointly by all components that have it in their
// alphabet, and by nobody else; what is in no alphabet is a step of one
// component by itself. Two things are asked of every tuple that is reached:
//
//   Does the specification allow what is performed there? It may be
//   nondeterministic and silent: the set of states in which it can be goes
//   along with the tuple. An action outside its alphabet is none of its
//   business.
//
//   Can all be stuck there? A component may wait in the ways that its state
//   has steps for; a way offers some actions. All are stuck if each has a way
//   to wait so that no action is offered by all that have it, and one of
//   them has not ended. A way to wait is a mark on the way of a component.
//
// Of some components it may be uncertain whether an action is theirs: they may
// take part or stay out of it then, and whoever gets stuck waits for them.
//
// Nothing is left out, ordered or aggregated; what is large is not decided.
#ifndef VOUCH_CERTIFY_COMPOSITION_H
#define VOUCH_CERTIFY_COMPOSITION_H

#include "base/poll.h"
#include "base/strbuf.h"
#include "lts/lts.h"
#include "lts/refusal.h"

struct composed_part {
  const struct lts *lts;
  const struct bitset *alphabet;  // what it takes part in
  const struct bitset *uncertain; // of that, what it may stay out of
  const struct bitset *waits;     // actions that say how it waits
};

struct composition {
  const struct composed_part *parts;
  uint32_t count;
  const struct lts *specification; // null: whether they get stuck is asked
  const struct bitset *forbidden;  // nobody may ever perform these
  const struct lts_wait *waits;    // what the ways to wait offer
  uint32_t wait_count;
  struct poll poll;
  // The result
  uint32_t tuples;
  bool is_heard; // something of the specification's alphabet is performed
};

// False, with the reason in `why`, when it is not so, or too large to be told.
bool composition_holds(struct composition *composition, struct strbuf *why);

#endif
