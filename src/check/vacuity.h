// When a proof is worth nothing.
//
// A check is vacuous if nothing that was asked could be violated, for a reason
// that is not the program's own logic: what was to be looked for does not occur
// in the program at all, or every place of it lies behind an assumption that no
// execution meets or behind undefined behaviour that every execution runs into.
// A program that itself never comes to an assertion keeps it, and one without
// an operation that may overflow does not overflow: that is no vacuity.
#ifndef VOUCH_CHECK_VACUITY_H
#define VOUCH_CHECK_VACUITY_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "check/component.h"

// Does something that was asked for by name, or by default if nothing else is
// asked, occur nowhere? `why` then says what, and what may be meant.
bool vacuity_of_names(const struct component *component,
                      const struct component_options *options,
                      struct strbuf *why);

#endif
