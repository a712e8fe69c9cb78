// From a violation back to the beginning, through the earliest contributions.
#include "base/map.h"
#include "bp/summaries_internal.h"

// A summary pair that a run is needed for. Its diagram is kept until the end.
struct needed {
  uint32_t run, part;
  struct dd pair;
};

VEC_DEFINE(needed_vec, struct needed);
NUMBER_MAP_DEFINE(run_map, uint64_t, uint32_t);

struct tracing {
  struct summaries *s;
  struct bp_trace *trace;
  struct run_map closed; // runs by part and pair
  struct needed_vec needed;
  uint32_t next_needed;
};

static uint32_t add_run(struct tracing *tracing, uint32_t part) {
  struct bp_run_vec *runs = &tracing->trace->runs;
  return bp_run_vec_push(runs, (struct bp_run){.part = part});
}

// The run of a callee from one entry to one return. It is filled later.
static uint32_t closed_run(struct tracing *tracing, uint32_t part,
                           struct dd pair) {
  uint64_t key = (uint64_t)part << 32 | (uint32_t)pair.node;
  bool is_new;
  uint32_t *run = run_map_insert(&tracing->closed, key, &is_new);
  if (!is_new)
    return *run;
  uint32_t index = *run = add_run(tracing, part);
  dd_keep(tracing->s->source->dd, pair);
  needed_vec_push(&tracing->needed, (struct needed){index, part, pair});
  return index;
}

// The contribution that one pair or valuation came with, which is the first
// after which it was there.
static const struct contribution *find_why(const struct tracing *tracing,
                                           const struct growing_set *set,
                                           struct dd one) {
  struct dd_manager *m = tracing->s->source->dd;
  uint32_t low = 0, high = set->why.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (dd_is_false(dd_and(m, set->why.at[middle].after, one)))
      low = middle + 1;
    else
      high = middle;
  }
  CHECK(low < set->why.count, "nothing contributed what was reached");
  return &set->why.at[low];
}

// Steps are pushed from the last to the first, and turned round in the end.
static void push_step(struct tracing *tracing, uint32_t run, uint32_t edge,
                      struct dd path, uint32_t callee) {
  const struct bp_source *source = tracing->s->source;
  uint32_t part = tracing->trace->runs.at[run].part;
  uint32_t size = source->valuation_size(source->context, part);
  bool *values = arena_new(&tracing->trace->arena, size + 1);
  source->valuation(source->context, part, path, values);
  bp_run_step_vec_push(&tracing->trace->runs.at[run].steps,
                       (struct bp_run_step){edge, values, callee});
}

static void turn_round(struct bp_run *run) {
  struct bp_run_step *at = run->steps.at;
  for (uint32_t i = 0, j = run->steps.count; i + 1 < j; i++) {
    struct bp_run_step step = at[i];
    at[i] = at[--j];
    at[j] = step;
  }
}

static struct dd back_over_call(struct tracing *tracing, uint32_t run,
                                const struct contribution *why,
                                struct dd path) {
  const struct bp_source *source = tracing->s->source;
  uint32_t callee = tracing->s->graph->edges.at[why->edge].callee;
  struct dd from =
      source->pick_path(source->context, tracing->trace->runs.at[run].part,
                        source->before_leave(source->context, why->edge,
                                             why->paths, why->summary, path));
  struct dd pair = source->pick_summary(
      source->context, callee,
      source->used(source->context, why->edge, from, why->summary, path));
  push_step(tracing, run, why->edge, from, closed_run(tracing, callee, pair));
  return from;
}

static struct dd back_over_step(struct tracing *tracing, uint32_t run,
                                const struct contribution *why,
                                struct dd path) {
  const struct bp_source *source = tracing->s->source;
  struct dd from = source->pick_path(
      source->context, tracing->trace->runs.at[run].part,
      source->before(source->context, why->edge, why->paths, path));
  push_step(tracing, run, why->edge, from, BP_NO_RUN);
  return from;
}

// From one path to the beginning of its run, and what that is.
static struct dd go_back(struct tracing *tracing, uint32_t run,
                         uint32_t location, struct dd path) {
  struct dd_manager *m = tracing->s->source->dd;
  for (;;) {
    uint32_t scope = dd_scope_begin(m);
    const struct contribution *why =
        find_why(tracing, &tracing->s->locations[location], path);
    if (why->kind == FROM_ENTRY)
      return dd_scope_return(m, scope, path);
    struct dd from = why->kind == FROM_CALL
                         ? back_over_call(tracing, run, why, path)
                         : back_over_step(tracing, run, why, path);
    path = dd_scope_return(m, scope, from);
    location = tracing->s->graph->edges.at[why->edge].from;
  }
}

static void fill_closed(struct tracing *tracing, struct needed needed) {
  struct summaries *s = tracing->s;
  const struct bp_source *source = s->source;
  const struct contribution *why =
      find_why(tracing, &s->parts[needed.part].summary, needed.pair);
  struct dd path =
      source->pick_path(source->context, needed.part,
                        source->before_finish(source->context, why->edge,
                                              why->paths, needed.pair));
  push_step(tracing, needed.run, why->edge, path, BP_NO_RUN);
  go_back(tracing, needed.run, s->graph->edges.at[why->edge].from, path);
  turn_round(&tracing->trace->runs.at[needed.run]);
}

// The run that ends with this edge, taken from one path; then its callers'.
static void fill_open(struct tracing *tracing, uint32_t edge, struct dd path,
                      uint32_t callee) {
  struct summaries *s = tracing->s;
  const struct bp_source *source = s->source;
  for (;;) {
    uint32_t location = s->graph->edges.at[edge].from;
    uint32_t part = s->graph->part_of.at[location];
    uint32_t run = add_run(tracing, part);
    push_step(tracing, run, edge, path, callee);
    path = go_back(tracing, run, location, path);
    turn_round(&tracing->trace->runs.at[run]);
    struct dd entry = source->entry_of(source->context, part, path);
    const struct contribution *why =
        find_why(tracing, &s->parts[part].entries, entry);
    tracing->trace->first = run;
    if (why->kind == FROM_NOTHING)
      return;
    edge = why->edge;
    callee = run;
    path = source->pick_path(
        source->context, s->graph->part_of.at[s->graph->edges.at[edge].from],
        source->before_enter(source->context, edge, why->paths, entry));
  }
}

void summaries_trace(struct summaries *s, uint32_t row,
                     struct bp_trace *trace) {
  struct dd_manager *m = s->source->dd;
  struct tracing tracing = {.s = s, .trace = trace};
  const struct violation *violation = &s->violations[row];
  CHECK(violation->is_found, "a trace to what is not violated");
  uint32_t scope = dd_scope_begin(m);
  uint32_t part =
      s->graph->part_of.at[s->graph->edges.at[violation->edge].from];
  struct dd path =
      s->source->pick_path(s->source->context, part, violation->paths);
  fill_open(&tracing, violation->edge, path, BP_NO_RUN);
  while (tracing.next_needed < tracing.needed.count)
    fill_closed(&tracing, tracing.needed.at[tracing.next_needed++]);
  for (uint32_t i = 0; i < tracing.needed.count; i++)
    dd_drop(m, tracing.needed.at[i].pair);
  dd_scope_end(m, scope);
  run_map_release(&tracing.closed);
  needed_vec_release(&tracing.needed);
}
