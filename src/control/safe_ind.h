// SafeInd of seed 002, section 3: does a sequence of conditions exclude a path?
//
//   the initial states are in phi_0; the error is not in phi_n;
//   post(tau_i, phi_(i-1)) is contained in phi_i, for all i
//
// The solver is asked for each, of the effects of the edges, so that the rule
// by which mismatches are found (mismatch.h) is not trusted where this runs: in
// the debug modes, on every clause. The error is where the last edge leads, so
// phi_n must be false.
#ifndef VOUCH_CONTROL_SAFE_IND_H
#define VOUCH_CONTROL_SAFE_IND_H

#include "control/steps.h"
#include "solver/colour.h"

// `conditions` are one more than the edges.
bool safe_ind(struct effects *effects, struct solver *solver,
              const struct edge_id_vec *edges, const struct term *conditions);

// Is there, for the mismatch, a sequence true^k (pc_i = l)^j false^.. for which
// that holds?
bool safe_ind_of_mismatch(const struct control_steps *steps,
                          struct effects *effects, struct solver *solver,
                          const struct edge_id_vec *edges,
                          struct colour_pair mismatch);

#endif
