#include "bp/summaries.h"

#include "bp/summaries_internal.h"

static uint32_t location_count(const struct summaries *s) {
  return s->graph->part_of.count;
}

// Growing sets

static void init_set(struct growing_set *set) {
  set->all = set->fresh = dd_false();
}

static void replace(struct dd_manager *m, struct dd *set, struct dd by) {
  dd_keep(m, by);
  dd_drop(m, *set);
  *set = by;
}

// Adds what is new of `found`; false if nothing is.
static bool grow(struct summaries *s, struct growing_set *set, struct dd found,
                 struct contribution why) {
  struct dd_manager *m = s->source->dd;
  struct dd added = dd_minus(m, found, set->all);
  if (dd_is_false(added))
    return false;
  replace(m, &set->all, dd_or(m, set->all, added));
  why.added = dd_keep(m, added);
  why.after = dd_keep(m, set->all);
  why.paths = dd_keep(m, why.paths);
  why.summary = dd_keep(m, why.summary);
  contribution_vec_push(&set->why, why);
  replace(m, &set->fresh, dd_or(m, set->fresh, added));
  s->figures.contributions++;
  return true;
}

static struct dd take_fresh(struct summaries *s, struct growing_set *set) {
  struct dd_manager *m = s->source->dd;
  struct dd fresh = dd_or(m, set->fresh, dd_false()); // held by the scope
  replace(m, &set->fresh, dd_false());
  return fresh;
}

static void release_set(struct dd_manager *m, struct growing_set *set) {
  for (uint32_t i = 0; i < set->why.count; i++) {
    dd_drop(m, set->why.at[i].added);
    dd_drop(m, set->why.at[i].after);
    dd_drop(m, set->why.at[i].paths);
    dd_drop(m, set->why.at[i].summary);
  }
  dd_drop(m, set->all);
  dd_drop(m, set->fresh);
  contribution_vec_release(&set->why);
}

// Contributions

static void reach(struct summaries *s, uint32_t location, struct dd found,
                  struct contribution why) {
  if (grow(s, &s->locations[location], found, why))
    bitset_add(&s->work, s->rank_of_location[location]);
}

static void enter_part(struct summaries *s, uint32_t part, struct dd valuations,
                       struct contribution why) {
  struct growing_set *entries = &s->parts[part].entries;
  if (!grow(s, entries, valuations, why))
    return;
  struct dd fresh = take_fresh(s, entries);
  reach(s, s->graph->parts.at[part].entry,
        s->source->begin(s->source->context, part, fresh),
        (struct contribution){.kind = FROM_ENTRY});
}

static void leave_call(struct summaries *s, uint32_t edge, struct dd paths,
                       struct dd summary) {
  if (dd_is_false(summary) || dd_is_false(paths))
    return;
  s->figures.images++;
  reach(
      s, s->graph->edges.at[edge].to,
      s->source->leave(s->source->context, edge, paths, summary),
      (struct contribution){
          .kind = FROM_CALL, .edge = edge, .paths = paths, .summary = summary});
}

static void take_call(struct summaries *s, uint32_t edge, struct dd paths) {
  uint32_t callee = s->graph->edges.at[edge].callee;
  s->figures.images++;
  enter_part(
      s, callee, s->source->enter(s->source->context, edge, paths),
      (struct contribution){.kind = FROM_CALL, .edge = edge, .paths = paths});
  leave_call(s, edge, paths, s->parts[callee].summary.all);
}

static void take_return(struct summaries *s, uint32_t edge, struct dd paths) {
  uint32_t part = s->graph->part_of.at[s->graph->edges.at[edge].from];
  s->figures.images++;
  if (grow(s, &s->parts[part].summary,
           s->source->finish(s->source->context, edge, paths),
           (struct contribution){
               .kind = FROM_RETURN, .edge = edge, .paths = paths}))
    bitset_add(&s->work, s->rank_of_part[part]);
}

static void take_violation(struct summaries *s, uint32_t edge,
                           struct dd paths) {
  struct violation *violation = &s->violations[s->graph->edges.at[edge].row];
  if (violation->is_found)
    return;
  s->figures.images++;
  struct dd violating = s->source->image(s->source->context, edge, paths);
  if (dd_is_false(violating))
    return;
  *violation =
      (struct violation){true, edge, dd_keep(s->source->dd, violating)};
  s->violation_count++;
}

static void take_edge(struct summaries *s, uint32_t index, struct dd paths) {
  const struct bp_edge *edge = &s->graph->edges.at[index];
  switch (edge->kind) {
  case BP_EDGE_STEP:
    s->figures.images++;
    reach(s, edge->to, s->source->image(s->source->context, index, paths),
          (struct contribution){
              .kind = FROM_STEP, .edge = index, .paths = paths});
    return;
  case BP_EDGE_CALL: take_call(s, index, paths); return;
  case BP_EDGE_RETURN: take_return(s, index, paths); return;
  case BP_EDGE_VIOLATION: take_violation(s, index, paths); return;
  }
}

// The work

static void take_location(struct summaries *s, uint32_t location) {
  struct dd fresh = take_fresh(s, &s->locations[location]);
  uint32_t first = s->graph->first.at[location];
  uint32_t end = s->graph->first.at[location + 1];
  for (uint32_t edge = first; edge < end; edge++)
    take_edge(s, edge, fresh);
}

static void take_summary(struct summaries *s, uint32_t part) {
  struct part_state *state = &s->parts[part];
  struct dd fresh = take_fresh(s, &state->summary);
  for (uint32_t i = 0; i < state->calls.count; i++) {
    uint32_t edge = state->calls.at[i];
    leave_call(s, edge, s->locations[s->graph->edges.at[edge].from].all, fresh);
  }
}

static void take_next(struct summaries *s) {
  uint32_t rank = bitset_next(&s->work, 0);
  uint32_t what = s->at_rank[rank];
  bitset_remove(&s->work, rank);
  if (what < location_count(s))
    take_location(s, what);
  else
    take_summary(s, what - location_count(s));
}

enum summaries_outcome summaries_run(struct summaries *s,
                                     const struct summaries_limits *limits) {
  struct dd_manager *m = s->source->dd;
  uint32_t scope = dd_scope_begin(m);
  enter_part(s, s->graph->main, s->source->initial(s->source->context),
             (struct contribution){.kind = FROM_NOTHING});
  dd_scope_end(m, scope);
  while (!bitset_is_empty(&s->work)) {
    if (poll_stops(limits->poll))
      return SUMMARIES_STOPPED;
    scope = dd_scope_begin(m);
    take_next(s);
    dd_scope_end(m, scope);
    if (limits->stops_at_first && s->violation_count)
      return SUMMARIES_STOPPED;
  }
  return SUMMARIES_DONE;
}

// Answers

struct dd summaries_at(const struct summaries *s, uint32_t location) {
  return s->locations[location].all;
}

bool summaries_violates(const struct summaries *s, uint32_t row) {
  return s->violations[row].is_found;
}

struct summaries_figures summaries_figures(const struct summaries *s) {
  return s->figures;
}

// Life

static void find_calls(struct summaries *s) {
  for (uint32_t i = 0; i < s->graph->edges.count; i++) {
    const struct bp_edge *edge = &s->graph->edges.at[i];
    if (edge->kind == BP_EDGE_CALL)
      u32_vec_push(&s->parts[edge->callee].calls, i);
  }
}

struct summaries *summaries_new(const struct bp_graph *graph,
                                const struct bp_source *source) {
  struct summaries *s = memory_new_zero(1, sizeof *s);
  uint32_t locations = graph->part_of.count, parts = graph->parts.count;
  s->graph = graph;
  s->source = source;
  s->locations = memory_new_zero(locations + 1, sizeof *s->locations);
  s->parts = memory_new_zero(parts + 1, sizeof *s->parts);
  s->violations = memory_new_zero(graph->row_count + 1, sizeof *s->violations);
  for (uint32_t i = 0; i < locations; i++)
    init_set(&s->locations[i]);
  for (uint32_t i = 0; i < parts; i++) {
    init_set(&s->parts[i].entries);
    init_set(&s->parts[i].summary);
  }
  find_calls(s);
  summaries_rank(s);
  return s;
}

void summaries_free(struct summaries *s) {
  struct dd_manager *m = s->source->dd;
  for (uint32_t i = 0; i < location_count(s); i++)
    release_set(m, &s->locations[i]);
  for (uint32_t i = 0; i < s->graph->parts.count; i++) {
    release_set(m, &s->parts[i].entries);
    release_set(m, &s->parts[i].summary);
    u32_vec_release(&s->parts[i].calls);
  }
  for (uint32_t i = 0; i < s->graph->row_count; i++)
    if (s->violations[i].is_found)
      dd_drop(m, s->violations[i].paths);
  bitset_release(&s->work);
  free(s->locations);
  free(s->parts);
  free(s->violations);
  free(s->rank_of_location);
  free(s->rank_of_part);
  free(s->at_rank);
  free(s);
}
