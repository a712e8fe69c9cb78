// A result as a verification witness 2.0 of the software verification
// competition (YAML): for a violation the values that calls return, in their
// order, and the target; for a proof the invariants of loops.
//
// The identity of a witness is made of its contents, so that equal results have
// equal witnesses but for the time, which SOURCE_DATE_EPOCH can fix.
#ifndef VOUCH_REPORT_WITNESS_H
#define VOUCH_REPORT_WITNESS_H

#include "evidence/result.h"

// Appends nothing when the verdict is unknown.
void witness_print(const struct result *result, struct strbuf *out);

#endif
