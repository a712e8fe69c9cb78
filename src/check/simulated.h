// Refinement in simulation against a specification that is not deterministic.
//
// The predicate LTS simulates the component, so a specification that simulates
// the predicate LTS simulates the component (seed 000, section 3): `yes` is
// sound. `no` says something about the abstraction only.
#ifndef VOUCH_CHECK_SIMULATED_H
#define VOUCH_CHECK_SIMULATED_H

#include "check/cegar.h"

// After VERDICT_TRUE for traces. False when the specification does not simulate
// the predicate LTS, or nobody knows; `why` says so.
bool simulated_is_shown(const struct cegar *cegar, struct strbuf *why);

#endif
