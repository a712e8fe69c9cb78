// Do rounds come to an end? The proof, level by level.
//
// A level is a group of rounds and a measure of it: rounds that make it smaller
// are not taken for ever, so only what leaves it as it is has to be looked at
// from then on. (Lexicographic ranking functions; the order of levels is that
// of the components.) When no group is left, every execution ends.
//
// A proof is checked from its data alone: invariants that are inductive, and
// levels, each obligation a query of its own.
#ifndef VOUCH_RANK_PROVE_H
#define VOUCH_RANK_PROVE_H

#include "base/log.h"
#include "base/poll.h"
#include "rank/measure.h"
#include "rank/rounds.h"
#include "solver/solver.h"

struct level {
  uint32_t group;       // when it was found: the least cut point in it, plus 1
  struct bitset rounds; // of it
  struct bitset over;   // those of them that are over then, as was checked
  struct measure measure;
};

VEC_DEFINE(level_vec, struct level);

struct prove {
  struct rounds *rounds; // get smaller
  struct solver *solver;
  const struct log *log;
  struct poll poll;
  bool is_quick;           // see search.h
  struct bitset never;     // rounds that are never taken, as was checked
  struct level_vec levels; // found
};

void prove_release(struct prove *prove);
// As far as it goes; groups that are left are what nothing was found for.
void prove_run(struct prove *prove);
// Do the levels end the rounds, as they were at first? By queries of the
// solver's that share nothing with the search. Appends what it found to be
// impossible, and rests on, for another solver to confirm; and notes which
// rounds are over. Without a solver what was noted is taken for true, as far as
// what is appended is impossible.
bool prove_check(struct prove *prove, struct rounds *first,
                 struct solver *solver, struct term_vec *claims);

#endif
