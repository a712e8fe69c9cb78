// A counterexample of a Boolean program as what happens in the program that it
// abstracts: edges with frames around them, and the valuation of the predicates
// before and after each (seed 003, section 3: a trace with valuations).
//
// Events are in order. An activation is a number; the first is 0. What a
// callee does stands between its ENTER and its LEAVE; EFFECTS follows that. An
// activation that does not return has no LEAVE.
#ifndef VOUCH_SLAM_VALUED_TRACE_H
#define VOUCH_SLAM_VALUED_TRACE_H

#include "bp/code.h"
#include "bp/trace.h"
#include "slam/c2bp.h"

enum event_kind {
  EVENT_STEP,
  EVENT_PARAMETERS, // of a call: the temporaries are computed
  EVENT_ENTER,
  EVENT_LEAVE,
  EVENT_EFFECTS,   // of a call, in the caller: what it changed
  EVENT_VIOLATION, // the last one
  EVENT_UNMODELLED // likewise
};

struct event {
  enum event_kind kind;
  struct edge_id edge;
  uint32_t activation;
  uint32_t part;
  uint32_t partner;   // of LEAVE and EFFECTS: the ENTER
  const bool *before; // valuations of the part, by slot (bp/bp.h); of ENTER the
                      // caller's, of LEAVE the callee's where it returns
  const bool *after;  // of STEP, PARAMETERS, EFFECTS; of ENTER the callee's
};

VEC_DEFINE(event_vec, struct event);

// Valuations are the trace's. False when there are too many events.
bool valued_trace(const struct c2bp *c2bp, const struct bp_code *code,
                  const struct bp_trace *trace, struct event_vec *into);
// Calls that are open inside each other, at most.
uint32_t valued_trace_depth(const struct event_vec *events);
// The same edges in the same order?
bool valued_traces_equal(const struct event_vec *a, const struct event_vec *b);

#endif
