// Branches: the branching statements of the program from which a set of seeds
// comes. A condition is one branch, whatever number of comparisons it has, and
// so is a switch: what it compares is one many-valued predicate.
#ifndef VOUCH_REFINE_BRANCH_H
#define VOUCH_REFINE_BRANCH_H

#include <stdint.h>

#include "refine/units.h"

// The number of different branches of the seeds.
uint32_t branch_count(const struct seed_vec *seeds);

#endif
