// How a violation was found by who reasons thread by thread, and what excludes
// it.
//
// A node of modular.h that was hit by a turn of another thread needs what that
// one knew, which was reached by turns of its own: a tree. Its branches are
// executions of their own, that have nothing in common but that what is shared
// is the same where they meet, and they are executed symbolically as such. If
// that is impossible, the guards that contradict each other give predicates:
// their weakest preconditions, back along all branches. Otherwise nothing that
// each thread knows alone excludes it.
#ifndef VOUCH_CONTROL_MODULAR_TREE_H
#define VOUCH_CONTROL_MODULAR_TREE_H

#include "control/modular.h"

enum modular_refined {
  MODULAR_REFINED,  // there are new predicates
  MODULAR_POSSIBLE, // the tree is possible
  MODULAR_RELATION, // what would be needed speaks of two threads' own variables
  MODULAR_LOST,     // no predicates were found, or the solver gave up
};

// Adds predicates that are to exclude the violation.
enum modular_refined modular_tree_refine(struct modular *modular,
                                         struct solver *solver);

#endif
