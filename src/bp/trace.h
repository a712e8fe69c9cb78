// A counterexample of a program with procedures, hierarchically: a run for each
// activation, whose calls refer to the runs of the callees. A callee that
// returns the same way from the same valuation is one run, however often it is
// called, so traces of exponential length are small.
//
// A run is closed if it ends with a RETURN edge, and open if its last step is a
// call that does not return or the violation. Open runs are a chain from the
// first one, of the main part, to the one with the violation; they are in no
// other run. The runs of the calls of a run come after it or were there before:
// there is no cycle.
#ifndef VOUCH_BP_TRACE_H
#define VOUCH_BP_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

enum { BP_NO_RUN = UINT32_MAX };

struct bp_run_step {
  uint32_t edge;
  const bool *before; // the valuation that the edge is taken in
  uint32_t callee;    // of CALL: its run
};

VEC_DEFINE(bp_run_step_vec, struct bp_run_step);

struct bp_run {
  uint32_t part;
  struct bp_run_step_vec steps;
};

VEC_DEFINE(bp_run_vec, struct bp_run);

struct bp_trace {
  struct arena arena; // of the valuations
  struct bp_run_vec runs;
  uint32_t first; // the run of the main part
};

static inline void bp_trace_init(struct bp_trace *trace) {
  *trace = (struct bp_trace){.first = BP_NO_RUN};
  arena_init(&trace->arena);
}
static inline void bp_trace_release(struct bp_trace *trace) {
  for (uint32_t i = 0; i < trace->runs.count; i++)
    bp_run_step_vec_release(&trace->runs.at[i].steps);
  bp_run_vec_release(&trace->runs);
  arena_release(&trace->arena);
}

#endif
