// Reachability one valuation after the other, for comparison with summaries
// (summaries.h): the same tabulation by entries and exits, but of single
// valuations, on statements instead of edges, and without diagrams. It shares
// nothing with them but the program.
#ifndef VOUCH_BP_EXPLORE_H
#define VOUCH_BP_EXPLORE_H

#include "bp/code.h"

struct exploration {
  bool is_complete;    // within the limit
  bool *is_violated;   // by row
  uint64_t *reached;   // by location: how many valuations
  uint64_t path_count; // (entry, location, valuation)
};

// Gives up beyond `limit` paths. Of threads nothing is known here.
void explore(struct exploration *result, const struct bp_code *code,
             uint64_t limit);
void exploration_release(struct exploration *result);

#endif
