// Boolean programs with threads: all interleavings, state by state.
//
// A state is the values of the globals and the threads: where each is, its
// locals, the frames below. Threads in the same place with the same values are
// not told apart, so a state has its threads in a fixed order; who is who is
// found out again when a trace is told. States are taken breadth first, so
// traces are shortest.
//
// Statements happen one at a time. A thread between atomic_begin and atomic_end
// runs alone; if it blocks there, nothing goes on. `wait` goes on at the next
// `broadcast`; `sync e` goes on together with another thread at `sync e`. A new
// thread has a copy of its starter's variables. A thread ends where the
// procedure that it began in returns, or at `end_thread`; the others go on.
#ifndef VOUCH_BP_INTERLEAVE_H
#define VOUCH_BP_INTERLEAVE_H

#include "base/diag.h"
#include "base/poll.h"
#include "bp/code.h"
#include "evidence/result.h"

struct interleaving_limits {
  uint32_t most_threads; // alive at a time; 0: any number
  uint64_t most_states;
  bool stops_at_first; // violation
  struct poll poll;
};

// Decides the rows of the result that are open, and adds executions; ends when
// there are none left. Returns why some are left, or null. Of programs with
// threads, recursive ones are refused; of others, recursive ones may go on for
// ever.
const char *interleave(const struct bp_code *code,
                       const struct interleaving_limits *limits,
                       struct diag *sources, struct result *result);

#endif
