#include "tactic/explore.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/memory.h"
#include "program/flow.h"
#include "term/variables.h"

// Conditions of a path, the last first.
struct condition {
  struct term term;
  uint32_t before; // index, 0: none
};

// A state at a location where the execution may go on in several ways.
struct state {
  struct location_id location;
  const struct term *values; // by slot; none: not live
  uint32_t condition;
  uint32_t before;       // the state it came from
  struct edge_id *edges; // from there to here
  uint32_t edge_count;
};

VEC_DEFINE(condition_vec, struct condition);
VEC_DEFINE(state_vec, struct state);

NUMBER_MAP_DEFINE(visit_map, uint64_t, uint32_t);
HANDLE_MAP_DEFINE(inputs_map, struct term, struct term_vec);

// Variables of one sort that stand for inputs in questions.
struct names {
  struct sort sort;
  struct term_vec at;
};

VEC_DEFINE(names_vec, struct names);

struct exploring {
  struct explore *explore;
  const struct question *question;
  struct effects *effects; // of the question
  struct program *program;
  struct term_table *terms;
  uint32_t *slot_of;         // by variable: slot + 1, 0: not followed
  struct variable_vec slots; // and back
  struct u32_vec *reads;     // by edge: slots
  struct flow_sets live;     // by location: slots
  struct arena arena;        // values and edges of states
  struct condition_vec conditions;
  struct state_vec states;
  struct u32_vec waiting[EXPLORE_VISITS]; // states, by how familiar they are
  uint32_t taken[EXPLORE_VISITS];         // of those
  struct visit_map visits;
  struct inputs_map inputs; // of conditions
  struct names_vec names;
  struct substitution *values;
  // The execution that is being followed
  struct term *now; // by slot
  uint32_t condition;
  struct edge_id_vec edges;
  uint64_t steps;
  uint64_t first_unit;
};

// What is followed

static void list_slots(struct exploring *x) {
  const struct program *program = x->program;
  x->slot_of = memory_new_zero(program->variables.count, sizeof *x->slot_of);
  for (uint32_t i = 1; i < program->variables.count; i++) {
    bool is_address = program->variables.at[i].kind == VARIABLE_ADDRESS;
    if (is_address ||
        (x->explore->relevant && !bitset_has(x->explore->relevant, i)))
      continue;
    variable_vec_push(&x->slots, (struct variable){i});
    x->slot_of[i] = x->slots.count;
  }
}

static void add_reads(struct exploring *x, struct u32_vec *into,
                      const struct term *roots, uint32_t count) {
  struct term_vec parts = {0};
  term_variables(x->terms, roots, count, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    struct variable variable = program_variable_of(x->program, parts.at[i]);
    if (!variable_is_none(variable) && x->slot_of[variable.id])
      u32_vec_push(into, x->slot_of[variable.id] - 1);
  }
  term_vec_release(&parts);
}

static bool is_followed(const struct exploring *x, struct variable variable) {
  return x->slot_of[variable.id] != 0;
}

static void list_reads(struct exploring *x) {
  uint32_t count = x->effects->procedure->edges.count;
  x->reads = memory_new_zero(count, sizeof *x->reads);
  struct term_vec roots = {0};
  for (uint32_t i = 1; i < count; i++) {
    const struct effect *effect = &x->effects->at[i];
    term_vec_clear(&roots);
    term_vec_push(&roots, effect->guard);
    for (uint32_t k = 0; k < effect->binding_count; k++)
      if (is_followed(x, effect->bindings[k].target))
        term_vec_push(&roots, effect->bindings[k].value);
    if (x->question->roles[i] != ROLE_ENDS)
      add_reads(x, &x->reads[i], roots.at, roots.count);
  }
  term_vec_release(&roots);
}

static bool read_before(void *context, uint32_t id, struct bitset *live) {
  const struct exploring *x = context;
  const struct effect *effect = &x->effects->at[id];
  if (x->question->roles[id] == ROLE_ENDS)
    return false;
  for (uint32_t i = 0; i < effect->binding_count; i++)
    if (is_followed(x, effect->bindings[i].target))
      bitset_remove(live, x->slot_of[effect->bindings[i].target.id] - 1);
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (is_followed(x, effect->havocked[i]))
      bitset_remove(live, x->slot_of[effect->havocked[i].id] - 1);
  for (uint32_t i = 0; i < x->reads[id].count; i++)
    bitset_add(live, x->reads[id].at[i]);
  return true;
}

// Questions

// The inputs of a condition, each once.
static const struct term_vec *inputs_of(struct exploring *x, struct term t) {
  bool is_new;
  struct term_vec *inputs = inputs_map_insert(&x->inputs, t, &is_new);
  if (!is_new)
    return inputs;
  *inputs = (struct term_vec){0};
  term_variables(x->terms, &t, 1, inputs);
  return inputs;
}

static bool shares(const struct term_vec *a, const struct term_vec *b) {
  for (uint32_t i = 0; i < a->count; i++)
    if (term_vec_has(b, a->at[i]))
      return true;
  return false;
}

static void add_new(struct term_vec *into, const struct term_vec *from) {
  for (uint32_t i = 0; i < from->count; i++)
    if (!term_vec_has(into, from->at[i]))
      term_vec_push(into, from->at[i]);
}

// The condition and those before it that share inputs with it, directly or
// through others.
static void gather(struct exploring *x, struct term t, struct term_vec *into,
                   struct term_vec *inputs) {
  struct term_vec rest = {0};
  for (uint32_t i = x->condition; i; i = x->conditions.at[i].before)
    term_vec_push(&rest, x->conditions.at[i].term);
  term_vec_push(into, t);
  add_new(inputs, inputs_of(x, t));
  for (bool grows = true; grows;) {
    uint32_t kept = 0;
    grows = false;
    for (uint32_t i = 0; i < rest.count; i++) {
      const struct term_vec *own = inputs_of(x, rest.at[i]);
      if (!shares(own, inputs)) {
        rest.at[kept++] = rest.at[i];
        continue;
      }
      term_vec_push(into, rest.at[i]);
      add_new(inputs, own);
      grows = true;
    }
    rest.count = kept;
  }
  term_vec_release(&rest);
}

// The name of the given number for inputs of the sort.
static struct term name_at(struct exploring *x, struct sort sort,
                           uint32_t number) {
  uint32_t i = 0;
  while (i < x->names.count && !sort_equal(x->names.at[i].sort, sort))
    i++;
  if (i == x->names.count)
    names_vec_push(&x->names, (struct names){.sort = sort});
  struct term_vec *at = &x->names.at[i].at;
  while (at->count <= number)
    term_vec_push(
        at, term_variable(x->terms, intern(x->program->names, "in"), sort));
  return at->at[number];
}

static void give_names(struct exploring *x, struct term_vec *terms,
                       const struct term_vec *inputs) {
  struct substitution *names = substitution_new(x->terms);
  for (uint32_t i = 0; i < inputs->count; i++)
    substitution_set(names, inputs->at[i],
                     name_at(x, term_sort(x->terms, inputs->at[i]), i));
  for (uint32_t i = 0; i < terms->count; i++)
    terms->at[i] = substitution_apply(names, terms->at[i]);
  substitution_free(names);
}

static bool is_possible(struct exploring *x, struct term t) {
  struct term_vec terms = {0}, inputs = {0};
  gather(x, t, &terms, &inputs);
  give_names(x, &terms, &inputs);
  bool possible = solver_check(x->explore->solver, PURPOSE_UNROLLING, terms.at,
                               terms.count) != ANSWER_UNSAT;
  term_vec_release(&terms);
  term_vec_release(&inputs);
  return possible;
}

// States

// The key of the state that is being followed: what depends on inputs is not
// told apart.
static uint64_t key_of(const struct exploring *x, struct location_id at) {
  uint64_t key = hash_u32(at.id);
  for (uint32_t i = 0; i < x->slots.count; i++)
    if (!term_is_none(x->now[i]) && term_is_literal(x->terms, x->now[i]))
      key = hash_mix(key, (uint64_t)i << 32 | x->now[i].id);
  return key;
}

static void forget_dead(struct exploring *x, struct location_id at) {
  for (uint32_t i = 0; i < x->slots.count; i++)
    if (!bitset_has(&x->live.at[at.id], i))
      x->now[i] = (struct term){0};
}

// The state is kept unless it is too familiar.
static void keep_state(struct exploring *x, struct location_id at,
                       uint32_t before) {
  bool is_new;
  forget_dead(x, at);
  uint32_t *visits = visit_map_insert(&x->visits, key_of(x, at), &is_new);
  if (is_new)
    *visits = 0;
  if (*visits == EXPLORE_VISITS)
    return;
  struct state state = {
      .location = at,
      .values = arena_copy(&x->arena, x->now, x->slots.count * sizeof *x->now),
      .condition = x->condition,
      .before = before,
      .edges = arena_copy(&x->arena, x->edges.at,
                          x->edges.count * sizeof *x->edges.at),
      .edge_count = x->edges.count};
  u32_vec_push(&x->waiting[(*visits)++], state_vec_push(&x->states, state));
}

static struct term evaluate(struct exploring *x, struct term t) {
  return substitution_apply(x->values, t);
}

static void read_values(struct exploring *x, struct edge_id id) {
  const struct u32_vec *reads = &x->reads[id.id];
  substitution_clear(x->values);
  for (uint32_t i = 0; i < reads->count; i++)
    substitution_set(x->values,
                     program_term(x->program, x->slots.at[reads->at[i]]),
                     x->now[reads->at[i]]);
}

// The condition is kept, unless it is impossible.
static bool pass(struct exploring *x, struct term condition) {
  if (term_is_literal(x->terms, condition))
    return term_is_true(x->terms, condition);
  if (!is_possible(x, condition))
    return false;
  x->condition = condition_vec_push(
      &x->conditions, (struct condition){condition, x->condition});
  return true;
}

// Does the execution pass the edge?
static bool pass_guard(struct exploring *x, struct edge_id id) {
  read_values(x, id);
  return pass(x, evaluate(x, x->effects->at[id.id].guard));
}

static struct term new_input(struct exploring *x, struct variable variable) {
  struct term t = program_term(x->program, variable);
  return term_variable(x->terms, term_variable_name(x->terms, t),
                       term_sort(x->terms, t));
}

// After pass_guard.
static void change_values(struct exploring *x, struct edge_id id) {
  const struct effect *effect = &x->effects->at[id.id];
  struct term_vec values = {0};
  for (uint32_t i = 0; i < effect->binding_count; i++)
    if (is_followed(x, effect->bindings[i].target))
      term_vec_push(&values, evaluate(x, effect->bindings[i].value));
  for (uint32_t i = 0, k = 0; i < effect->binding_count; i++)
    if (is_followed(x, effect->bindings[i].target))
      x->now[x->slot_of[effect->bindings[i].target.id] - 1] = values.at[k++];
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (is_followed(x, effect->havocked[i]))
      x->now[x->slot_of[effect->havocked[i].id] - 1] =
          new_input(x, effect->havocked[i]);
  term_vec_release(&values);
}

// A value that is one of two constants, depending on inputs: its condition.
static struct term find_choice(const struct exploring *x) {
  for (uint32_t i = 0; i < x->slots.count; i++) {
    struct term t = x->now[i];
    if (!term_is_none(t) && term_op(x->terms, t) == OP_ITE &&
        term_is_literal(x->terms, term_operand(x->terms, t, 1)) &&
        term_is_literal(x->terms, term_operand(x->terms, t, 2)))
      return term_operand(x->terms, t, 0);
  }
  return (struct term){0};
}

// Everything as it is if the condition is what it is assumed to be.
static void assume(struct exploring *x, struct term condition, bool is_true) {
  struct substitution *known = substitution_new(x->terms);
  substitution_set_term(known, condition, term_bool(x->terms, is_true));
  substitution_set_term(known, term_not(x->terms, condition),
                        term_bool(x->terms, !is_true));
  for (uint32_t i = 0; i < x->slots.count; i++)
    if (!term_is_none(x->now[i]))
      x->now[i] = substitution_apply(known, x->now[i]);
  substitution_free(known);
}

// The only edge that leaves the location, or none.
static struct edge_id only_edge(const struct exploring *x,
                                struct location_id at) {
  const struct location *location =
      procedure_location(x->effects->procedure, at);
  struct edge_id only = {0};
  for (uint32_t i = 0; i < location->out_count; i++) {
    enum role role = x->question->roles[location->first_out + i];
    if (role == ROLE_ENDS)
      continue;
    if (only.id || role != ROLE_STEP)
      return (struct edge_id){0};
    only = (struct edge_id){location->first_out + i};
  }
  return only;
}

static bool is_over(const struct exploring *x) {
  const struct explore *explore = x->explore;
  return x->steps >= explore->steps ||
         solver_units(explore->solver) - x->first_unit > explore->units ||
         (explore->stop && explore->stop(explore->context));
}

// Both ways of a choice, and all choices that are left.
static void keep_choices(struct exploring *x, struct location_id at,
                         uint32_t before, struct term choice) {
  size_t bytes = x->slots.count * sizeof *x->now;
  struct term *values = arena_copy(&x->arena, x->now, bytes);
  uint32_t condition = x->condition;
  for (int i = 0; i < 2; i++) {
    memcpy(x->now, values, bytes);
    x->condition = condition;
    if (!pass(x, i ? term_not(x->terms, choice) : choice))
      continue;
    assume(x, choice, i == 0);
    struct term next = find_choice(x);
    if (term_is_none(next))
      keep_state(x, at, before);
    else
      keep_choices(x, at, before, next);
  }
}

// Along the edge and on to where there is a choice.
static void follow(struct exploring *x, struct edge_id id, uint32_t before) {
  struct location_id at;
  struct term choice;
  do {
    edge_id_vec_push(&x->edges, id);
    change_values(x, id);
    at = procedure_edge(x->effects->procedure, id)->to;
    choice = find_choice(x);
    id = only_edge(x, at);
  } while (term_is_none(choice) && id.id && ++x->steps < x->explore->steps &&
           pass_guard(x, id));
  if (!term_is_none(choice))
    keep_choices(x, at, before, choice);
  else if (!id.id)
    keep_state(x, at, before);
}

static void tell_path(const struct exploring *x, uint32_t index,
                      struct edge_id last, struct edge_id_vec *path) {
  edge_id_vec_clear(path);
  edge_id_vec_push(path, last);
  for (uint32_t i = index; i; i = x->states.at[i].before)
    for (uint32_t k = x->states.at[i].edge_count; k-- > 0;)
      edge_id_vec_push(path, x->states.at[i].edges[k]);
  for (uint32_t i = 0, k = path->count; i + 1 < k; i++) {
    struct edge_id other = path->at[--k];
    path->at[k] = path->at[i];
    path->at[i] = other;
  }
}

static bool is_wanted(const struct exploring *x,
                      const struct edge_id_vec *path) {
  const struct explore *explore = x->explore;
  return !explore->accept || explore->accept(explore->acceptor, path);
}

// All ways on from a state. True when one is a violation.
static bool expand(struct exploring *x, uint32_t index,
                   struct edge_id_vec *path) {
  const struct state state = x->states.at[index];
  const struct location *location =
      procedure_location(x->effects->procedure, state.location);
  for (uint32_t i = 0; i < location->out_count; i++) {
    struct edge_id id = {location->first_out + i};
    enum role role = question_role(x->question, id);
    if (role == ROLE_ENDS || role == ROLE_UNSUPPORTED)
      continue;
    memcpy(x->now, state.values, x->slots.count * sizeof *x->now);
    x->condition = state.condition;
    x->steps++;
    edge_id_vec_clear(&x->edges);
    if (!pass_guard(x, id))
      continue;
    if (role == ROLE_VIOLATES) {
      tell_path(x, index, id, path);
      if (is_wanted(x, path))
        return true;
      continue;
    }
    follow(x, id, index);
  }
  return false;
}

// The least familiar state that waits, the first of those; 0: none.
static uint32_t take_state(struct exploring *x) {
  for (uint32_t i = 0; i < EXPLORE_VISITS; i++)
    if (x->taken[i] < x->waiting[i].count)
      return x->waiting[i].at[x->taken[i]++];
  return 0;
}

static void start(struct exploring *x) {
  state_vec_resize(&x->states, 1); // 0 is none
  condition_vec_resize(&x->conditions, 1);
  for (uint32_t i = 0; i < x->slots.count; i++)
    x->now[i] =
        effects_at_entry(x->effects, program_term(x->program, x->slots.at[i]));
  keep_state(x, x->effects->procedure->entry, 0);
}

static void release(struct exploring *x) {
  const struct procedure *procedure = x->effects->procedure;
  for (uint32_t i = 0; i < procedure->edges.count; i++)
    u32_vec_release(&x->reads[i]);
  for (uint32_t i = 0; i < x->inputs.count; i++)
    term_vec_release(&x->inputs.entries[i].value);
  for (uint32_t i = 0; i < x->names.count; i++)
    term_vec_release(&x->names.at[i].at);
  for (uint32_t i = 0; i < EXPLORE_VISITS; i++)
    u32_vec_release(&x->waiting[i]);
  inputs_map_release(&x->inputs);
  visit_map_release(&x->visits);
  names_vec_release(&x->names);
  variable_vec_release(&x->slots);
  condition_vec_release(&x->conditions);
  state_vec_release(&x->states);
  edge_id_vec_release(&x->edges);
  substitution_free(x->values);
  arena_release(&x->arena);
  free(x->slot_of);
  free(x->reads);
  flow_sets_release(&x->live);
  free(x->now);
}

bool explore_run(struct explore *explore, struct edge_id_vec *path) {
  struct effects *effects = explore->question->effects;
  if (effects->procedure->edges.count > EXPLORE_EDGES)
    return false;
  struct exploring x = {.explore = explore,
                        .question = explore->question,
                        .effects = effects,
                        .program = effects->program,
                        .terms = effects->program->terms,
                        .values = substitution_new(effects->program->terms),
                        .first_unit = solver_units(explore->solver)};
  arena_init(&x.arena);
  list_slots(&x);
  list_reads(&x);
  x.live = flow_solve_back(effects->procedure, read_before, &x);
  x.now = memory_new_zero(x.slots.count, sizeof *x.now);
  start(&x);
  bool found = false;
  for (uint32_t at; !found && !is_over(&x) && (at = take_state(&x));) {
    explore->states++;
    found = expand(&x, at, path);
  }
  release(&x);
  return found;
}
