// Guessing what recursive procedures promise, and what they require
// (program/promise.h).
//
// The interpreter runs a procedure by itself (promise_samples.h). What holds of
// all calls that were seen to return is a candidate: affine relations modulo
// 2^w between what there is at the entry and what there is at the return,
// bounds of the result and of globals by the least and the largest number seen,
// and by what they are compared with at the entry; the same for entries on
// either side of a constant, and for globals as the program starts with them.
// Required may be that a parameter or a global is within bounds that are
// constants of the body. They are guesses; whoever uses them proves them.
#ifndef VOUCH_TACTIC_PROMISES_H
#define VOUCH_TACTIC_PROMISES_H

#include "program/promise.h"

// Appends the candidates for the procedure. Only one that is called by its name
// everywhere can require something.
void promises_guess(const struct program *program,
                    const struct procedure *procedure, bool can_require,
                    struct promise_vec *into);
// Appends more candidates, from calls that find what is required: by those of
// the promises that are.
void promises_guess_within(const struct program *program,
                           const struct procedure *procedure,
                           struct promise_vec *promises);
// Drops those that follow from the others; of two that follow from each other
// the later.
void promises_prune(const struct program *program,
                    struct promise_vec *promises);

#endif
