// States to start executions in, where random ones do not get anywhere: models
// of what leads from the entry to a cut point. A function that requires
// something of its arguments (spec/requires.c) is hardly ever given it by
// chance.
#ifndef VOUCH_REFINE_START_H
#define VOUCH_REFINE_START_H

#include "abstraction/block.h"
#include "solver/solver.h"
#include "term/evaluate.h"

VEC_DEFINE(start_vec, struct assignment *);

// Some for each exit of the first block, small numbers first. The caller
// releases them.
void starts_find(const struct blocks *blocks, struct solver *solver,
                 struct start_vec *into);
void starts_release(struct start_vec *starts);

#endif
