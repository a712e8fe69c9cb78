// Comparing two systems, with evidence.
//
//   trace, weak-trace      every (weak) trace of A is one of B
//   sim, weak-sim          B (weakly) simulates A
//   bisim, branching-bisim, weak-bisim
//                          A and B are bisimilar in that sense
//
// The first four are preorders; `both` asks for both directions. In `trace`,
// `sim` and `bisim` tau is an action like any other. `divergence` makes
// branching bisimulation tell apart states that can go on silently for ever.
// Kinds of states are observable by all but the trace relations.
//
// Evidence for `no`: a shortest trace of one system that the other does not
// have, with a run that performs it; or a distinguishing play (play.h). An
// action `is STOP`, `is END`, `is ERROR` or `is divergent` in a play means
// that the state is of that kind.
#ifndef VOUCH_LTS_COMPARE_H
#define VOUCH_LTS_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "lts/lts.h"
#include "lts/play.h"

enum lts_relation {
  RELATION_TRACE,
  RELATION_WEAK_TRACE,
  RELATION_SIM,
  RELATION_WEAK_SIM,
  RELATION_BISIM,
  RELATION_BRANCHING_BISIM,
  RELATION_WEAK_BISIM,
};

struct compare_options {
  enum lts_relation relation;
  bool both;       // directions of a preorder
  bool divergence; // of branching bisimulation
  uint64_t limit;  // of pairs, sets or saturated steps; 0 = none
};

enum compare_answer { COMPARE_HOLDS, COMPARE_FAILS, COMPARE_UNKNOWN };

struct comparison {
  enum compare_answer answer;
  bool swapped;       // the evidence is about B against A
  const char *reason; // why unknown
  // A trace and a run of A (of B when swapped) that performs it; the run has
  // silent steps in between if they are weak.
  struct lts_action_vec trace;
  struct lts_step_vec run;
  struct lts_action_vec allowed; // instead of the last action of the trace
  struct play play;
};

const char *relation_text(enum lts_relation relation);

struct comparison lts_compare(const struct lts *a, const struct lts *b,
                              struct compare_options options);
void comparison_release(struct comparison *comparison);

// The evidence as text that a reader can follow; nothing if it holds.
void comparison_print(const struct comparison *comparison, const struct lts *a,
                      const struct lts *b, struct compare_options options,
                      struct strbuf *out);

#endif
