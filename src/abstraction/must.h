// Steps that every state of a valuation can take.
//
// The steps of the predicate LTS are possible ones: some state of the source
// leads to some state of the target. A step is certain if every state of the
// source leads to one of the target. The LTS of certain steps is simulated by
// the component: so where a specification cannot simulate it, it cannot
// simulate the component either.
//
// For an edge with guard g that havocs H: the source implies g and the weakest
// preconditions of those predicates of the target that do not depend on H; and
// the others speak of H alone and are consistent. What we do not model exactly
// is never certain.
#ifndef VOUCH_ABSTRACTION_MUST_H
#define VOUCH_ABSTRACTION_MUST_H

#include "abstraction/effect.h"
#include "solver/solver.h"

// Both as conjunctions of literals.
bool must_step(struct effects *effects, struct solver *solver,
               struct edge_id edge, const struct term_vec *source,
               const struct term_vec *target);
// Is there an initial state in it?
bool must_start(struct effects *effects, struct solver *solver,
                const struct term_vec *target);

#endif
