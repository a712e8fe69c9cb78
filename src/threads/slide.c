#include "threads/slide.h"

static uint32_t degree(const struct crew *crew, uint32_t at) {
  return crew->first_out.at[at + 1] - crew->first_out.at[at];
}

// Of a location with one.
static const struct crew_edge *only_edge(const struct crew *crew, uint32_t at) {
  return &crew->edges.at[crew->outs.at[crew->first_out.at[at]]];
}

static bool is_plain(const struct crew *crew, const struct crew_edge *edge) {
  return edge->op.kind == OPERATION_ASSIGN || edge->op.kind == OPERATION_LIVE ||
         (edge->op.kind == OPERATION_ASSUME &&
          term_is_true(crew->program->terms, edge->op.assume.condition));
}

void crew_find_left(struct crew *crew,
                    bool (*is_noticed)(void *context,
                                       const struct crew_edge *edge),
                    void *context) {
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    bool ends = edge->to == crew->threads.at[edge->thread].end;
    if (bitset_has(&crew->left, edge->from) &&
        (is_noticed(context, edge) || degree(crew, edge->from) != 1))
      bitset_remove(&crew->left, edge->from);
    else if (ends && is_plain(crew, edge) && degree(crew, edge->from) == 1)
      bitset_add(&crew->left, edge->from);
  }
}

bool crew_slides(const struct crew *crew, uint32_t location) {
  enum { MOST = 100 };
  uint32_t at = location;
  for (uint32_t i = 0; i < MOST; i++) {
    if (bitset_has(&crew->left, at))
      return true;
    if (degree(crew, at) != 1)
      return false;
    const struct crew_edge *edge = only_edge(crew, at);
    if (edge->step != CREW_LOCAL || !is_plain(crew, edge) || edge->awaits ||
        edge->claims)
      return false;
    at = edge->to;
  }
  return false;
}
