// Invariants of loops about elements of arrays: what every element has that a
// loop has come past.
//
// The elements that a violation is about are watched (watch.h), and what may be
// said about them is guessed and tried like other invariants (refine/lemma.h).
#ifndef VOUCH_TACTIC_ELEMENTS_H
#define VOUCH_TACTIC_ELEMENTS_H

#include "base/log.h"
#include "refine/lemma.h"
#include "tactic/watch.h"

struct elements {
  struct watch watch;
  struct question *question; // about the reading
  struct bitset relevant;    // variables of it, by id
  struct blocks *blocks;     // null: nothing is watched
  struct lemmas lemmas;      // after elements_prove
};

// True when lemmas exclude every violation; `claims` (lemma.h) are then
// appended. `known` are lemmas about the other variables that may help, at the
// same cut points, or null.
bool elements_prove(struct elements *elements, const struct question *question,
                    const struct lemmas *known, struct solver *solver,
                    const struct log *log, struct poll poll,
                    struct term_vec *claims);
void elements_release(struct elements *elements);

#endif
