// A trace of a Boolean program with threads, as events that Constrain looks at
// (seed 003, section 3.3): the trace says whose each step is, and there is a
// stack of calls for each thread.
//
// A thread is an activation of a part of its own, which others do not wait for.
// Its calls and returns are its stack's business: a return belongs to the last
// open call of the same thread, whatever others have called since. Globals are
// those of all, so what a step leaves in them is what the next step finds,
// whoever makes it; locals are the activation's, and what a step leaves in them
// is what its own next step finds, however many others have had their turn in
// between.
//
// What a callee returns speaks of globals as it left them. Where another thread
// had its turn between that and the effects of the call, or between the
// parameters and the entry, nothing is asked of the latter: a constraint could
// exclude what others made possible.
//
// The interleavings of C threads as one automaton (threads/interleave.h) need
// none of this: there a stack is where a thread is, and a switch is a step.
#ifndef VOUCH_SLAM_SWITCHED_TRACE_H
#define VOUCH_SLAM_SWITCHED_TRACE_H

#include "slam/valued_trace.h"

// In the order in which they happen.
struct switched_step {
  uint32_t thread;
  uint32_t edge;      // of the code's graph
  const bool *before; // what the thread sees: globals and its own locals
};

struct switched_trace {
  struct arena arena; // of valuations that are put together
  struct event_vec events;
};

// Threads are numbered from 0; each begins at the entry of the part that its
// first step is of. False when a step is not one that its thread's stack
// allows. Release in either case.
bool switched_trace_init(struct switched_trace *trace, const struct c2bp *c2bp,
                         const struct bp_code *code,
                         const struct switched_step *steps, uint32_t count);
void switched_trace_release(struct switched_trace *trace);

#endif
