// Guessing what recursive procedures promise (program/promise.h).
//
// The interpreter runs a procedure by itself for small arguments, for the
// constants that its body mentions, and for their neighbours. What holds of all
// arguments and results that were seen is a candidate: affine relations modulo
// 2^w, bounds of the result by the least and the largest one seen, and by a
// parameter; the same for the arguments on either side of a constant. They are
// guesses; whoever uses them proves them.
#ifndef VOUCH_TACTIC_PROMISES_H
#define VOUCH_TACTIC_PROMISES_H

#include "program/promise.h"

// Appends the candidates for the procedure.
void promises_guess(const struct program *program,
                    const struct procedure *procedure,
                    struct promise_vec *into);

#endif
