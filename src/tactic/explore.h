// Deep bugs: executions followed one by one, values that are constants kept as
// such and the rest as terms over inputs, the least familiar first.
//
// Unrolling (unroll.h) takes all paths at once, round by round, and ends where
// its formulas get hard; a state machine that must go round a dozen times
// before it goes wrong is out of its reach. Here a state is a location, a value
// for every live variable, and the conditions met on the way. States that look
// the same up to what depends on inputs are familiar: those met for the first
// time are followed first, then those met for the second time, and none for a
// time beyond EXPLORE_VISITS. So flags, states and counters are told apart as
// an explicit-state search would do it, and data stays symbolic.
//
// A condition is asked of the solver only together with those that it shares
// inputs with, under canonical names: the next round's question is then the
// same, and answered from memory.
//
// What is found is a path, to be checked like any other. Finding none says
// nothing.
#ifndef VOUCH_TACTIC_EXPLORE_H
#define VOUCH_TACTIC_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/question.h"
#include "abstraction/reach.h"
#include "base/poll.h"
#include "solver/solver.h"

enum { EXPLORE_VISITS = 8, EXPLORE_EDGES = 20000 };

struct explore {
  const struct question *question;
  const struct bitset *relevant; // variables that matter, by id; null: all
  struct solver *solver;
  uint64_t steps;   // at most that many edges are followed,
  uint64_t units;   // and that much of the solver is used
  bool is_brief;    // conditions are asked about only where there is a choice
  struct poll poll; // polled at every state
  // Is that path wanted? Otherwise the search goes on. Null: any is.
  bool (*accept)(void *acceptor, const struct edge_id_vec *path);
  void *acceptor;
  uint64_t states; // looked at so far
};

// True: *path is a way to a violation whose conditions are satisfiable as far
// as the solver could tell. A procedure of more than EXPLORE_EDGES edges is not
// looked at.
bool explore_run(struct explore *explore, struct edge_id_vec *path);

#endif
