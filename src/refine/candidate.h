// Candidates for invariants at cut points, guessed from samples.
//
// All hold of every sample: constants, bounds by constants of the program,
// orders between two variables, affine relations modulo 2^w (which include
// equal variables and low bits that never change), and the program's own
// comparisons. Where a variable has only a few values, what holds for one of
// them is a candidate with that value as its premise, and so is what holds when
// a comparison of fixed values does. They are guesses: lemma.h
// keeps those that are inductive together.
#ifndef VOUCH_REFINE_CANDIDATE_H
#define VOUCH_REFINE_CANDIDATE_H

#include "refine/sample.h"
#include "term/term.h"

enum { CANDIDATES = 600 }; // at most, for a cut point

// Appends the candidates for the cut point, each once. `atoms` are comparisons
// of the program; `fixed` are those of values that do not change from one visit
// of the cut point to the next, which are tried as premises.
void candidates_guess(struct program *program, const struct samples *samples,
                      uint32_t cut, const struct term_vec *atoms,
                      const struct term_vec *fixed, struct term_vec *into);

#endif
