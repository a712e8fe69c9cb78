// Traces of one system: projection (seed 000, definition 4), whether a system
// performs one, and the system of everything but one.
//
// Traces are weak: they have no tau, and a system performs them with silent
// steps in between.
#ifndef VOUCH_LTS_TRACE_H
#define VOUCH_LTS_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "lts/lts.h"

VEC_DEFINE(lts_traces, struct lts_action_vec);

// Appends the actions of the trace that are in the alphabet.
void trace_project(const struct lts_action_vec *trace,
                   const struct bitset *alphabet, struct lts_action_vec *into);
bool trace_equal(const struct lts_action_vec *a,
                 const struct lts_action_vec *b);

// Does the LTS have the trace, weakly?
bool lts_performs(const struct lts *lts, const struct lts_action_vec *trace);

// Allows every trace over the alphabet that does not begin with the given one,
// which is not empty: a system performs the trace exactly if it does not refine
// this. With `skips_last`, occurrences of the last action before its turn do
// not count.
struct lts *lts_all_but(struct action_table *actions,
                        const struct lts_action_vec *trace,
                        const struct bitset *alphabet, bool skips_last);

#endif
