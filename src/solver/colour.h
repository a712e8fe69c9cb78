// The fewest classes: a number for each of some things, so that of every clause
// one pair has two different numbers. Seed 002, section 5, figure 4, lines 2
// to 17: the numbers are bits that a SAT solver chooses.
//
// ceil(log2 m) bits alone would allow more than m numbers, so each is bounded
// besides. Things of which clauses demand that all are told apart, a clique,
// get the first numbers, which loses no solution; and there are at least as
// many numbers.
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

// The search for numbers, which goes on from clause to clause: clauses are only
// added, so no fewer numbers will do later.
struct colouring {
  uint32_t things, classes; // how many numbers are tried
  uint64_t limit;           // of each question to the solver; 0: none
  bool is_doubtful;         // the solver gave up on some number: fewer might do
  struct colour_clauses clauses;
  struct palette *palette; // of so many classes, with its own solver; or null
};

// From one class on.
void colouring_init(struct colouring *colouring, uint32_t things,
                    uint64_t limit);
void colouring_release(struct colouring *colouring);
void colouring_add(struct colouring *colouring, const struct colour_pair *pairs,
                   uint32_t count);
// With as few as possible: `classes` says how many, colours[0 .. things-1] are
// set. Where the solver gives up on a number the next one is tried. False: it
// gave up on all, or a clause is empty.
bool colouring_solve(struct colouring *colouring, uint32_t *colours);

// Does every clause have a pair of different numbers?
bool colours_satisfy(const struct colour_clauses *clauses,
                     const uint32_t *colours);

#endif
