// `vouch bp run`: one execution of a Boolean program, whose choices random
// numbers make. Threads and recursion are as good as anything.
#ifndef VOUCH_BP_EXECUTE_H
#define VOUCH_BP_EXECUTE_H

#include "base/diag.h"
#include "bp/code.h"
#include "evidence/execution.h"

enum bp_run_end {
  BP_RUN_ENDED,    // nothing is left to do
  BP_RUN_BLOCKED,  // nobody can go on
  BP_RUN_VIOLATED, // a row
  BP_RUN_STOPPED   // by the number of steps
};

struct bp_run_options {
  uint64_t seed;
  uint64_t most_steps;
};

struct bp_run_result {
  enum bp_run_end end;
  uint64_t steps;
  uint32_t row;             // of VIOLATED
  struct position position; // of BLOCKED: of a thread that cannot go on
};

// Adds a lane to the execution, with all that happens.
struct bp_run_result bp_execute(const struct bp_code *code,
                                const struct bp_run_options *options,
                                struct diag *sources,
                                struct execution *execution);

#endif
