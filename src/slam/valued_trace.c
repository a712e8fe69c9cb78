#include "slam/valued_trace.h"

enum { MOST_EVENTS = 4000, MOST_DEPTH = 300 };

struct flattening {
  const struct c2bp *c2bp;
  const struct bp_code *code;
  const struct bp_trace *trace;
  struct event_vec *into;
  uint32_t activations;
  bool is_too_long;
};

static struct made_of made_of_step(const struct flattening *f,
                                   const struct bp_run_step *step) {
  const struct bp_origin *origin = &f->code->origins.at[step->edge];
  struct made_of made =
      f->c2bp->made[origin->procedure].statements.at[origin->statement];
  const struct bp_statement *s = &f->c2bp->bp->procedures.at[origin->procedure]
                                      .statements.at[origin->statement];
  const struct bp_edge *edge = &f->code->graph.edges.at[step->edge];
  if (s->kind == BP_BRANCH && edge->kind == BP_EDGE_STEP &&
      edge->to != bp_code_location(f->code, origin->procedure, s->targets[0]))
    made.edge = made.other;
  return made;
}

static const bool *after_step(const struct bp_run *run, uint32_t i) {
  return i + 1 < run->steps.count ? run->steps.at[i + 1].before : NULL;
}

static void flatten(struct flattening *f, uint32_t number, uint32_t depth);

static void flatten_call(struct flattening *f, const struct bp_run *run,
                         uint32_t i, struct event event, uint32_t depth) {
  const struct bp_run_step *step = &run->steps.at[i];
  const struct bp_run *callee =
      step->callee == BP_NO_RUN ? NULL : &f->trace->runs.at[step->callee];
  event.kind = EVENT_ENTER;
  event.after =
      callee && callee->steps.count ? callee->steps.at[0].before : NULL;
  uint32_t entered = event_vec_push(f->into, event);
  if (!callee)
    return;
  flatten(f, step->callee, depth + 1);
  const struct bp_run_step *last = &callee->steps.at[callee->steps.count - 1];
  if (f->is_too_long ||
      f->code->graph.edges.at[last->edge].kind != BP_EDGE_RETURN)
    return;
  event.kind = EVENT_LEAVE;
  event.partner = entered;
  event.before = last->before;
  event.after = NULL;
  event_vec_push(f->into, event);
}

static void flatten_step(struct flattening *f, const struct bp_run *run,
                         uint32_t i, uint32_t activation, uint32_t *entered,
                         uint32_t depth) {
  static const enum event_kind kinds[] = {[MADE_STEP] = EVENT_STEP,
                                          [MADE_PARAMETERS] = EVENT_PARAMETERS,
                                          [MADE_EFFECTS] = EVENT_EFFECTS,
                                          [MADE_VIOLATION] = EVENT_VIOLATION,
                                          [MADE_UNMODELLED] = EVENT_UNMODELLED};
  struct made_of made = made_of_step(f, &run->steps.at[i]);
  struct event event = {.edge = made.edge,
                        .activation = activation,
                        .part = run->part,
                        .before = run->steps.at[i].before,
                        .after = after_step(run, i)};
  if (made.kind == MADE_NOTHING)
    return;
  if (made.kind == MADE_CALL) {
    *entered = f->into->count;
    flatten_call(f, run, i, event, depth);
    return;
  }
  event.kind = kinds[made.kind];
  event.partner = *entered;
  event_vec_push(f->into, event);
}

static void flatten(struct flattening *f, uint32_t number, uint32_t depth) {
  const struct bp_run *run = &f->trace->runs.at[number];
  uint32_t activation = f->activations++, entered = 0;
  f->is_too_long |= depth > MOST_DEPTH;
  for (uint32_t i = 0; i < run->steps.count && !f->is_too_long; i++) {
    flatten_step(f, run, i, activation, &entered, depth);
    f->is_too_long |= f->into->count > MOST_EVENTS;
  }
}

bool valued_trace(const struct c2bp *c2bp, const struct bp_code *code,
                  const struct bp_trace *trace, struct event_vec *into) {
  struct flattening f = {c2bp, code, trace, into, 0, false};
  flatten(&f, trace->first, 0);
  return !f.is_too_long;
}

uint32_t valued_trace_depth(const struct event_vec *events) {
  uint32_t depth = 0, most = 0;
  for (uint32_t i = 0; i < events->count; i++) {
    depth += events->at[i].kind == EVENT_ENTER;
    depth -= events->at[i].kind == EVENT_LEAVE;
    most = depth > most ? depth : most;
  }
  return most;
}

bool valued_traces_equal(const struct event_vec *a, const struct event_vec *b) {
  if (a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->at[i].kind != b->at[i].kind || a->at[i].edge.id != b->at[i].edge.id)
      return false;
  return true;
}
