// Do warrants (exact/warrant.h) show that a formula holds, or fails? Decided
// without the engine that found them: of what the steps of the program are
// (exact/steps.h), of the formula and its automaton, and by a solver that is
// asked anew, one question for each warrant and edge:
//
//   f && g, f || g, a fixpoint   where the region is, those are that it rests
//                                on
//   an atom                      it follows from the region
//   [] f    from a state of the region an edge leads only to regions of f, and
//           one of which we do not know where it leads cannot be taken
//   <> f    from every state of the region an edge can be taken, with values
//           that the environment can choose, that leads to a region of f
//   ranks   are as warrant.h demands
//   tops    every initial state is in the region of one, or one that was named
//           is
//
// Trusted are the front end, points-to, the removal of pointers, the
// translation of the formula to the mu-calculus, or to an automaton, and the
// solver.
#ifndef VOUCH_CERTIFY_WARRANT_CHECK_H
#define VOUCH_CERTIFY_WARRANT_CHECK_H

#include "base/poll.h"
#include "exact/steps.h"
#include "exact/temporal.h"
#include "exact/warrant.h"
#include "solver/solver.h"
#include "tactic/proof.h"

struct warrant_subject {
  const struct steps *code;
  const struct temporal *temporal;
  const struct term_vec *conditions; // of atoms about C, by number
};

struct warrant_solvers {
  struct solver *solver; // Z3, or null
  bool asks_cvc5;
  struct poll poll;
};

// With the reason in `why` when something is not shown. Adds the number of
// questions.
enum proof_outcome warrants_check(const struct warrant_subject *subject,
                                  const struct warrants *warrants,
                                  const struct warrant_solvers *solvers,
                                  uint64_t *asked, struct strbuf *why);

#endif
