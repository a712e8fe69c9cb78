// Reachability with procedures by summaries (Reps, Horwitz, Sagiv, POPL 1995;
// Ball, Rajamani, Bebop, SPIN 2000).
//
// For every location of a part the pairs (valuation at the entry of the part,
// valuation now) that can occur, for entries that can occur; for every part the
// pairs (valuation at the entry, what a return gives). A call contributes
// valuations to the callee's entries, and goes on by what the callee's summary
// says of them; when a summary grows, all calls are looked at again. So
// recursion needs no bound, and what a callee does is found out once for each
// way to enter it. A violation in a callee that never returns is found where
// it is.
//
//   new entries of P:        reached[entry of P] += begin(entries)
//   take (location, fresh):
//     step      reached[to] += image(fresh)
//     call R    entries[R] += enter(fresh); reached[to] += leave(fresh,
//     summary[R]) return    summary[P] += finish(fresh) violation remember it
//   take (P, fresh summary): for all calls of P:
//     reached[to] += leave(reached[from], fresh)
//
// Locations are taken callees first, in reverse postorder. Every contribution
// is kept, in order: a violation is traced back through the earliest, each of
// which comes from earlier ones still.
#ifndef VOUCH_BP_SUMMARIES_H
#define VOUCH_BP_SUMMARIES_H

#include "base/poll.h"
#include "bp/graph.h"
#include "bp/source.h"
#include "bp/trace.h"

enum summaries_outcome {
  SUMMARIES_DONE,   // a fixpoint
  SUMMARIES_STOPPED // by the limits
};

struct summaries_limits {
  bool stops_at_first; // violation
  struct poll poll;    // polled at every location
};

struct summaries; // opaque

// Graph and source outlive it.
struct summaries *summaries_new(const struct bp_graph *graph,
                                const struct bp_source *source);
void summaries_free(struct summaries *s);

enum summaries_outcome summaries_run(struct summaries *s,
                                     const struct summaries_limits *limits);

// What was reached: pairs of (entry, now) at a location.
struct dd summaries_at(const struct summaries *s, uint32_t location);
bool summaries_violates(const struct summaries *s, uint32_t row);
// The same with shortest ways to everything, of what is known to be reachable;
// null if that takes more images than `most_images`.
struct summaries *summaries_shortest(const struct summaries *known,
                                     uint64_t most_images);
// How a row that is violated comes to be: in few steps, in the fewest after
// summaries_shortest.
void summaries_trace(struct summaries *s, uint32_t row, struct bp_trace *trace);

struct summaries_figures {
  uint64_t images; // of steps, calls and returns
  uint64_t contributions;
};

struct summaries_figures summaries_figures(const struct summaries *s);

#endif
