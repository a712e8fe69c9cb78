// Predicates from the proof that a path is infeasible: sequence interpolants.
//
// The part of the path that its contradiction depends on is written with a new
// variable for every value; the interpolants between its steps say, over the
// values current there, why the rest of the path cannot be taken. Unlike
// weakest preconditions they get past havocs.
#ifndef VOUCH_REFINE_INTERPOLANT_H
#define VOUCH_REFINE_INTERPOLANT_H

#include <stdbool.h>

#include "abstraction/reach.h"
#include "refine/units.h"
#include "solver/solver.h"

// Appends seeds from the interpolants of the path; `core` has the steps of the
// contradicting guards. False when the solver gave none.
bool interpolant_seeds(struct effects *effects, struct solver *solver,
                       const struct edge_id_vec *path,
                       const struct u32_vec *core, struct seed_vec *into);

#endif
