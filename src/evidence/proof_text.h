// The formulas of a proof as lines of a certificate (certify/certificate.h
// describes them).
#ifndef VOUCH_EVIDENCE_PROOF_TEXT_H
#define VOUCH_EVIDENCE_PROOF_TEXT_H

#include "evidence/proof.h"

// Are there any, or is it said that executions are to be followed?
bool proof_has_formulas(const struct proof *proof);
// Of this proof alone, without what it says of something else.
void proof_print_formulas(const struct proof *proof,
                          const struct interner *names, struct strbuf *out);

#endif
