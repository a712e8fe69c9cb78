// Is a trace with frames real, and which predicates exclude it if not?
// (NEWTON; seed 003, section 2.)
//
// The trace is written as a formula for each event, with a new variable for
// every value: shared variables once, an activation's own for each activation.
// If the formulas are satisfiable together, an execution takes the trace. If
// not, a minimal inconsistent set of them is the reason, and predicates are
// taken from it:
//
//   - the conditions in it, and their weakest preconditions back along the
//     activation, and from the callee's entry on in the caller; and, if that is
//     not enough, from a return on in the callee;
//   - nested interpolants (M. Heizmann, J. Hoenicke, A. Podelski, POPL 2010):
//     what an activation that returned did is summed up by an interpolant
//     between its events and all others, over the values at its entry, its
//     result and shared variables, so that its atoms are predicates that it can
//     return; what is known along the way is a sequence of interpolants in
//     which calls are such summaries, and within an activation one that ends in
//     the negation of its own summary.
//
// A predicate belongs to the part whose variables it is about (tracked.h).
#ifndef VOUCH_SLAM_NEWTON_H
#define VOUCH_SLAM_NEWTON_H

#include "slam/tracked.h"
#include "slam/valued_trace.h"
#include "solver/solver.h"

struct newton; // opaque

struct newton *newton_new(const struct parts *parts, struct solver *solver,
                          const struct event_vec *events);
void newton_free(struct newton *newton);

// Can it happen? If not, the reason is kept.
enum answer newton_check(struct newton *newton);
// After UNSAT: adds predicates by weakest preconditions, or by interpolants.
// How many are new.
uint32_t newton_by_conditions(struct newton *newton, struct tracked *tracked);
uint32_t newton_by_interpolants(struct newton *newton, struct tracked *tracked);
// Preconditions that go on inside of callees which returned.
uint32_t newton_by_returns(struct newton *newton, struct tracked *tracked);
// That variables which count have the small numbers that they have.
uint32_t newton_by_counts(struct newton *newton, struct tracked *tracked);
// Or that variables have the values that they were assigned.
uint32_t newton_by_values(struct newton *newton, struct tracked *tracked);
// The edges of the reason, by id.
void newton_reason(const struct newton *newton, struct bitset *edges);

#endif
