// Is a certificate a proof? Decided without the engines that make proofs: of
// the program as it was read, what its edges do and what is asked of them, and
// by cvc5 alone, with one question for each edge:
//
//   the formula of the entry holds at the start;
//   from a state in which the formula of its source holds, an edge leads only
//   to states in which that of its target does;
//   an edge that violates the property, or that is not modelled, cannot be
//   taken where the formula of its source holds.
//
// Where a location has no formula of its own, the question is about all paths
// through it at once, from one formula to the next (walk.h). Then no execution
// violates the property (Floyd). A certificate without formulas claims that
// executions end: they are followed from the start, round by round, until cvc5
// refutes that another round begins, and that one of them violates anything.
// Trusted are the front end,
// points-to, the removal of pointers and the merging of straight-line code,
// which make the automaton, the printer of terms, and cvc5; where calls of
// recursive functions stay calls, what such a call can change, and induction
// over calls (engine/certification.c has what is asked then). The formulas are
// put into the questions as they stand in the certificate: a `let` gives the
// variables their values after the edge.
#ifndef VOUCH_CERTIFY_CERTIFY_H
#define VOUCH_CERTIFY_CERTIFY_H

#include "abstraction/question.h"
#include "base/poll.h"
#include "certify/certificate.h"

// False, with the reason in `why`, when it is not certified: cvc5 finds a state
// that leads out of the formulas, or gives up. Adds the number of questions.
bool certify(struct question *question, const struct certificate *certificate,
             struct poll poll, uint64_t *asked, struct strbuf *why);

#endif
