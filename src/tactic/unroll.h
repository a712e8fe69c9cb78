// Unrolling: rounds through the cut points of a component, all paths at once.
//
// From the entry, round after round, the states at each cut point are joined
// into one symbolic state. A violation that can be reached within the rounds is
// found with its inputs; when no state is left, every execution was covered
// and nothing violates the property, so loops with few rounds need no
// invariants. Effort is limited by rounds, terms and the solver's units.
//
// Instead of violations, states at cut points may be looked for: goals.
#ifndef VOUCH_TACTIC_UNROLL_H
#define VOUCH_TACTIC_UNROLL_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/block.h"
#include "abstraction/walk.h"
#include "base/poll.h"
#include "solver/solver.h"

enum unroll_outcome {
  UNROLL_COVERED,  // all executions, without a violation
  UNROLL_VIOLATED, // *walk is a violating execution, or leads to a goal
  UNROLL_STOPPED   // a limit
};

struct unroll_limits {
  uint32_t rounds;
  uint32_t terms;   // new ones
  uint64_t units;   // of the solver, over all queries
  struct poll poll; // polled every round
};

struct unroll {
  struct blocks *blocks;
  const struct bitset *relevant; // as the blocks were built with
  struct solver *solver;
  struct unroll_limits limits;
  uint32_t rounds;          // done so far
  const struct term *goals; // by cut point: a condition that is looked for
                            // there, or none; null: violations are
  struct assignment *model; // gets that of what was found, variables of goals
                            // included; may be null
  struct term_vec *claims;  // gets the conditions found impossible; may be null
};

enum unroll_outcome unroll_run(struct unroll *unroll, struct walk *walk);

#endif
