// What is known of an execution, whatever the guesses on its way are.
//
// The walk is followed with terms: an input is the number that it was, a guess
// (rank/taint.h says what is one) is a variable of its own, and so is what an
// array holds that nobody wrote. So elements of arrays count one by one, where
// taints know of whole variables only: what is read again of an array that was
// filled with inputs is a number, although its other elements are guesses.
// Addresses of objects stay what they are.
#ifndef VOUCH_RANK_CERTAINTY_H
#define VOUCH_RANK_CERTAINTY_H

#include "abstraction/symbolic_state.h"
#include "abstraction/walk.h"
#include "base/bitset.h"

struct certainty {
  struct effects *effects;
  const struct bitset *own;      // variables that memory became
  const struct bitset *relevant; // that are followed
  const struct walk *walk;
  uint32_t steps;              // taken
  uint32_t next;               // input of the walk
  struct symbolic_state state; // then
};

// At the entry. Everything but the program's effects is borrowed.
void certainty_init(struct certainty *known, struct effects *effects,
                    const struct bitset *own, const struct bitset *relevant,
                    const struct walk *walk);
void certainty_release(struct certainty *known);

// Takes steps of the walk until `steps` of them are taken.
void certainty_follow(struct certainty *known, uint32_t steps);
// The same of a part that is to be taken again and again: there everything is a
// guess that is no input. False when a guess decides whether it is taken.
bool certainty_repeat(struct certainty *known, uint32_t steps);

// The same array, written in one way only: writes in the order of their
// indices, each index once.
struct term array_in_order(struct term_table *terms, struct term array);
// What is known of a variable, an array in order.
struct term certainty_value(struct certainty *known, struct variable variable);

#endif
