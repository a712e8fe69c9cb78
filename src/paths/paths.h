// All executions of a program, one after the other, with inputs left open.
//
// The program is followed as it is written, with pointers and calls: nothing is
// inlined, activations of recursive procedures have frames of their own, and
// memory is objects with bytes (state.h). What depends on inputs is a term; a
// branch that can go several ways is followed each way, with the condition
// kept. Where an access depends on an input, each place that it may be is a way
// of its own. Executions with the fewest conditions are followed first.
//
// If that comes to an end, the property holds of all executions, or the inputs
// of a violation are known, for the interpreter to run. Programs whose
// executions fall into few classes are decided so, however deep they recurse
// and whatever they do with memory: no invariant is needed, and none is found.
//
// What is not followed is refused: routines of the library but those that end
// the program, print or allocate, addresses as numbers, threads, actions.
#ifndef VOUCH_PATHS_PATHS_H
#define VOUCH_PATHS_PATHS_H

#include "base/poll.h"
#include "base/strbuf.h"
#include "check/target.h"
#include "solver/solver.h"

enum paths_outcome {
  PATHS_COVERED,  // every execution, without a violation
  PATHS_VIOLATED, // one was found, whose inputs are in `oracle`
  PATHS_OPEN      // a limit, or something that is not followed: see `why`
};

struct paths_limits {
  uint64_t steps;       // edges in all
  uint32_t states;      // that wait at the same time
  uint32_t conditions;  // of one execution
  bool goes_on;         // with others, for violations, where one has more
  uint32_t depth;       // calls of one procedure inside each other
  uint64_t units;       // of the solver in all
  uint64_t check_units; // of one question
  struct poll poll;     // polled now and then
};

struct paths {
  struct program *program; // only its terms grow
  struct procedure_id entry;
  const struct target_rules *rules;
  bool allocations_succeed;
  struct solver *solver;
  struct paths_limits limits;

  uint64_t steps;                // so far
  uint64_t executions;           // that came to their end
  uint32_t depth;                // of recursive calls inside each other
  struct bitset recursive;       // procedures that were
  struct bitset *taken;          // edges, by procedure
  struct strbuf oracle;          // of a violation (run/oracle.h)
  bool is_guessed;               // it may hang on what is approximated
  struct procedure_id procedure; // where it is
  struct edge_id edge;
  const char *why;   // of OPEN
  bool is_cut_short; // of OPEN: only because of steps, or of the solver's units
};

enum paths_outcome paths_run(struct paths *paths);
void paths_release(struct paths *paths);

// After COVERED: did an execution come to where the edge is decided?
bool paths_came_to(const struct paths *paths, const struct procedure *procedure,
                   const struct edge *edge);

#endif
