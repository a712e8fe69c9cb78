// The LTS of a finite component, and executions of it.
#include <stdlib.h>

#include "abstraction/finite.h"
#include "abstraction/follow.h"

// ---- The LTS ----------------------------------------------------------------

struct building {
  struct follow *follow;
  struct edge_builder builder;
  struct u32_vec states; // by state that is followed: of the LTS
  struct follow_step_vec steps;
};

static uint32_t state_of(struct building *b, uint32_t state) {
  while (b->states.count <= state)
    u32_vec_push(&b->states, lts_builder_state(&b->builder.lts));
  return b->states.at[state];
}

static void add_step(struct building *b, uint32_t from,
                     struct follow_step step) {
  if (!edge_builder_steps(&b->builder, step.edge))
    return;
  struct action action = edge_builder_take(&b->builder, from, step.edge);
  if (!action_is_none(action) && step.target != FOLLOW_NOWHERE)
    lts_builder_step(&b->builder.lts, from, action, state_of(b, step.target));
}

static bool add_steps(struct building *b, uint32_t state) {
  uint32_t from = state_of(b, state);
  follow_step_vec_clear(&b->steps);
  bool ok = follow_steps(b->follow, state, &b->steps);
  if (b->builder.labels->marks_end && follow_has_ended(b->follow, state))
    lts_builder_kind(&b->builder.lts, from, STATE_STOP);
  for (uint32_t i = 0; i < b->steps.count && ok; i++)
    add_step(b, from, b->steps.at[i]);
  return ok;
}

static bool build(struct building *b) {
  uint32_t before = lts_builder_state(&b->builder.lts); // the entry
  if (!follow_start(b->follow, &b->steps))
    return false;
  for (uint32_t i = 0; i < b->steps.count; i++)
    lts_builder_step(&b->builder.lts, before, edge_builder_start(&b->builder),
                     state_of(b, b->steps.at[i].target));
  for (uint32_t done = 0; done < follow_count(b->follow); done++)
    if (!add_steps(b, done))
      return false;
  return true;
}

struct lts *finite_lts(struct finite *finite, const struct edge_labels *labels,
                       struct action_table *actions,
                       const struct finite_limits *limits) {
  struct building b = {.follow = follow_new(finite, labels->edges, limits)};
  edge_builder_init(&b.builder, labels, finite->question, actions);
  struct lts *lts = NULL;
  if (build(&b))
    lts = lts_builder_finish(&b.builder.lts);
  else
    lts_builder_release(&b.builder.lts);
  follow_free(b.follow);
  u32_vec_release(&b.states);
  follow_step_vec_release(&b.steps);
  return lts;
}

// ---- An execution -----------------------------------------------------------

// How a state was first reached.
struct arrival {
  uint32_t before; // UINT32_MAX: it is an initial one
  struct edge_id edge;
};

VEC_DEFINE(arrival_vec, struct arrival);

struct finding {
  struct finite *finite;
  struct follow *follow;
  struct arrival_vec arrivals;
  struct follow_step_vec steps;
};

// New states are numbered in the order of the steps that lead to them.
static void remember(struct finding *f, uint32_t before) {
  for (uint32_t i = 0; i < f->steps.count; i++)
    if (f->steps.at[i].target == f->arrivals.count)
      arrival_vec_push(&f->arrivals,
                       (struct arrival){before, f->steps.at[i].edge});
}

// The edge that violates, if one is open in the state.
static struct edge_id violation_of(const struct finding *f) {
  for (uint32_t i = 0; i < f->steps.count; i++) {
    struct edge_id edge = f->steps.at[i].edge;
    if (question_role(f->finite->question, edge) == ROLE_VIOLATES)
      return edge;
  }
  return (struct edge_id){0};
}

// What variables got on the way into a state.
static void tell_inputs(struct finding *f, uint32_t state, uint32_t step,
                        const struct variable *variables, uint32_t count,
                        struct walk *walk) {
  uint64_t value;
  for (uint32_t i = 0; i < count; i++)
    if (follow_value(f->follow, state, variables[i], &value))
      walk_input_vec_push(&walk->inputs,
                          (struct walk_input){.step = step,
                                              .variable = variables[i],
                                              .value = value});
}

static void tell_walk(struct finding *f, uint32_t state,
                      struct edge_id violation, struct walk *walk) {
  struct u32_vec way = {0};
  for (uint32_t at = state; at != UINT32_MAX; at = f->arrivals.at[at].before)
    u32_vec_push(&way, at);
  const struct variable_vec *all = &f->finite->variables;
  tell_inputs(f, way.at[way.count - 1], UINT32_MAX, all->at, all->count, walk);
  for (uint32_t i = way.count - 1; i-- > 0;) {
    struct edge_id edge = f->arrivals.at[way.at[i]].edge;
    const struct effect *effect = &f->finite->effects->at[edge.id];
    uint32_t step = edge_id_vec_push(&walk->path, edge);
    tell_inputs(f, way.at[i], step, effect->havocked, effect->havoc_count,
                walk);
  }
  edge_id_vec_push(&walk->path, violation);
  u32_vec_release(&way);
}

// Does anything go on in the state that is not modelled?
static bool is_unsupported(const struct finding *f) {
  for (uint32_t i = 0; i < f->steps.count; i++)
    if (question_role(f->finite->question, f->steps.at[i].edge) ==
        ROLE_UNSUPPORTED)
      return true;
  return false;
}

// Breadth first: states are numbered as they are met.
static enum finite_answer find(struct finding *f, struct walk *walk) {
  bool is_modelled = true;
  if (!follow_start(f->follow, &f->steps))
    return FINITE_OPEN;
  remember(f, UINT32_MAX);
  for (uint32_t done = 0; done < follow_count(f->follow); done++) {
    follow_step_vec_clear(&f->steps);
    if (!follow_steps(f->follow, done, &f->steps))
      return FINITE_OPEN;
    struct edge_id violation = violation_of(f);
    if (violation.id) {
      tell_walk(f, done, violation, walk);
      return FINITE_FOUND;
    }
    is_modelled &= !is_unsupported(f);
    remember(f, done);
  }
  return is_modelled ? FINITE_NONE : FINITE_OPEN;
}

enum finite_answer finite_search(struct finite *finite,
                                 const struct finite_limits *limits,
                                 struct walk *walk, uint32_t *states) {
  struct finding f = {.finite = finite,
                      .follow = follow_new(finite, NULL, limits)};
  enum finite_answer answer = find(&f, walk);
  *states = follow_count(f.follow);
  follow_free(f.follow);
  arrival_vec_release(&f.arrivals);
  follow_step_vec_release(&f.steps);
  return answer;
}

bool finite_find(struct finite *finite, const struct finite_limits *limits,
                 struct walk *walk) {
  uint32_t states;
  return finite_search(finite, limits, walk, &states) == FINITE_FOUND;
}
