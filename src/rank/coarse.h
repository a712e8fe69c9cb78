// Questions about rounds without what is hard to compute.
//
// That a counter gets smaller has as a rule nothing to do with the numbers of
// floating point that a round computes beside it, and these are what takes the
// solver longest. So it is asked first with any values in their place: what is
// impossible then is impossible.
#ifndef VOUCH_RANK_COARSE_H
#define VOUCH_RANK_COARSE_H

#include "program/program.h"
#include "solver/solver.h"

// The term with an unknown in the place of whatever is computed in floating
// point; the term itself if there is nothing.
struct term coarse(struct program *program, struct term t);
// Is it certain that the term does not hold, by the coarse one or else by
// itself?
bool coarse_excludes(struct solver *solver, struct program *program,
                     enum purpose purpose, struct term t);
// The one of both that the solver excludes; none: neither.
struct term coarse_excluded(struct solver *solver, struct program *program,
                            enum purpose purpose, struct term t);

#endif
