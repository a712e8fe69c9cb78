// Case splits on array indices: a comparison that reads an array after it was
// written, select(store(a, i, v), j) < 5, becomes
//
//   i == j && v < 5 || i != j && select(a, j) < 5
//
// so that what depends on the index and what depends on the contents are
// Boolean terms of their own.
#ifndef VOUCH_TERM_SPLIT_H
#define VOUCH_TERM_SPLIT_H

#include "term/term.h"

// No part of it is a Boolean term: no constant, no connective.
bool term_is_atom(const struct term_table *terms, struct term t);

// The Boolean term with its comparisons split, as long as there are few cases;
// beyond that reads after writes are left in it.
struct term term_split_selects(struct term_table *terms, struct term t);

#endif
