// Violations by the order of accesses: all executions of threads up to a depth
// as one question to the solver.
//
// Every thread's turns are written out (unfolding.h), and clocks say in which
// order they come and which writes are read (clocks.h). A model is a schedule
// with inputs, which becomes a path of the loop; whether that runs is for
// others to say. Neither the product of the threads nor predicates are needed:
// good where there are few accesses and much data. Where no way is longer than
// the depth, and nothing is violated, all executions were covered.
#ifndef VOUCH_ORDER_ORDER_H
#define VOUCH_ORDER_ORDER_H

#include "base/log.h"
#include "base/poll.h"
#include "order/turns.h"
#include "solver/solver.h"

enum order_outcome {
  ORDER_COVERED,  // all executions, without a violation
  ORDER_VIOLATED, // *path leads to one
  ORDER_STOPPED   // a limit, or something that is not modelled
};

struct order_search {
  const struct question *question; // about the loop, with its counters
  const struct variable_vec *counters;
  struct solver *solver;
  uint64_t units; // of the solver, for all depths together
  uint32_t most_depth;
  struct poll poll; // between questions
  const struct log *log;
  // The result
  uint32_t depth; // how often a loop was closed at most
  uint32_t turns; // that were written out
};

enum order_outcome order_search(struct order_search *search,
                                struct edge_id_vec *path);

#endif
