// Does every execution of a component end?
//
// What is known at loop heads is guessed from samples and proved (tactic/
// loops.h); measures then show that rounds are not taken for ever (prove.h).
// Where none are found, executions of few rounds are followed to their end, all
// at once (tactic/unroll.h); and executions that never end are looked for: ones
// that come back to a state, and states that need not be left (lasso.h,
// recur.h).
//
// An execution ends when main returns, by exit and abort, where an assertion
// fails, and where an assumption does not hold. What follows undefined
// behaviour, signed overflow too, is no execution.
#ifndef VOUCH_RANK_RANK_H
#define VOUCH_RANK_RANK_H

#include "base/log.h"
#include "base/poll.h"
#include "check/component.h"
#include "evidence/result.h"
#include "solver/solver.h"

// Where recursion became a loop (unreturned.h), the program shows one of both.
enum rank_aim {
  AIM_BOTH,
  AIM_PROOF,
  AIM_EXECUTION // that never ends
};

struct rank {
  struct component *component;
  const struct component_options *options;
  struct solver *solver;
  const struct log *log;
  struct poll poll;
  bool checks_proof;
  bool asks_cvc5; // about what a proof rests on, too
  enum rank_aim aim;
  bool is_brief;                  // executions are not followed to their ends
  const struct program *original; // of AIM_EXECUTION, or null: before recursion
                                  // became a loop
  uint64_t *steps;                // of the interpreter: those of runs are added
  struct strbuf *certificate; // for the text of a proof by measures that was
                              // checked, or of why an execution never ends; or
                              // null
};

// Variables, by id, that say how much memory was allocated.
void rank_find_tops(const struct component *component, struct bitset *into);

// Fills in the verdict, its reason, rows for the loops, executions and proof.
void rank_run(struct rank *rank, struct result *result);

#endif
