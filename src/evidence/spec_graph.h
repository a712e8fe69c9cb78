// A specification's automaton as data, for reports: what an execution is held
// against. Small ones only; texts are interned.
#ifndef VOUCH_EVIDENCE_SPEC_GRAPH_H
#define VOUCH_EVIDENCE_SPEC_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"

struct spec_graph_edge {
  uint32_t from, to;  // states
  struct name action; // none: silent
};

VEC_DEFINE(spec_graph_edge_vec, struct spec_graph_edge);

enum { MOST_SPEC_GRAPH_STATES = 120, MOST_SPEC_GRAPH_EDGES = 600 };

struct spec_graph {
  struct name_vec states; // none: nothing is known, or it is too large
  struct spec_graph_edge_vec edges;
  struct name_vec alphabet; // the specification does not hear other actions
  uint32_t initial;
};

void spec_graph_release(struct spec_graph *graph);

#endif
