// Rechecking a proof with fresh queries: the invariants hold at the entry,
// every edge preserves them, and none allows a violation. One query per edge,
// and no code of the abstraction.
#ifndef VOUCH_CHECK_PROOF_H
#define VOUCH_CHECK_PROOF_H

#include <stdbool.h>

#include "abstraction/effect.h"
#include "solver/solver.h"

// `invariants` by location. False when some edge could not be shown; `why` says
// which.
bool proof_holds(struct effects *effects, const struct term *invariants,
                 struct solver *solver, struct strbuf *why);

#endif
