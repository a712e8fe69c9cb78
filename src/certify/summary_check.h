// Checking a proof by summaries: functions stay functions, and what holds at
// their locations is said of the values there and of those that variables had
// where the function began (|x.7@|).
//
// Asked of cvc5, part by part (check/parts.h):
//
//   - what holds at the start of the program, and over each edge what holds at
//     its end; that what must not be cannot be
//   - of a call, that what is passed fits what holds where the callee begins
//   - behind it, what follows from what held before, and from what holds where
//     the callee returns, with that for what it began with
//
// By induction over the steps of an execution, at each of its locations what is
// said there holds. Which functions stay functions is of no matter for that.
#ifndef VOUCH_CERTIFY_SUMMARY_CHECK_H
#define VOUCH_CERTIFY_SUMMARY_CHECK_H

#include "base/poll.h"
#include "certify/certificate.h"
#include "check/parts.h"

// Otherwise `why` says what was not confirmed. `asked` counts questions.
bool certify_summaries(const struct parts *parts,
                       const struct certificate *certificate, struct poll poll,
                       uint64_t *asked, struct strbuf *why);

#endif
