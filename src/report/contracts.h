// Contracts of functions as a specification.
#ifndef VOUCH_REPORT_CONTRACTS_H
#define VOUCH_REPORT_CONTRACTS_H

#include "evidence/result.h"

// A `proc` for each function that has a contract, and checks that together
// prove what was proved: that each function keeps its own, and violates no
// assertion while those that it calls keep theirs. Only comments, which say
// why, when there are no contracts.
void contracts_print(const struct result *result, struct strbuf *out);

#endif
