// The predicate LTS of a component, state by state (seed 000, definitions 6 to
// 8 and section 5.4; figure 6).
//
// The loop keeps sets of valuations per location; this is for looking at what
// they stand for, and for questions about branching. A state is INIT, STOP, or
// a location with a valuation of the predicates tracked there; steps are what
// edges do: their action, or tau.
#ifndef VOUCH_ABSTRACTION_PREDICATE_LTS_H
#define VOUCH_ABSTRACTION_PREDICATE_LTS_H

#include "abstraction/edge_labels.h"
#include "abstraction/precision.h"
#include "abstraction/transfer.h"
#include "base/poll.h"
#include "lts/lts.h"

struct predicate_lts_options {
  struct edge_labels labels;
  struct solver *certain;    // only steps that every state can take, decided
                             // by this (must.h); or null: possible ones
  bool is_named;             // states carry their location and valuation
  struct u32_vec *locations; // gets the location of each state, 0 for INIT;
                             // or null
  uint32_t limit;            // of states
  struct poll poll;          // polled for each state
};

// The transfer is that of the precision, and both are about the effects that
// the question is about. Null when there are more states than the limit, or it
// was stopped.
struct lts *predicate_lts_new(const struct question *question,
                              struct transfer *transfer,
                              const struct precision *precision,
                              const struct predicate_lts_options *options,
                              struct action_table *actions);

#endif
