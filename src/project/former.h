// What a proof tracked, read from the report of an earlier check
// (cegar/former.h).
#ifndef VOUCH_PROJECT_FORMER_H
#define VOUCH_PROJECT_FORMER_H

#include <stdbool.h>

#include "base/intern.h"

// Adds the texts of all its proofs. False when the report is none.
bool former_read(const char *report, struct interner *texts);

#endif
