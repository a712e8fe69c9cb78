#include "slam/switched_trace.h"

#include <string.h>

// An open call, or where a thread began.
struct frame {
  uint32_t activation;
  uint32_t part;
  uint32_t at;       // the location that its next step leaves
  uint32_t entered;  // its own ENTER, where it was called
  uint32_t returned; // the ENTER of the last call that has returned to it
  uint32_t moment;   // number of the last step that it made, or was returned to
};

VEC_DEFINE(frame_vec, struct frame);
VEC_DEFINE(stack_vec, struct frame_vec);

struct switching {
  struct switched_trace *trace;
  const struct c2bp *c2bp;
  const struct bp_code *code;
  const struct switched_step *steps;
  uint32_t count;
  struct stack_vec stacks; // by thread
  struct u32_vec frames;   // by step: the activation that makes it
  uint32_t activations;
};

// ---- Stacks -----------------------------------------------------------------

static struct frame_vec *stack_of(struct switching *s, uint32_t thread) {
  while (s->stacks.count <= thread)
    stack_vec_push(&s->stacks, (struct frame_vec){0});
  return &s->stacks.at[thread];
}

static struct frame *enter(struct switching *s, uint32_t thread, uint32_t part,
                           uint32_t entered) {
  struct frame_vec *stack = stack_of(s, thread);
  frame_vec_push(stack,
                 (struct frame){.activation = s->activations++,
                                .part = part,
                                .at = s->code->graph.parts.at[part].entry,
                                .entered = entered});
  return frame_vec_last(stack);
}

// The frame of the thread that makes the step; null: none does.
static struct frame *frame_for(struct switching *s, uint32_t i) {
  const struct switched_step *step = &s->steps[i];
  const struct bp_edge *edge = &s->code->graph.edges.at[step->edge];
  struct frame_vec *stack = stack_of(s, step->thread);
  if (!stack->count)
    enter(s, step->thread, s->code->graph.part_of.at[edge->from], 0);
  struct frame *frame = frame_vec_last(stack);
  return frame->at == edge->from ? frame : NULL;
}

// ---- Valuations -------------------------------------------------------------

// What the step leaves: globals as the next step of anybody finds them, locals
// as the next one of the activation does.
static const bool *after_step(struct switching *s, uint32_t i,
                              uint32_t activation) {
  uint32_t own = i + 1, globals = s->c2bp->bp->globals.count;
  while (own < s->count && s->frames.at[own] != activation)
    own++;
  if (own >= s->count)
    return NULL;
  uint32_t part = s->code->graph.part_of
                      .at[s->code->graph.edges.at[s->steps[own].edge].from];
  uint32_t size = globals + s->c2bp->bp->procedures.at[part].locals.count;
  bool *made = arena_new(&s->trace->arena, (size + 1) * sizeof *made);
  memcpy(made, s->steps[own].before, size * sizeof *made);
  memcpy(made, s->steps[i + 1].before, globals * sizeof *made);
  return made;
}

// ---- Events -----------------------------------------------------------------

static struct made_of made_of_step(const struct switching *s, uint32_t i) {
  uint32_t number = s->steps[i].edge;
  const struct bp_origin *origin = &s->code->origins.at[number];
  struct made_of made =
      s->c2bp->made[origin->procedure].statements.at[origin->statement];
  const struct bp_statement *it = &s->c2bp->bp->procedures.at[origin->procedure]
                                       .statements.at[origin->statement];
  const struct bp_edge *edge = &s->code->graph.edges.at[number];
  if (it->kind == BP_BRANCH && edge->kind == BP_EDGE_STEP &&
      edge->to != bp_code_location(s->code, origin->procedure, it->targets[0]))
    made.edge = made.other;
  return made;
}

// First round: who makes which step, with calls and returns on the stacks.
static bool assign_steps(struct switching *s) {
  for (uint32_t i = 0; i < s->count; i++) {
    const struct bp_edge *edge = &s->code->graph.edges.at[s->steps[i].edge];
    struct frame *frame = frame_for(s, i);
    if (!frame)
      return false;
    u32_vec_push(&s->frames, frame->activation);
    frame->at = edge->to;
    if (edge->kind == BP_EDGE_CALL)
      enter(s, s->steps[i].thread, edge->callee, 0);
    else if (edge->kind == BP_EDGE_RETURN)
      stack_of(s, s->steps[i].thread)->count--;
  }
  return true;
}

static void begin_again(struct switching *s) {
  for (uint32_t i = 0; i < s->stacks.count; i++)
    s->stacks.at[i].count = 0;
  s->activations = 0;
}

static void add_call(struct switching *s, uint32_t i, struct event event) {
  const struct bp_edge *edge = &s->code->graph.edges.at[s->steps[i].edge];
  event.kind = EVENT_ENTER;
  event.after = after_step(s, i, s->activations);
  uint32_t entered = event_vec_push(&s->trace->events, event);
  enter(s, s->steps[i].thread, edge->callee, entered)->moment = i;
}

// The caller goes on; a thread that returns ends.
static void add_return(struct switching *s, uint32_t i, struct event event) {
  struct frame_vec *stack = stack_of(s, s->steps[i].thread);
  uint32_t entered = frame_vec_last(stack)->entered;
  stack->count--;
  if (!stack->count)
    return;
  event.kind = EVENT_LEAVE;
  event.edge = s->trace->events.at[entered].edge;
  event.activation = s->trace->events.at[entered].activation;
  event.part = s->trace->events.at[entered].part;
  event.partner = entered;
  event.after = NULL;
  event_vec_push(&s->trace->events, event);
  frame_vec_last(stack)->returned = entered;
  frame_vec_last(stack)->moment = i;
}

static void add_other(struct switching *s, uint32_t i, enum made_kind made,
                      struct event event, const struct frame *frame) {
  static const enum event_kind kinds[] = {[MADE_STEP] = EVENT_STEP,
                                          [MADE_PARAMETERS] = EVENT_PARAMETERS,
                                          [MADE_EFFECTS] = EVENT_EFFECTS,
                                          [MADE_VIOLATION] = EVENT_VIOLATION,
                                          [MADE_UNMODELLED] = EVENT_UNMODELLED};
  event.kind = kinds[made];
  event.partner = frame->returned;
  if (made == MADE_EFFECTS && frame->moment + 1 != i)
    event.after = NULL; // somebody was in between
  event_vec_push(&s->trace->events, event);
}

static void add_event(struct switching *s, uint32_t i) {
  struct frame *frame = frame_for(s, i);
  const struct bp_edge *edge = &s->code->graph.edges.at[s->steps[i].edge];
  struct made_of made = made_of_step(s, i);
  struct event event = {.edge = made.edge,
                        .activation = frame->activation,
                        .part = frame->part,
                        .before = s->steps[i].before,
                        .after = after_step(s, i, frame->activation)};
  frame->at = edge->to;
  if (edge->kind == BP_EDGE_RETURN)
    add_return(s, i, event);
  else if (made.kind == MADE_CALL)
    add_call(s, i, event);
  else if (made.kind != MADE_NOTHING)
    add_other(s, i, made.kind, event, frame);
  struct frame_vec *stack = stack_of(s, s->steps[i].thread);
  if (edge->kind == BP_EDGE_STEP && stack->count)
    frame_vec_last(stack)->moment = i;
}

bool switched_trace_init(struct switched_trace *trace, const struct c2bp *c2bp,
                         const struct bp_code *code,
                         const struct switched_step *steps, uint32_t count) {
  *trace = (struct switched_trace){0};
  arena_init(&trace->arena);
  struct switching s = {.trace = trace,
                        .c2bp = c2bp,
                        .code = code,
                        .steps = steps,
                        .count = count};
  bool ok = assign_steps(&s);
  begin_again(&s);
  for (uint32_t i = 0; i < count && ok; i++)
    add_event(&s, i);
  for (uint32_t i = 0; i < s.stacks.count; i++)
    frame_vec_release(&s.stacks.at[i]);
  stack_vec_release(&s.stacks);
  u32_vec_release(&s.frames);
  return ok;
}

void switched_trace_release(struct switched_trace *trace) {
  event_vec_release(&trace->events);
  arena_release(&trace->arena);
}
