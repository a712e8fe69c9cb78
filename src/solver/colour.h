// The fewest classes: a number for each of some things, so that of every clause
// one pair has two different numbers. Seed 002, section 5, figure 4, lines 2
// to 17: the numbers are bits that a SAT solver chooses.
//
// ceil(log2 m) bits alone would allow more than m numbers, so each is bounded
// besides. Thing i gets at most i, which loses no solution (classes can be
// numbered in the order of their first members).
#ifndef VOUCH_SOLVER_COLOUR_H
#define VOUCH_SOLVER_COLOUR_H

#include "solver/solver.h"

// Two things that are to be told apart.
struct colour_pair {
  uint32_t a, b;
};

VEC_DEFINE(colour_pair_vec, struct colour_pair);

// Clause i has the pairs ends[i-1] .. ends[i]-1, the first from 0 on.
struct colour_clauses {
  struct colour_pair_vec pairs;
  struct u32_vec ends;
};

void colour_clauses_release(struct colour_clauses *clauses);
// Ends the clause of the pairs that were pushed since the last one.
void colour_clauses_end(struct colour_clauses *clauses);
uint32_t colour_clause_first(const struct colour_clauses *clauses,
                             uint32_t clause);

// With at most `classes` numbers, in so many units of the solver (0: no limit),
// on terms of its own. ANSWER_SAT: colours[0 .. things-1] are set.
enum answer solver_colour(uint64_t limit, uint32_t things,
                          const struct colour_clauses *clauses,
                          uint32_t classes, uint32_t *colours);
// With as few as possible, tried from *classes on, of which it must be known
// that no fewer suffice; *classes is how many it took. False: the solver gave
// up, or a clause is empty.
bool solver_colour_least(uint64_t limit, uint32_t things,
                         const struct colour_clauses *clauses,
                         uint32_t *classes, uint32_t *colours);
// Does every clause have a pair of different numbers?
bool colours_satisfy(const struct colour_clauses *clauses,
                     const uint32_t *colours);

#endif
