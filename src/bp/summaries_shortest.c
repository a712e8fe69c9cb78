// Shortest counterexamples, once it is known what can be reached.
//
// Dijkstra's algorithm, first in all parts at once: every entry that can occur
// is at length 0, a step adds one, and what follows a call has the length of
// the call and that of what the callee did (Knuth's generalisation: lengths
// only grow). So whatever is taken from the heap has its least length, and each
// contribution is made of pairs of one length. Then over entries: a call leads
// from an entry at some length of the program to one of the callee.
//
// What comes out are summaries as summaries_run makes them, but that the
// earliest contribution of anything is also a shortest.
#include "bp/summaries_internal.h"

// Something that may be reached, for a reason; its diagrams are kept.
struct candidate {
  double length;
  uint64_t order; // of candidates of the same length, the first counts
  bool is_summary;
  uint32_t index; // location or part
  struct dd found;
  struct contribution why;
};

VEC_DEFINE(candidate_vec, struct candidate);

// What comes to a call, or to a violation, at one length.
struct layer {
  uint32_t edge;
  double length;
  struct dd paths; // kept by the contribution that they are
};

VEC_DEFINE(layer_vec, struct layer);

struct ordering {
  struct summaries *s; // that are filled
  struct candidate_vec heap;
  uint64_t order;
  uint64_t most_images;
  struct layer_vec *calls;      // by part of the call
  struct layer_vec *called;     // by callee
  struct layer_vec *violations; // by part
  struct layer_vec *summaries;  // by part; `paths` are pairs of a summary
  double *best;                 // by row: length of its violation so far
};

// The heap

static bool is_less(const struct candidate *a, const struct candidate *b) {
  return a->length < b->length ||
         (a->length == b->length && a->order < b->order);
}

static void swap(struct candidate *a, struct candidate *b) {
  struct candidate c = *a;
  *a = *b;
  *b = c;
}

static void push(struct ordering *o, struct candidate candidate) {
  struct dd_manager *m = o->s->source->dd;
  if (dd_is_false(candidate.found))
    return;
  dd_keep(m, candidate.found);
  dd_keep(m, candidate.why.paths);
  dd_keep(m, candidate.why.summary);
  candidate.order = o->order++;
  uint32_t i = candidate_vec_push(&o->heap, candidate);
  for (; i && is_less(&o->heap.at[i], &o->heap.at[(i - 1) / 2]);
       i = (i - 1) / 2)
    swap(&o->heap.at[i], &o->heap.at[(i - 1) / 2]);
}

static struct candidate pop(struct ordering *o) {
  struct candidate *at = o->heap.at;
  swap(&at[0], &at[o->heap.count - 1]);
  struct candidate least = candidate_vec_pop(&o->heap);
  for (uint32_t i = 0;;) {
    uint32_t child = 2 * i + 1;
    if (child + 1 < o->heap.count && is_less(&at[child + 1], &at[child]))
      child++;
    if (child >= o->heap.count || !is_less(&at[child], &at[i]))
      return least;
    swap(&at[i], &at[child]);
    i = child;
  }
}

static void drop(struct ordering *o, const struct candidate *candidate) {
  struct dd_manager *m = o->s->source->dd;
  dd_drop(m, candidate->found);
  dd_drop(m, candidate->why.paths);
  dd_drop(m, candidate->why.summary);
}

// What is new of a candidate becomes a contribution; held by the scope.
static struct dd accept(struct ordering *o, struct growing_set *set,
                        const struct candidate *candidate) {
  struct dd_manager *m = o->s->source->dd;
  struct dd added = dd_minus(m, candidate->found, set->all);
  if (dd_is_false(added))
    return added;
  struct contribution why = candidate->why;
  struct dd all = dd_keep(m, dd_or(m, set->all, added));
  dd_drop(m, set->all);
  set->all = all;
  why.added = dd_keep(m, added);
  why.after = dd_keep(m, all);
  dd_keep(m, why.paths);
  dd_keep(m, why.summary);
  contribution_vec_push(&set->why, why);
  return added;
}

// In parts

static void push_leave(struct ordering *o, const struct layer *call,
                       const struct layer *summary) {
  const struct bp_source *source = o->s->source;
  const struct bp_edge *edge = &o->s->graph->edges.at[call->edge];
  o->s->figures.images++;
  push(o,
       (struct candidate){.length = call->length + summary->length + 1,
                          .index = edge->to,
                          .found = source->leave(source->context, call->edge,
                                                 call->paths, summary->paths),
                          .why = {.kind = FROM_CALL,
                                  .edge = call->edge,
                                  .paths = call->paths,
                                  .summary = summary->paths,
                                  .after = dd_false()}});
}

static void take_call(struct ordering *o, const struct layer *call) {
  const struct bp_edge *edge = &o->s->graph->edges.at[call->edge];
  uint32_t part = o->s->graph->part_of.at[edge->from];
  const struct layer_vec *summaries = &o->summaries[edge->callee];
  layer_vec_push(&o->calls[part], *call);
  layer_vec_push(&o->called[edge->callee], *call);
  for (uint32_t i = 0; i < summaries->count; i++)
    push_leave(o, call, &summaries->at[i]);
}

static void take_edge(struct ordering *o, uint32_t index, struct dd paths,
                      double length) {
  const struct bp_source *source = o->s->source;
  const struct bp_edge *edge = &o->s->graph->edges.at[index];
  uint32_t part = o->s->graph->part_of.at[edge->from];
  struct layer layer = {index, length, paths};
  struct candidate next = {
      .length = length + 1,
      .why = {.kind = FROM_STEP, .edge = index, .paths = paths}};
  o->s->figures.images++;
  switch (edge->kind) {
  case BP_EDGE_STEP:
    next.index = edge->to;
    next.found = source->image(source->context, index, paths);
    push(o, next);
    return;
  case BP_EDGE_CALL: take_call(o, &layer); return;
  case BP_EDGE_RETURN:
    next.is_summary = true;
    next.index = part;
    next.found = source->finish(source->context, index, paths);
    next.why.kind = FROM_RETURN;
    push(o, next);
    return;
  case BP_EDGE_VIOLATION: layer_vec_push(&o->violations[part], layer); return;
  }
}

static void take_location(struct ordering *o,
                          const struct candidate *candidate) {
  uint32_t location = candidate->index;
  struct dd added = accept(o, &o->s->locations[location], candidate);
  if (dd_is_false(added))
    return;
  uint32_t end = o->s->graph->first.at[location + 1];
  for (uint32_t i = o->s->graph->first.at[location]; i < end; i++)
    take_edge(o, i, added, candidate->length);
}

static void take_summary(struct ordering *o,
                         const struct candidate *candidate) {
  uint32_t part = candidate->index;
  struct dd added = accept(o, &o->s->parts[part].summary, candidate);
  struct layer layer = {0, candidate->length, added};
  if (dd_is_false(added))
    return;
  layer_vec_push(&o->summaries[part], layer);
  for (uint32_t i = 0; i < o->called[part].count; i++)
    push_leave(o, &o->called[part].at[i], &layer);
}

// Takes all candidates; false if it would take too many images.
static bool take_all(struct ordering *o,
                     void (*take)(struct ordering *o,
                                  const struct candidate *candidate)) {
  struct dd_manager *m = o->s->source->dd;
  while (o->heap.count) {
    uint32_t scope = dd_scope_begin(m);
    struct candidate candidate = pop(o);
    bool is_too_much = o->s->figures.images > o->most_images;
    if (!is_too_much)
      take(o, &candidate);
    drop(o, &candidate);
    dd_scope_end(m, scope);
    if (is_too_much)
      return false;
  }
  return true;
}

static void take_in_part(struct ordering *o,
                         const struct candidate *candidate) {
  if (candidate->is_summary)
    take_summary(o, candidate);
  else
    take_location(o, candidate);
}

static bool order_parts(struct ordering *o, const struct summaries *known) {
  const struct bp_source *source = o->s->source;
  uint32_t scope = dd_scope_begin(source->dd);
  for (uint32_t i = 0; i < known->graph->parts.count; i++)
    push(o,
         (struct candidate){.index = known->graph->parts.at[i].entry,
                            .found = source->begin(source->context, i,
                                                   known->parts[i].entries.all),
                            .why = {.kind = FROM_ENTRY}});
  dd_scope_end(source->dd, scope);
  return take_all(o, take_in_part);
}

// Over entries

static void take_violations(struct ordering *o, uint32_t part, struct dd added,
                            double length) {
  const struct bp_source *source = o->s->source;
  for (uint32_t i = 0; i < o->violations[part].count; i++) {
    const struct layer *layer = &o->violations[part].at[i];
    uint32_t row = o->s->graph->edges.at[layer->edge].row;
    struct violation *violation = &o->s->violations[row];
    if (violation->is_found && o->best[row] <= length + layer->length)
      continue;
    struct dd paths = source->from(source->context, part, layer->paths, added);
    paths = source->image(source->context, layer->edge, paths);
    if (dd_is_false(paths))
      continue;
    if (violation->is_found)
      dd_drop(source->dd, violation->paths);
    *violation =
        (struct violation){true, layer->edge, dd_keep(source->dd, paths)};
    o->best[row] = length + layer->length;
  }
}

static void take_entry(struct ordering *o, const struct candidate *candidate) {
  const struct bp_source *source = o->s->source;
  uint32_t part = candidate->index;
  struct dd added = accept(o, &o->s->parts[part].entries, candidate);
  if (dd_is_false(added))
    return;
  take_violations(o, part, added, candidate->length);
  for (uint32_t i = 0; i < o->calls[part].count; i++) {
    const struct layer *call = &o->calls[part].at[i];
    struct dd paths = source->from(source->context, part, call->paths, added);
    if (dd_is_false(paths))
      continue;
    o->s->figures.images++;
    push(o,
         (struct candidate){
             .length = candidate->length + call->length + 1,
             .index = o->s->graph->edges.at[call->edge].callee,
             .found = source->enter(source->context, call->edge, paths),
             .why = {.kind = FROM_CALL, .edge = call->edge, .paths = paths}});
  }
}

static bool order_entries(struct ordering *o) {
  const struct bp_source *source = o->s->source;
  uint32_t scope = dd_scope_begin(source->dd);
  push(o, (struct candidate){.index = o->s->graph->main,
                             .found = source->initial(source->context),
                             .why = {.kind = FROM_NOTHING}});
  dd_scope_end(source->dd, scope);
  return take_all(o, take_entry);
}

static struct layer_vec *new_layers(const struct summaries *known) {
  return memory_new_zero(known->graph->parts.count + 1u,
                         sizeof(struct layer_vec));
}

static void free_layers(const struct summaries *known,
                        struct layer_vec *layers) {
  for (uint32_t i = 0; i < known->graph->parts.count; i++)
    layer_vec_release(&layers[i]);
  free(layers);
}

struct summaries *summaries_shortest(const struct summaries *known,
                                     uint64_t most_images) {
  struct ordering o = {
      .s = summaries_new(known->graph, known->source),
      .most_images = most_images,
      .calls = new_layers(known),
      .called = new_layers(known),
      .violations = new_layers(known),
      .summaries = new_layers(known),
      .best = memory_new_zero(known->graph->row_count + 1u, sizeof(double))};
  bool is_done = order_parts(&o, known) && order_entries(&o);
  while (o.heap.count) {
    struct candidate rest = pop(&o);
    drop(&o, &rest);
  }
  candidate_vec_release(&o.heap);
  free_layers(known, o.calls);
  free_layers(known, o.called);
  free_layers(known, o.violations);
  free_layers(known, o.summaries);
  free(o.best);
  if (is_done)
    return o.s;
  summaries_free(o.s);
  return NULL;
}
