// Ways to go on without an infeasible path: a table, in the order in which they
// are tried, each with a budget in units that repeat.
//
//   branches      the paper's ways to choose, if one of them is asked for
//   executions    a few, before the work begins: some bugs are met on every way
//   loops         a look at the loops as a whole, once: when the comparisons
//                 have used up their budget, or do not suffice
//   comparisons   of the program, as predicates
//   derivation    of predicates from the path
//   patience      more time for hard queries, and once more from the start
//
// After each that leaves the path open the table is looked at from its top
// again: what is due, and has a turn left, is next.
#ifndef VOUCH_CEGAR_EXCLUDE_H
#define VOUCH_CEGAR_EXCLUDE_H

#include "cegar/cegar.h"

// For one query: about a quarter of a second, and when nothing else helps.
enum { CHECK_UNITS = 1000000, PATIENT_UNITS = 20000000 };

// True when the search goes on without the path; otherwise there is a verdict.
bool exclude_path(struct cegar *cegar, const struct edge_id_vec *edges,
                  const struct u32_vec *core);
// Have the comparisons used up their budget, so that a look at the loops is due
// before anything else?
bool exclude_yields(const struct cegar *cegar);
// The look at the loops. True when that decides.
bool exclude_by_loops(struct cegar *cegar);

#endif
