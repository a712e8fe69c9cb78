// Following all states of a program in which little is open but the schedule of
// its threads: what a checker of certificates does where they are too many to
// be listed in formulas.
//
// A state is a location and what variables hold there, each by itself: a value;
// an array of which some elements are known; or anything, as what comes from
// outside and what nobody will read any more. What depends on something that
// may be anything may be anything, too, so that every state that there is is
// met, and perhaps others. A branch that depends on such a thing is followed
// both ways; cvc5 is asked whether what must not be is possible.
//
// Nothing is needed of a certificate for that.
#ifndef VOUCH_CERTIFY_STATES_H
#define VOUCH_CERTIFY_STATES_H

#include "abstraction/question.h"
#include "base/poll.h"

// Otherwise `why` says what was not confirmed. `asked` counts questions.
bool certify_states(struct question *question, struct poll poll,
                    uint64_t *asked, struct strbuf *why);

#endif
