#include "slam/newton_internal.h"
#include "term/variables.h"

// Writing

static struct version_map *home_of(struct newton *n, struct variable v) {
  struct frame *frame = frame_vec_last(&n->frames);
  return parts_owns(n->parts, frame->part, v) ? &frame->own : &n->shared;
}

static struct term again(struct newton *n, struct variable v) {
  return term_variable_again(n->terms, program_term(n->program, v));
}

// The constant that the version is, if the values before it are constants.
static void note_constant(struct newton *n, struct term version,
                          struct term value) {
  struct term_vec variables = {0};
  struct substitution *s = substitution_new(n->terms);
  if (sort_is_array(term_sort(n->terms, version)))
    value = version;
  term_variables(n->terms, &value, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++) {
    struct term *known = version_map_find(&n->known, variables.at[i].id);
    if (known)
      substitution_set(s, variables.at[i], *known);
  }
  value = substitution_apply(s, value);
  if (term_is_literal(n->terms, value))
    version_map_put(&n->known, version.id, value);
  substitution_free(s);
  term_vec_release(&variables);
}

// What is read before it is written: at the start of the program, if it is
// shared, its initial value.
static struct term first_version(struct newton *n, struct variable v,
                                 bool is_shared) {
  struct term symbol = program_term(n->program, v);
  struct term known = effects_at_entry(n->parts->effects, symbol);
  struct term version = again(n, v);
  if (is_shared && !term_equal(known, symbol)) {
    n->formulas[0] =
        term_and(n->terms, n->formulas[0], term_eq(n->terms, version, known));
    note_constant(n, version, known);
  }
  return version;
}

static struct term version_of(struct newton *n, struct variable v) {
  struct version_map *home = home_of(n, v);
  struct term *found = version_map_find(home, v.id);
  if (found)
    return *found;
  struct term version = first_version(n, v, home == &n->shared);
  version_map_put(home, v.id, version);
  return version;
}

static struct term read_term(struct newton *n, struct term t) {
  struct variable_vec variables = {0};
  struct substitution *s = substitution_new(n->terms);
  program_variables_in(n->program, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    substitution_set(s, program_term(n->program, variables.at[i]),
                     version_of(n, variables.at[i]));
  struct term result = substitution_apply(s, t);
  substitution_free(s);
  variable_vec_release(&variables);
  return result;
}

static void conjoin(struct newton *n, uint32_t event, struct term t) {
  n->formulas[event] = term_and(n->terms, n->formulas[event], t);
}

static void give(struct newton *n, uint32_t event, struct variable v,
                 struct term value) {
  struct term version = again(n, v);
  version_map_put(home_of(n, v), v.id, version);
  event_map_put(&n->written, version.id, event);
  if (term_is_none(value))
    return;
  conjoin(n, event, term_eq(n->terms, version, value));
  note_constant(n, version, value);
}

static void write_step(struct newton *n, uint32_t i) {
  const struct effect *effect =
      &n->parts->effects->at[n->events->at[i].edge.id];
  struct term_vec values = {0};
  conjoin(n, i, read_term(n, effect->guard));
  for (uint32_t k = 0; k < effect->binding_count; k++)
    term_vec_push(&values, read_term(n, effect->bindings[k].value));
  for (uint32_t k = 0; k < effect->binding_count; k++)
    give(n, i, effect->bindings[k].target, values.at[k]);
  for (uint32_t k = 0; k < effect->havoc_count; k++)
    give(n, i, effect->havocked[k], (struct term){0});
  term_vec_release(&values);
}

static struct frame new_frame(uint32_t part) {
  return (struct frame){.part = part};
}

static void write_enter(struct newton *n, uint32_t i) {
  const struct kept_call *call = n->parts->calls[n->events->at[i].edge.id];
  const struct slam_part *callee = &n->parts->at.at[call->part];
  struct term_vec values = {0};
  for (uint32_t k = 0; k < callee->formals.count; k++) {
    struct term t =
        k < call->arguments.count ? call->arguments.at[k] : call->variadic;
    term_vec_push(&values, term_is_none(t) ? t : read_term(n, t));
  }
  frame_vec_push(&n->frames, new_frame(call->part));
  for (uint32_t k = 0; k < callee->formals.count; k++) {
    give(n, i, callee->formals.at[k], values.at[k]);
    term_vec_push(&frame_vec_last(&n->frames)->formals,
                  version_of(n, callee->formals.at[k]));
  }
  term_vec_release(&values);
}

static void frame_release(struct frame *frame) {
  version_map_release(&frame->own);
  term_vec_release(&frame->formals);
}

static void write_leave(struct newton *n, uint32_t i) {
  const struct kept_call *call = n->parts->calls[n->events->at[i].edge.id];
  struct variable result = n->parts->at.at[call->part].result;
  struct term value = {0};
  if (!variable_is_none(result))
    value = version_of(n, result);
  struct frame done = frame_vec_pop(&n->frames);
  frame_release(&done);
  if (!variable_is_none(call->target))
    give(n, i, call->target, value);
}

static void note_reading(struct newton *n, uint32_t i) {
  struct reading *reading = &n->readings[i];
  const struct frame *frame = frame_vec_last(&n->frames);
  const struct slam_part *part = &n->parts->at.at[frame->part];
  reading->part = frame->part;
  for (uint32_t k = 0; k < frame->formals.count; k++) {
    term_vec_push(&reading->versions, frame->formals.at[k]);
    term_vec_push(&reading->names, part->ghosts.at[k]);
  }
  const struct version_map *maps[] = {&n->shared, &frame->own};
  for (int m = 0; m < 2; m++)
    for (uint32_t k = 0; k < maps[m]->count; k++) {
      struct variable v = {maps[m]->entries[k].key};
      term_vec_push(&reading->versions, maps[m]->entries[k].value);
      term_vec_push(&reading->names, program_term(n->program, v));
    }
}

static void write_event(struct newton *n, uint32_t i) {
  switch (n->events->at[i].kind) {
  case EVENT_STEP: write_step(n, i); break;
  case EVENT_ENTER: write_enter(n, i); break;
  case EVENT_LEAVE: write_leave(n, i); break;
  default: break;
  }
  note_reading(n, i);
}

struct newton *newton_new(const struct parts *parts, struct solver *solver,
                          const struct event_vec *events) {
  struct newton *n = memory_new_zero(1, sizeof *n);
  *n = (struct newton){.parts = parts,
                       .program = parts->program,
                       .terms = parts->program->terms,
                       .solver = solver,
                       .events = events};
  n->formulas = memory_new_zero(events->count, sizeof *n->formulas);
  n->readings = memory_new_zero(events->count, sizeof *n->readings);
  for (uint32_t i = 0; i < events->count; i++)
    n->formulas[i] = term_true(n->terms);
  frame_vec_push(&n->frames, new_frame(0));
  for (uint32_t i = 0; i < events->count; i++)
    write_event(n, i);
  return n;
}

void newton_free(struct newton *n) {
  for (uint32_t i = 0; i < n->events->count; i++) {
    term_vec_release(&n->readings[i].versions);
    term_vec_release(&n->readings[i].names);
  }
  for (uint32_t i = 0; i < n->frames.count; i++)
    frame_release(&n->frames.at[i]);
  frame_vec_release(&n->frames);
  version_map_release(&n->shared);
  event_map_release(&n->written);
  version_map_release(&n->known);
  u32_vec_release(&n->core);
  free(n->formulas);
  free(n->readings);
  free(n);
}
