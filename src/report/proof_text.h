// What a proof rests on, as C text: the branches whose conditions are tracked,
// the invariants of loops, or that all executions were covered.
#ifndef VOUCH_REPORT_PROOF_TEXT_H
#define VOUCH_REPORT_PROOF_TEXT_H

#include <stdio.h>

#include "check/cegar.h"

// After VERDICT_TRUE.
void proof_print(const struct cegar *cegar, FILE *out);

#endif
