// What the fixpoint and the way back share. Only for them.
#ifndef VOUCH_BP_SUMMARIES_INTERNAL_H
#define VOUCH_BP_SUMMARIES_INTERNAL_H

#include "base/bitset.h"
#include "bp/summaries.h"

enum contribution_kind {
  FROM_NOTHING, // the beginning of the program
  FROM_ENTRY,   // of the part, at its first location
  FROM_STEP,
  FROM_CALL, // of an entry, by a call; of a location, from behind a call
  FROM_RETURN
};

// Why something is reached. The sets are kept.
struct contribution {
  enum contribution_kind kind;
  uint32_t edge;
  struct dd paths;   // where it comes from
  struct dd summary; // of FROM_CALL at a location: what the callee did
  struct dd added;   // what was new
  struct dd after;   // all that was there then, so that it is found quickly
};

VEC_DEFINE(contribution_vec, struct contribution);

// A set that grows, and why.
struct growing_set {
  struct dd all;   // kept
  struct dd fresh; // not yet looked at; kept
  struct contribution_vec why;
};

struct part_state {
  struct growing_set entries; // valuations; fresh is not used
  struct growing_set summary;
  struct u32_vec calls; // edges that call it
};

struct violation {
  bool is_found;
  uint32_t edge;
  struct dd paths; // that violate it; kept
};

struct summaries {
  const struct bp_graph *graph;
  const struct bp_source *source;
  struct growing_set *locations;
  struct part_state *parts;
  struct violation *violations; // by row
  uint32_t violation_count;
  // The work: ranks of locations, and of parts whose summary has grown
  uint32_t *rank_of_location, *rank_of_part;
  uint32_t *at_rank; // a location, or location_count + a part
  struct bitset work;
  struct summaries_figures figures;
};

// The order in which locations and summaries are taken.
void summaries_rank(struct summaries *s);

#endif
