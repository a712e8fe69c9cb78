// What summaries know of a program: parts (procedures) with locations and
// edges, and where a row is violated. What an edge does to variables only the
// source of images knows (source.h).
//
// Locations are numbered over all parts, each part's one after the other;
// edges are sorted by the location that they leave.
#ifndef VOUCH_BP_GRAPH_H
#define VOUCH_BP_GRAPH_H

#include <stdint.h>

#include "base/vec.h"

enum bp_edge_kind {
  BP_EDGE_STEP,
  BP_EDGE_CALL,     // of `callee`, and to `to` when that has returned
  BP_EDGE_RETURN,   // leads nowhere
  BP_EDGE_VIOLATION // of `row`; leads nowhere
};

struct bp_edge {
  enum bp_edge_kind kind;
  uint32_t from, to;
  uint32_t callee;
  uint32_t row;
};

VEC_DEFINE(bp_edge_vec, struct bp_edge);

struct bp_part {
  uint32_t entry; // its first location
  uint32_t location_count;
};

VEC_DEFINE(bp_part_vec, struct bp_part);

struct bp_graph {
  struct bp_part_vec parts;
  struct bp_edge_vec edges;
  struct u32_vec first;   // edge that leaves a location; one more at the end
  struct u32_vec part_of; // by location
  uint32_t main;
  uint32_t row_count;
};

static inline void bp_graph_release(struct bp_graph *graph) {
  bp_part_vec_release(&graph->parts);
  bp_edge_vec_release(&graph->edges);
  u32_vec_release(&graph->first);
  u32_vec_release(&graph->part_of);
}

#endif
