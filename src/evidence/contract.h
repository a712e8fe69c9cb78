// What a proof says of a function, as a contract in C: what its callers see to,
// what holds when it returns, what it changes.
#ifndef VOUCH_EVIDENCE_CONTRACT_H
#define VOUCH_EVIDENCE_CONTRACT_H

#include <stdbool.h>

#include "base/intern.h"
#include "base/vec.h"

// Texts are expressions of C as specifications have them: `$` is the result,
// `old(x)` what x was at the entry, parameters are as at the entry.
struct contract {
  struct name function;
  struct name prototype; // with names for the parameters
  struct name_vec requires;
  struct name_vec ensures;
  bool has_frame;           // is it known, in C, what the function changes?
  struct name_vec modifies; // then: global variables
  bool never_returns;
  struct name unsaid; // why there is no contract; or none
};

VEC_DEFINE(contract_vec, struct contract);

// The contracts of a proof, and the function that was checked with them.
struct contracts {
  struct name entry; // none: the proof has no contracts
  struct contract_vec at;
};

void contract_release(struct contract *contract);
void contracts_release(struct contracts *contracts);

#endif
