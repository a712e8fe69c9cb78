// Rechecking a proof with fresh queries: the invariants hold at the entry,
// every edge preserves them, and none allows a violation. One query per edge,
// none of them remembered from the search, and no code of the abstraction.
#ifndef VOUCH_TACTIC_PROOF_H
#define VOUCH_TACTIC_PROOF_H

#include <stdbool.h>

#include "abstraction/question.h"
#include "base/poll.h"
#include "solver/solver.h"

enum proof_outcome {
  PROOF_HOLDS,
  PROOF_REFUTED,  // some edge is shown not to: the proof is wrong
  PROOF_UNDECIDED // a solver gave up, or was stopped
};

struct proof_options {
  bool asks_cvc5;   // after Z3, about the same queries
  struct poll poll; // polled
};

// `invariants` by location. `why` says which edge could not be shown.
enum proof_outcome proof_check(const struct question *question,
                               const struct term *invariants,
                               struct solver *solver,
                               const struct proof_options *options,
                               struct strbuf *why);

// The same for a proof that consists of conditions that are impossible.
enum proof_outcome proof_check_claims(struct term_table *terms,
                                      const struct term_vec *claims,
                                      struct solver *solver,
                                      const struct proof_options *options,
                                      struct strbuf *why);

#endif
