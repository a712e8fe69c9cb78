// How far a check is, for whoever watches: plain numbers that the engines set
// and that a signal handler may read at any time.
#ifndef VOUCH_TACTIC_PROGRESS_H
#define VOUCH_TACTIC_PROGRESS_H

#include <stdint.h>

#include "solver/solver.h"

struct progress {
  const char *volatile phase; // "abstracting"
  volatile uint64_t iteration;
  volatile uint64_t predicates; // over locations
  volatile uint64_t states;     // sets of states looked at in this iteration
  const struct solver_counts *volatile solver; // or null
  struct solver *volatile running; // whose queries may be ended; or null
};

#endif
