// The order of the work: callees before their callers, in a part reverse
// postorder, and its summary after all of its locations. Depth-first searches
// keep their own stack, since programs can be long.
#include "bp/summaries_internal.h"

struct frame {
  uint32_t node, next;
};

VEC_DEFINE(frame_vec, struct frame);

// Appends the nodes that can be reached from one to `order`, in postorder.
// `successor` gives the i-th of a node, or UINT32_MAX after the last.
static void postorder(uint32_t from, bool *is_seen,
                      uint32_t (*successor)(const struct summaries *s,
                                            uint32_t node, uint32_t i),
                      const struct summaries *s, struct u32_vec *order) {
  struct frame_vec stack = {0};
  if (is_seen[from])
    return;
  is_seen[from] = true;
  frame_vec_push(&stack, (struct frame){from, 0});
  while (stack.count) {
    struct frame *top = frame_vec_last(&stack);
    uint32_t next = successor(s, top->node, top->next++);
    if (next == UINT32_MAX) {
      u32_vec_push(order, frame_vec_pop(&stack).node);
    } else if (!is_seen[next]) {
      is_seen[next] = true;
      frame_vec_push(&stack, (struct frame){next, 0});
    }
  }
  frame_vec_release(&stack);
}

static uint32_t next_location(const struct summaries *s, uint32_t location,
                              uint32_t i) {
  const struct bp_graph *graph = s->graph;
  uint32_t edge = graph->first.at[location] + i;
  if (edge >= graph->first.at[location + 1])
    return UINT32_MAX;
  enum bp_edge_kind kind = graph->edges.at[edge].kind;
  bool leads_on = kind == BP_EDGE_STEP || kind == BP_EDGE_CALL;
  return leads_on ? graph->edges.at[edge].to : location; // itself: seen
}

static uint32_t next_part(const struct summaries *s, uint32_t part,
                          uint32_t i) {
  const struct bp_graph *graph = s->graph;
  uint32_t entry = graph->parts.at[part].entry;
  uint32_t first = graph->first.at[entry];
  uint32_t end = graph->first.at[entry + graph->parts.at[part].location_count];
  if (first + i >= end)
    return UINT32_MAX;
  const struct bp_edge *edge = &graph->edges.at[first + i];
  return edge->kind == BP_EDGE_CALL ? edge->callee : part; // itself: seen
}

static void rank_part(struct summaries *s, uint32_t part, bool *is_seen,
                      uint32_t *rank) {
  struct u32_vec order = {0};
  postorder(s->graph->parts.at[part].entry, is_seen, next_location, s, &order);
  for (uint32_t i = order.count; i-- > 0;) {
    s->rank_of_location[order.at[i]] = *rank;
    s->at_rank[(*rank)++] = order.at[i];
  }
  s->rank_of_part[part] = *rank;
  s->at_rank[(*rank)++] = s->graph->part_of.count + part;
  u32_vec_release(&order);
}

void summaries_rank(struct summaries *s) {
  uint32_t locations = s->graph->part_of.count, parts = s->graph->parts.count;
  s->rank_of_location = memory_new_zero(locations + 1, sizeof(uint32_t));
  s->rank_of_part = memory_new_zero(parts + 1, sizeof(uint32_t));
  s->at_rank = memory_new_zero(locations + parts + 1, sizeof(uint32_t));
  bool *is_seen = memory_new_zero(locations + parts + 1, sizeof(bool));
  struct u32_vec order = {0};
  uint32_t rank = 0;
  postorder(s->graph->main, is_seen, next_part, s, &order);
  for (uint32_t i = 0; i <= locations + parts; i++)
    is_seen[i] = false;
  for (uint32_t i = 0; i < order.count; i++)
    rank_part(s, order.at[i], is_seen, &rank);
  u32_vec_release(&order);
  free(is_seen);
}
