// The predicate LTS of a component, state by state (seed 000, definitions 6 to
// 8 and section 5.4; figure 6).
//
// The loop keeps sets of valuations per location; this is for looking at what
// they stand for, and for questions about branching. A state is INIT, STOP, or
// a location with a valuation of the predicates tracked there; steps are what
// edges do: their action, or tau.
#ifndef VOUCH_ABSTRACTION_PREDICATE_LTS_H
#define VOUCH_ABSTRACTION_PREDICATE_LTS_H

#include "abstraction/precision.h"
#include "abstraction/transfer.h"
#include "lts/lts.h"

// `labels` has the action of each edge, none for tau. The transfer is that of
// the precision. Null when there are more than `limit` states.
struct lts *predicate_lts_new(struct transfer *transfer,
                              const struct precision *precision,
                              const struct action *labels,
                              struct action_table *actions, uint32_t limit);
// The same; `locations` gets the location of each state, 0 for INIT.
struct lts *predicate_lts_at(struct transfer *transfer,
                             const struct precision *precision,
                             const struct action *labels,
                             struct action_table *actions, uint32_t limit,
                             struct u32_vec *locations);

#endif
