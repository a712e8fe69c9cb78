// Candidates of second resort, for loops that those of candidate.h do not
// explain: linear bounds with a constant of the program as their slope, such as
// x <= 1000 * y + 1. There are many and few are needed, so they come only when
// there is nothing else.
#ifndef VOUCH_REFINE_SLOPE_H
#define VOUCH_REFINE_SLOPE_H

#include "refine/sample.h"
#include "term/term.h"

// Appends candidates for the cut point, each once, that hold of every sample.
void slopes_guess(struct program *program, const struct samples *samples,
                  uint32_t cut, struct term_vec *into);

#endif
