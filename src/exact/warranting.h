// The warrants (warrant.h) of a formula that was decided of a C function:
// regions are what states of the abstraction know, reasons those of a strategy
// (strategy.h), and what the environment has to choose is found anew.
#ifndef VOUCH_EXACT_WARRANTING_H
#define VOUCH_EXACT_WARRANTING_H

#include "exact/abstract.h"
#include "exact/temporal.h"
#include "exact/warrant.h"

// False when there are too many, or something is not found again: then the
// answer does not count.
bool warrants_find(struct abstract *abstract, const struct temporal *temporal,
                   const struct temporal_value *value, struct poll poll,
                   struct warrants *warrants);

#endif
