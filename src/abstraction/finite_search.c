// Following the values of a finite component.
#include <stdlib.h>
#include <string.h>

#include "abstraction/finite.h"
#include "base/intern.h"
#include "base/memory.h"

// How a state was first reached.
struct arrival {
  uint32_t before; // the state's number; UINT32_MAX: it is an initial one
  struct edge_id edge;
};

VEC_DEFINE(arrival_vec, struct arrival);

struct following {
  struct finite *finite;
  struct effects *effects;
  const struct finite_limits *limits;
  struct assignment *values;
  struct interner *known;   // location and values -> number + 1
  struct u32_vec locations; // by number
  struct arrival_vec arrivals;
  uint64_t *here, *next; // values, by index
  // Where steps go; null builder: a violation is looked for
  struct edge_builder *builder;
  struct u32_vec states; // by number: of the LTS
  // The step that is made
  uint32_t from; // number; UINT32_MAX: to the entry
  struct edge_id edge;
  struct action action;
  uint64_t steps; // so far
  bool is_over;   // too many states or steps
};

static uint32_t variable_count(const struct following *f) {
  return f->finite->variables.count;
}

static struct term term_at(const struct following *f, uint32_t index) {
  return program_term(f->effects->program, f->finite->variables.at[index]);
}

// ---- States -----------------------------------------------------------------

static struct name key_of(struct following *f, struct location_id location) {
  struct strbuf key = {0};
  const struct bitset *live = &f->finite->live.at[location.id];
  strbuf_bytes(&key, (const char *)&location.id, sizeof location.id);
  for (uint32_t i = bitset_next(live, 0); i != UINT32_MAX;
       i = bitset_next(live, i + 1))
    strbuf_bytes(&key, (const char *)&f->next[i], sizeof f->next[i]);
  struct name name = intern_bytes(f->known, key.text, key.length);
  strbuf_release(&key);
  return name;
}

static void add_state(struct following *f, struct location_id location) {
  u32_vec_push(&f->locations, location.id);
  arrival_vec_push(&f->arrivals, (struct arrival){f->from, f->edge});
  f->is_over |= f->locations.count > f->limits->states;
  if (f->builder)
    u32_vec_push(&f->states, lts_builder_state(&f->builder->lts));
}

// The values in `next` are those at the location.
static void arrive(struct following *f, struct location_id location) {
  struct name key = key_of(f, location);
  f->is_over |= ++f->steps > f->limits->steps && f->limits->steps;
  if (key.id > f->locations.count)
    add_state(f, location);
  if (f->builder)
    lts_builder_step(&f->builder->lts,
                     f->from == UINT32_MAX ? 0 : f->states.at[f->from],
                     f->action, f->states.at[key.id - 1]);
}

static void load(struct following *f, uint32_t number) {
  struct location_id location = {f->locations.at[number]};
  const struct bitset *live = &f->finite->live.at[location.id];
  struct name name = {number + 1};
  const char *at = name_text(f->known, name) + sizeof location.id;
  memset(f->here, 0, variable_count(f) * sizeof *f->here);
  for (uint32_t i = bitset_next(live, 0); i != UINT32_MAX;
       i = bitset_next(live, i + 1)) {
    memcpy(&f->here[i], at, sizeof f->here[i]);
    at += sizeof f->here[i];
  }
  for (uint32_t i = 0; i < variable_count(f); i++)
    assignment_set(f->values, term_at(f, i), f->here[i]);
}

// ---- Steps ------------------------------------------------------------------

// All ways in which the free variables of a list can be chosen, from the k-th
// on, if they are read at the location.
static void choose(struct following *f, const struct variable *variables,
                   uint32_t count, uint32_t k, struct location_id to) {
  if (f->is_over)
    return;
  if (k == count) {
    arrive(f, to);
    return;
  }
  const struct finite *finite = f->finite;
  uint32_t index = finite_index(finite, variables[k]);
  if (!index || !bitset_has(&finite->live.at[to.id], index - 1)) {
    choose(f, variables, count, k + 1, to);
    return;
  }
  const struct value_vec *values =
      &finite->values[finite_class(finite, index - 1)];
  for (uint32_t i = 0; i < values->count; i++) {
    f->next[index - 1] = values->at[i];
    choose(f, variables, count, k + 1, to);
  }
}

static void bind(struct following *f, const struct effect *effect) {
  memcpy(f->next, f->here, variable_count(f) * sizeof *f->next);
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    uint32_t index = finite_index(f->finite, effect->bindings[i].target);
    if (index)
      f->next[index - 1] =
          (uint64_t)term_evaluate(f->values, effect->bindings[i].value);
  }
}

// Can the edge be taken in the present state?
static bool is_open(struct following *f, struct edge_id edge) {
  struct term guard = f->effects->at[edge.id].guard;
  return term_is_true(f->effects->program->terms, guard) ||
         term_evaluate(f->values, guard);
}

static void step(struct following *f, struct edge_id id) {
  const struct effect *effect = &f->effects->at[id.id];
  const struct edge *edge = procedure_edge(f->effects->procedure, id);
  f->edge = id;
  bind(f, effect);
  choose(f, effect->havocked, effect->havoc_count, 0, edge->to);
}

// The values at the entry: given, or any.
static void start(struct following *f) {
  struct location_id entry = f->effects->procedure->entry;
  f->from = UINT32_MAX;
  f->edge = (struct edge_id){0};
  f->action = f->builder ? edge_builder_start(f->builder) : action_tau;
  memset(f->next, 0, variable_count(f) * sizeof *f->next);
  struct variable_vec free = {0};
  for (uint32_t i = 0; i < variable_count(f); i++) {
    struct term initial = effects_at_entry(f->effects, term_at(f, i));
    if (finite_is_given(f->finite, i))
      f->next[i] = (uint64_t)term_evaluate(f->values, initial);
    else
      variable_vec_push(&free, f->finite->variables.at[i]);
  }
  choose(f, free.at, free.count, 0, entry);
  variable_vec_release(&free);
}

static void following_init(struct following *f, struct finite *finite,
                           const struct finite_limits *limits) {
  *f = (struct following){
      .finite = finite, .effects = finite->effects, .limits = limits};
  f->values = assignment_new(finite->effects->program->terms);
  f->known = interner_new();
  uint32_t count = variable_count(f) + 1;
  f->here = memory_new_zero(count, sizeof *f->here);
  f->next = memory_new_zero(count, sizeof *f->next);
}

static void following_release(struct following *f) {
  assignment_free(f->values);
  interner_free(f->known);
  u32_vec_release(&f->locations);
  u32_vec_release(&f->states);
  arrival_vec_release(&f->arrivals);
  free(f->here);
  free(f->next);
}

static bool must_end(const struct following *f) {
  return f->is_over || (f->limits->stop && f->limits->stop(f->limits->context));
}

// ---- The LTS ----------------------------------------------------------------

static void add_steps(struct following *f, uint32_t number) {
  const struct location *at = procedure_location(
      f->effects->procedure, (struct location_id){f->locations.at[number]});
  load(f, number);
  f->from = number;
  for (uint32_t i = 0; i < at->out_count && !f->is_over; i++) {
    struct edge_id edge = {at->first_out + i};
    if (!edge_builder_steps(f->builder, edge) || !is_open(f, edge))
      continue;
    f->action = edge_builder_take(f->builder, f->states.at[number], edge);
    if (!action_is_none(f->action))
      step(f, edge);
  }
}

struct lts *finite_lts(struct finite *finite, const struct edge_labels *labels,
                       struct action_table *actions,
                       const struct finite_limits *limits) {
  struct following f;
  struct edge_builder builder;
  following_init(&f, finite, limits);
  edge_builder_init(&builder, labels, finite->effects, actions);
  f.builder = &builder;
  lts_builder_state(&builder.lts); // before the entry
  start(&f);
  uint32_t done = 0;
  while (done < f.locations.count && !must_end(&f))
    add_steps(&f, done++);
  struct lts *lts = NULL;
  if (done == f.locations.count && !f.is_over)
    lts = lts_builder_finish(&builder.lts);
  else
    lts_builder_release(&builder.lts);
  following_release(&f);
  return lts;
}

// ---- An execution -----------------------------------------------------------

// The edge that violates, if one is open in the state; else goes on.
static struct edge_id look(struct following *f, uint32_t number) {
  const struct location *at = procedure_location(
      f->effects->procedure, (struct location_id){f->locations.at[number]});
  struct edge_id none = {0};
  load(f, number);
  f->from = number;
  for (uint32_t i = 0; i < at->out_count && !f->is_over; i++) {
    struct edge_id edge = {at->first_out + i};
    enum effect_kind kind = f->effects->at[edge.id].kind;
    if ((kind != EFFECT_STEP && kind != EFFECT_VIOLATES) || !is_open(f, edge))
      continue;
    if (kind == EFFECT_VIOLATES)
      return edge;
    step(f, edge);
  }
  return none;
}

// What the free variables got on the way into a state.
static void tell_inputs(struct following *f, uint32_t number, uint32_t step,
                        const struct variable *variables, uint32_t count,
                        struct walk *walk) {
  load(f, number);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t index = finite_index(f->finite, variables[i]);
    if (index)
      walk_input_vec_push(&walk->inputs,
                          (struct walk_input){.step = step,
                                              .variable = variables[i],
                                              .value = f->here[index - 1]});
  }
}

static void tell_walk(struct following *f, uint32_t number,
                      struct edge_id violation, struct walk *walk) {
  struct u32_vec way = {0};
  for (uint32_t at = number; at != UINT32_MAX; at = f->arrivals.at[at].before)
    u32_vec_push(&way, at);
  tell_inputs(f, way.at[way.count - 1], UINT32_MAX, f->finite->variables.at,
              variable_count(f), walk);
  for (uint32_t i = way.count - 1; i-- > 0;) {
    struct edge_id edge = f->arrivals.at[way.at[i]].edge;
    const struct effect *effect = &f->effects->at[edge.id];
    uint32_t step = edge_id_vec_push(&walk->path, edge);
    tell_inputs(f, way.at[i], step, effect->havocked, effect->havoc_count,
                walk);
  }
  edge_id_vec_push(&walk->path, violation);
  u32_vec_release(&way);
}

bool finite_find(struct finite *finite, const struct finite_limits *limits,
                 struct walk *walk) {
  struct following f;
  struct edge_id violation = {0};
  following_init(&f, finite, limits);
  start(&f);
  uint32_t done = 0;
  while (done < f.locations.count && !violation.id && !must_end(&f))
    violation = look(&f, done++);
  if (violation.id)
    tell_walk(&f, done - 1, violation, walk);
  following_release(&f);
  return violation.id;
}
