// Closed recurrent sets: states that an execution need not leave.
//
// A long execution with random inputs that does not end is looked at: what
// holds at loop heads in its second half is a guess of a set of states. The set
// is closed if from each of its states some move leads into it: a path from a
// loop head to the next, with inputs that are constants. Conditions that moves
// do not keep are dropped; moves are added where none is enabled; until the set
// is closed, or there is no way to go on. (A. Gupta, T. Henzinger, R. Majumdar,
// A. Rybalchenko, R. Xu: Proving non-termination, POPL 2008.)
//
// Moves do not depend on what is approximated. The interpreter runs the
// execution until it is in the set, and some rounds further.
#ifndef VOUCH_RANK_RECUR_H
#define VOUCH_RANK_RECUR_H

#include "rank/lasso.h"
#include "refine/lemma.h"

// The lemmas hold whenever their cut point is reached.
bool recur_find(struct lasso *lasso, const struct lemmas *lemmas,
                const struct term_vec *conditions);

#endif
