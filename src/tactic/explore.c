#include "tactic/explore.h"

#include "abstraction/symbolic_state.h"
#include "base/arena.h"
#include "base/map.h"
#include "term/variables.h"

// Conditions of a path, the last first.
struct condition {
  struct term term;
  uint32_t before; // index, 0: none
};

// A state at a location where the execution may go on in several ways.
struct state {
  struct location_id location;
  const struct binding *values; // of live variables
  uint32_t value_count;
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
  struct bitset followed; // variables, by id
  struct flow_sets live;  // by location: variables
  struct arena arena;     // values and edges of states
  struct condition_vec conditions;
  struct state_vec states;
  struct u32_vec waiting[EXPLORE_VISITS]; // states, by how familiar they are
  uint32_t taken[EXPLORE_VISITS];         // of those
  struct visit_map visits;
  struct inputs_map inputs; // of conditions
  struct names_vec names;
  // The execution that is being followed
  struct symbolic_state now;
  uint32_t condition;
  struct edge_id_vec edges;
  uint64_t steps;
  uint64_t first_unit;
};

static void list_followed(struct exploring *x) {
  const struct program *program = x->program;
  const struct bitset *relevant = x->explore->relevant;
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (program->variables.at[i].kind != VARIABLE_ADDRESS &&
        (!relevant || bitset_has(relevant, i)))
      bitset_add(&x->followed, i);
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
  for (uint32_t i = 0; i < x->now.values.count; i++) {
    struct binding binding = x->now.values.at[i];
    if (term_is_literal(x->terms, binding.value))
      key = hash_mix(key, (uint64_t)binding.target.id << 32 | binding.value.id);
  }
  return key;
}

static void forget_dead(struct exploring *x, struct location_id at) {
  struct binding_vec *values = &x->now.values;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < values->count; i++)
    if (bitset_has(&x->live.at[at.id], values->at[i].target.id))
      values->at[kept++] = values->at[i];
  values->count = kept;
}

static const struct binding *keep_values(struct exploring *x) {
  const struct binding_vec *values = &x->now.values;
  return arena_copy(&x->arena, values->at, values->count * sizeof *values->at);
}

static void resume(struct exploring *x, const struct binding *values,
                   uint32_t count, uint32_t condition) {
  symbolic_state_release(&x->now);
  x->now = symbolic_state_new(x->program);
  binding_vec_append(&x->now.values, values, count);
  x->condition = condition;
}

// The state is kept unless it is too familiar.
static void keep_state(struct exploring *x, struct location_id at,
                       uint32_t before) {
  bool is_new;
  uint32_t *visits = visit_map_insert(&x->visits, key_of(x, at), &is_new);
  if (is_new)
    *visits = 0;
  if (*visits == EXPLORE_VISITS)
    return;
  struct state state = {.location = at,
                        .values = keep_values(x),
                        .value_count = x->now.values.count,
                        .condition = x->condition,
                        .before = before,
                        .edges =
                            arena_copy(&x->arena, x->edges.at,
                                       x->edges.count * sizeof *x->edges.at),
                        .edge_count = x->edges.count};
  u32_vec_push(&x->waiting[(*visits)++], state_vec_push(&x->states, state));
}

static void meet(struct exploring *x, struct term condition) {
  x->condition = condition_vec_push(
      &x->conditions, (struct condition){condition, x->condition});
}

// The condition is kept, unless it is impossible.
static bool pass(struct exploring *x, struct term condition) {
  if (term_is_literal(x->terms, condition))
    return term_is_true(x->terms, condition);
  bool possible = is_possible(x, condition);
  if (possible)
    meet(x, condition);
  return possible;
}

// Does the execution pass the edge?
static bool pass_guard(struct exploring *x, struct edge_id id) {
  return pass(x, symbolic_state_read(&x->now, x->effects->at[id.id].guard));
}

// The same where no other edge leaves, which is the `rank`-th of these in a
// row. Whoever is brief does not ask whether that is possible, and nobody does
// behind the first few: many such edges in a row describe the state that a
// function starts in, and what is found is checked as a whole.
static bool pass_only(struct exploring *x, struct edge_id id, uint32_t rank) {
  enum { MOST_ASKED = 16 };
  struct term guard = symbolic_state_read(&x->now, x->effects->at[id.id].guard);
  bool is_brief = x->explore->is_brief || rank > MOST_ASKED;
  if (!is_brief || term_is_literal(x->terms, guard))
    return pass(x, guard);
  meet(x, guard);
  return true;
}

// After pass_guard: what is live at the other end.
static struct location_id take_edge(struct exploring *x, struct edge_id id) {
  const struct symbolic_rules rules = {.relevant = &x->followed};
  struct location_id to = procedure_edge(x->effects->procedure, id)->to;
  edge_id_vec_push(&x->edges, id);
  symbolic_state_apply(&x->now, &x->effects->at[id.id], &rules, &x->now);
  forget_dead(x, to);
  return to;
}

// A value that is one of two constants, depending on inputs: its condition.
static struct term find_choice(const struct exploring *x) {
  for (uint32_t i = 0; i < x->now.values.count; i++) {
    struct term t = x->now.values.at[i].value;
    if (term_op(x->terms, t) == OP_ITE &&
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
  for (uint32_t i = 0; i < x->now.values.count; i++) {
    struct binding binding = x->now.values.at[i];
    symbolic_state_set(&x->now, binding.target,
                       substitution_apply(known, binding.value));
  }
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
         poll_stops(explore->poll);
}

// Both ways of a choice, and all choices that are left.
static void keep_choices(struct exploring *x, struct location_id at,
                         uint32_t before, struct term choice) {
  const struct binding *values = keep_values(x);
  uint32_t count = x->now.values.count, condition = x->condition;
  for (int i = 0; i < 2; i++) {
    resume(x, values, count, condition);
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
  uint32_t rank = 0;
  do {
    at = take_edge(x, id);
    choice = find_choice(x);
    id = only_edge(x, at);
    x->steps++;
  } while (term_is_none(choice) && id.id && !is_over(x) &&
           pass_only(x, id, rank++));
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
    resume(x, state.values, state.value_count, state.condition);
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
  struct location_id entry = x->effects->procedure->entry;
  state_vec_resize(&x->states, 1); // 0 is none
  condition_vec_resize(&x->conditions, 1);
  x->now = symbolic_state_new(x->program);
  BITSET_EACH (id, &x->followed)
    symbolic_state_set(
        &x->now, (struct variable){id},
        effects_at_entry(x->effects, x->program->variables.at[id].term));
  forget_dead(x, entry);
  keep_state(x, entry, 0);
}

static void release(struct exploring *x) {
  for (uint32_t i = 0; i < x->inputs.count; i++)
    term_vec_release(&x->inputs.entries[i].value);
  for (uint32_t i = 0; i < x->names.count; i++)
    term_vec_release(&x->names.at[i].at);
  for (uint32_t i = 0; i < EXPLORE_VISITS; i++)
    u32_vec_release(&x->waiting[i]);
  inputs_map_release(&x->inputs);
  visit_map_release(&x->visits);
  names_vec_release(&x->names);
  condition_vec_release(&x->conditions);
  state_vec_release(&x->states);
  edge_id_vec_release(&x->edges);
  symbolic_state_release(&x->now);
  bitset_release(&x->followed);
  flow_sets_release(&x->live);
  arena_release(&x->arena);
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
                        .first_unit = solver_units(explore->solver)};
  arena_init(&x.arena);
  list_followed(&x);
  x.live = question_live(x.question);
  start(&x);
  bool found = false;
  for (uint32_t at; !found && !is_over(&x) && (at = take_state(&x));) {
    explore->states++;
    found = expand(&x, at, path);
  }
  release(&x);
  return found;
}
