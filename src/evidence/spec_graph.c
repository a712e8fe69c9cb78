#include "evidence/spec_graph.h"

void spec_graph_release(struct spec_graph *graph) {
  name_vec_release(&graph->states);
  name_vec_release(&graph->alphabet);
  spec_graph_edge_vec_release(&graph->edges);
}
