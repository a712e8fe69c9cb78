#include "slam/newton.h"

#include "base/map.h"
#include "term/variables.h"

NUMBER_MAP_DEFINE(version_map, uint32_t, struct term);

// Values of an activation's own variables.
struct frame {
  uint32_t part;
  struct version_map own;
  struct term_vec formals; // their values at the entry, in order
};

VEC_DEFINE(frame_vec, struct frame);

// What variables are called behind an event, for reading formulas back.
struct reading {
  uint32_t part;
  struct term_vec versions;
  struct term_vec names; // variables of the program, or ghosts
};

struct newton {
  const struct parts *parts;
  struct program *program;
  struct term_table *terms;
  struct solver *solver;
  const struct event_vec *events;
  struct version_map shared;
  struct frame_vec frames;
  struct term *formulas;    // by event
  struct reading *readings; // by event: behind it
  struct u32_vec core;      // events
};

// Writing

static struct version_map *home_of(struct newton *n, struct variable v) {
  struct frame *frame = frame_vec_last(&n->frames);
  return parts_owns(n->parts, frame->part, v) ? &frame->own : &n->shared;
}

static struct term again(struct newton *n, struct variable v) {
  return term_variable_again(n->terms, program_term(n->program, v));
}

// What is read before it is written: at the start of the program, if it is
// shared, its initial value.
static struct term first_version(struct newton *n, struct variable v,
                                 bool is_shared) {
  struct term symbol = program_term(n->program, v);
  struct term known = effects_at_entry(n->parts->effects, symbol);
  struct term version = again(n, v);
  if (is_shared && !term_equal(known, symbol))
    n->formulas[0] =
        term_and(n->terms, n->formulas[0], term_eq(n->terms, version, known));
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
  if (!term_is_none(value))
    conjoin(n, event, term_eq(n->terms, version, value));
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
  u32_vec_release(&n->core);
  free(n->formulas);
  free(n->readings);
  free(n);
}

// Feasibility

enum answer newton_check(struct newton *n) {
  struct query *query = query_new(n->solver, PURPOSE_FEASIBILITY);
  struct term_vec list = {0};
  struct u32_vec places = {0}, core = {0};
  for (uint32_t i = 0; i < n->events->count; i++)
    if (!term_is_true(n->terms, n->formulas[i])) {
      term_vec_push(&list, n->formulas[i]);
      u32_vec_push(&places, i);
    }
  enum answer answer = query_check(query, list.at, list.count);
  if (answer == ANSWER_UNSAT)
    query_core(query, true, &core);
  for (uint32_t i = 0; i < core.count; i++)
    u32_vec_push(&n->core, places.at[core.at[i]]);
  query_free(query);
  term_vec_release(&list);
  u32_vec_release(&places);
  u32_vec_release(&core);
  return answer;
}

void newton_reason(const struct newton *n, struct bitset *edges) {
  for (uint32_t i = 0; i < n->core.count; i++)
    bitset_add(edges, n->events->at[n->core.at[i]].edge.id);
}

// Weakest preconditions

static bool mentions_changed(struct newton *n, struct edge_id edge,
                             struct term t) {
  const struct effect *effect = &n->parts->effects->at[edge.id];
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (term_mentions(n->terms, t,
                      program_term(n->program, effect->havocked[i])))
      return true;
  return false;
}

// What is needed before the callee's entry, in the caller.
static struct term before_enter(struct newton *n, const struct event *enter,
                                struct term t) {
  uint32_t callee = n->parts->calls[enter->edge.id]->part;
  if (!parts_scope(n->parts, callee, t).is_formal)
    return (struct term){0};
  struct link *link = link_of(n->parts, enter->edge);
  struct term before = link_passed(link, t);
  return before;
}

// From the event on back to where nothing more can be said.
static uint32_t go_back(struct newton *n, uint32_t from, struct term t,
                        struct tracked *tracked) {
  uint32_t added = 0;
  uint32_t activation = n->events->at[from].activation;
  uint32_t part = n->events->at[from].part;
  added += tracked_add(tracked, part, t);
  for (uint32_t i = from; i-- > 0 && !term_is_none(t);) {
    const struct event *event = &n->events->at[i];
    if (event->kind == EVENT_LEAVE && event->activation == activation) {
      if (mentions_changed(n, event->edge, t))
        return added;
      i = event->partner;
      continue;
    }
    if (event->kind == EVENT_ENTER) {
      t = before_enter(n, event, t);
      activation = event->activation;
      part = event->part;
    } else if (event->kind == EVENT_STEP && event->activation == activation) {
      t = effects_before(n->parts->effects, event->edge, t);
    } else {
      continue;
    }
    if (!term_is_none(t))
      added += tracked_add(tracked, part, t);
  }
  return added;
}

uint32_t newton_by_conditions(struct newton *n, struct tracked *tracked) {
  uint32_t added = 0;
  for (uint32_t i = 0; i < n->core.count; i++) {
    const struct event *event = &n->events->at[n->core.at[i]];
    struct term guard = n->parts->effects->at[event->edge.id].guard;
    if (event->kind == EVENT_STEP && !term_is_true(n->terms, guard))
      added += go_back(n, n->core.at[i], guard, tracked);
  }
  return added + tracked_add_returned(tracked);
}

// Values

uint32_t newton_by_values(struct newton *n, struct tracked *tracked) {
  uint32_t added = 0;
  for (uint32_t i = 0; i < n->core.count; i++) {
    const struct event *event = &n->events->at[n->core.at[i]];
    const struct effect *effect = &n->parts->effects->at[event->edge.id];
    for (uint32_t k = 0; event->kind == EVENT_STEP && k < effect->binding_count;
         k++) {
      struct term target = program_term(n->program, effect->bindings[k].target);
      struct term value = effect->bindings[k].value;
      if (!term_mentions(n->terms, value, target) &&
          !sort_is_array(term_sort(n->terms, target)))
        added +=
            tracked_add(tracked, event->part, term_eq(n->terms, target, value));
    }
  }
  return added + tracked_add_returned(tracked);
}

// Nested interpolants

// A stretch of a sequence: an event, or a callee that returned, summed up.
struct stretch {
  uint32_t first, last; // events
  struct term formula;
};

VEC_DEFINE(stretch_vec, struct stretch);

static struct term between(const struct newton *n, uint32_t first,
                           uint32_t last) {
  struct term all = term_true(n->terms);
  for (uint32_t i = 0; i < n->core.count; i++)
    if (n->core.at[i] >= first && n->core.at[i] <= last)
      all = term_and(n->terms, all, n->formulas[n->core.at[i]]);
  return all;
}

static uint32_t find_leave(const struct newton *n, uint32_t enter,
                           uint32_t last) {
  for (uint32_t i = enter + 1; i <= last; i++)
    if (n->events->at[i].kind == EVENT_LEAVE &&
        n->events->at[i].partner == enter)
      return i;
  return UINT32_MAX;
}

// The events from first to last, callees that return among them as one.
static void list_stretches(const struct newton *n, uint32_t first,
                           uint32_t last, struct stretch_vec *into) {
  for (uint32_t i = first; i <= last; i++) {
    uint32_t leave = n->events->at[i].kind == EVENT_ENTER
                         ? find_leave(n, i, last)
                         : UINT32_MAX;
    stretch_vec_push(into, (struct stretch){i, i, between(n, i, i)});
    if (leave == UINT32_MAX || leave <= i + 1)
      continue;
    stretch_vec_push(
        into, (struct stretch){i + 1, leave - 1, between(n, i + 1, leave - 1)});
    i = leave - 1;
  }
}

// The term over what there is behind the event; none if it says more.
static struct term over_program(const struct newton *n, uint32_t event,
                                struct term t) {
  const struct reading *reading = &n->readings[event];
  struct substitution *s = substitution_new(n->terms);
  for (uint32_t i = 0; i < reading->versions.count; i++)
    substitution_set(s, reading->versions.at[i], reading->names.at[i]);
  struct term result = substitution_apply(s, t);
  substitution_free(s);
  return result;
}

static uint32_t track(const struct newton *n, uint32_t event, struct term t,
                      struct tracked *tracked) {
  return tracked_add(tracked, n->readings[event].part,
                     over_program(n, event, t));
}

static bool interpolate(struct newton *n, const struct term_vec *steps,
                        struct term *into) {
  enum { UNITS = 2000000 }; // it helps soon, or hardly at all
  uint64_t limit = solver_limit(n->solver);
  solver_set_limit(n->solver, UNITS);
  bool ok = steps->count > 1 &&
            solver_interpolate(n->solver, steps->at, steps->count, into);
  solver_set_limit(n->solver, limit);
  return ok;
}

// Sums up what returned, one after the other, against all the rest.
static void sum_up(struct newton *n, struct stretch_vec *items,
                   struct term goal, struct tracked *tracked, uint32_t *added) {
  for (uint32_t i = 0; i < items->count; i++) {
    struct stretch *one = &items->at[i];
    if (one->first == one->last || term_is_true(n->terms, one->formula))
      continue;
    struct term rest = goal, summary;
    for (uint32_t k = 0; k < items->count; k++)
      if (k != i)
        rest = term_and(n->terms, rest, items->at[k].formula);
    struct term_vec steps = {0};
    term_vec_push(&steps, one->formula);
    term_vec_push(&steps, rest);
    if (interpolate(n, &steps, &summary)) {
      one->formula = summary;
      *added += track(n, one->last, summary, tracked);
    }
    term_vec_release(&steps);
  }
}

static uint32_t nest(struct newton *n, uint32_t first, uint32_t last,
                     struct term goal, struct tracked *tracked,
                     uint32_t depth) {
  struct stretch_vec items = {0};
  struct term_vec steps = {0};
  struct u32_vec places = {0};
  uint32_t added = 0;
  list_stretches(n, first, last, &items);
  sum_up(n, &items, goal, tracked, &added);
  for (uint32_t i = 0; i < items.count; i++)
    if (!term_is_true(n->terms, items.at[i].formula)) {
      term_vec_push(&steps, items.at[i].formula);
      u32_vec_push(&places, items.at[i].last);
    }
  if (!term_is_true(n->terms, goal))
    term_vec_push(&steps, goal);
  struct term *into = memory_new_zero(steps.count + 1u, sizeof *into);
  bool ok = interpolate(n, &steps, into);
  for (uint32_t i = 0; ok && i + 1 < steps.count; i++)
    added += track(n, places.at[i], into[i], tracked);
  for (uint32_t i = 0; i < items.count && depth; i++)
    if (items.at[i].first != items.at[i].last &&
        !term_is_true(n->terms, items.at[i].formula))
      added +=
          nest(n, items.at[i].first, items.at[i].last,
               term_not(n->terms, items.at[i].formula), tracked, depth - 1);
  free(into);
  stretch_vec_release(&items);
  term_vec_release(&steps);
  u32_vec_release(&places);
  return added;
}

uint32_t newton_by_interpolants(struct newton *n, struct tracked *tracked) {
  enum { MOST_NESTED = 6 };
  uint32_t added = nest(n, 0, n->events->count - 1, term_true(n->terms),
                        tracked, MOST_NESTED);
  return added + tracked_add_returned(tracked);
}
