// Does a certificate (rank/measure_text.h) show that every execution ends? By
// cvc5 alone: what the certificate says to hold at cut points is inductive, no
// round of a level lets its measure grow, and rounds that are said to be over
// cannot be taken any more (rank/prove.h). What rounds are is computed anew.
//
// Trusted are what makes the automaton, the blocks between cut points and the
// rounds made of them. Signed overflow is undefined behaviour; that a measure
// does not rest on it is not looked at.
#ifndef VOUCH_CERTIFY_MEASURE_CHECK_H
#define VOUCH_CERTIFY_MEASURE_CHECK_H

#include "base/poll.h"
#include "check/component.h"

// False, with the reason in `why`, when it is not certified. Adds the number of
// questions.
bool measures_certify(const struct component *component, const char *text,
                      struct poll poll, uint64_t *asked, struct strbuf *why);

#endif
