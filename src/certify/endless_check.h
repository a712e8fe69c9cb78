// Does a certificate (rank/endless_text.h) show that an execution never ends?
// By cvc5 alone: its stem leads into its set of states, whatever is not known
// on the way, and from each state of the set a move leads back into it. What is
// said to hold at cut points has to be inductive.
//
// Trusted are what makes the automaton and the blocks between cut points.
#ifndef VOUCH_CERTIFY_ENDLESS_CHECK_H
#define VOUCH_CERTIFY_ENDLESS_CHECK_H

#include "base/poll.h"
#include "check/component.h"

// False, with the reason in `why`, when it is not certified. Adds the number of
// questions.
bool endless_certify(const struct component *component, const char *text,
                     struct poll poll, uint64_t *asked, struct strbuf *why);

#endif
