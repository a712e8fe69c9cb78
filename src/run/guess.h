// Which answers of an oracle are guesses.
//
// What the world outside decides may be any value of its range, and what may
// fail may always do so (library/routine.def): a run that rests on such an
// answer is one of the program. What else a routine of the C library returns or
// writes is only known to lie in a range. A run in which that is used is one
// for some guess, and may never come.
#ifndef VOUCH_RUN_GUESS_H
#define VOUCH_RUN_GUESS_H

#include "run/library.h"
#include "run/oracle.h"

// Of a routine that nobody models: between what the oracle's answer is to lie.
void guess_range(const struct library_call *call,
                 struct oracle_request *request);
// After the oracle answered the call: was it a guess? Nobody is told of one
// whose result is not used.
void guess_note(struct library_call *call, u128 answer);

#endif
