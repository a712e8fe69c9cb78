// Following all executions of a program whose recursive functions stay
// functions: what a checker of certificates does where copies of calls would be
// too many.
//
// An execution is at a location of a part (check/parts.h), with what variables
// hold as terms, the condition under which it is there, and a stack of calls
// that wait, each with what its activation owns. Where several edges are
// possible it becomes several, and cvc5 is asked, of all of them at once, which
// of these cannot be. So a program that gets nothing from outside is followed
// without a question, however deep its calls are. It is certified when all
// executions have come to an end, and cvc5 has refuted that one violates
// anything, or comes to what is not modelled.
#ifndef VOUCH_CERTIFY_CALLS_H
#define VOUCH_CERTIFY_CALLS_H

#include "base/poll.h"
#include "check/parts.h"

// Otherwise `why` says what was not confirmed. `asked` counts questions.
bool certify_calls(const struct parts *parts, struct poll poll, uint64_t *asked,
                   struct strbuf *why);

#endif
