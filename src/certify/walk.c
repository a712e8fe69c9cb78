#include "certify/walk.h"

#include <stdlib.h>

#include "base/memory.h"

static uint32_t variable_count(const struct walker *walker) {
  return walker->program->variables.count;
}

void walk_state_release(struct walk_state *state) {
  free(state->values);
  *state = (struct walk_state){0};
}

static void release_all(struct walk_state *states, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    walk_state_release(&states[i]);
}

void walker_init(struct walker *walker, struct question *question,
                 struct walk_rules rules) {
  struct procedure *procedure = question->effects->procedure;
  *walker = (struct walker){.question = question,
                            .effects = question->effects,
                            .program = question->effects->program,
                            .rules = rules};
  flow_order_init(&walker->order, procedure, NULL, NULL);
  walker->now =
      memory_new_zero(procedure->locations.count, sizeof *walker->now);
  walker->next =
      memory_new_zero(procedure->locations.count, sizeof *walker->next);
}

void walker_release(struct walker *walker) {
  uint32_t count = walker->effects->procedure->locations.count;
  release_all(walker->now, count);
  release_all(walker->next, count);
  free(walker->now);
  free(walker->next);
  bitset_release(&walker->due);
  u32_vec_release(&walker->ahead);
  flow_order_release(&walker->order);
}

// States

static struct term *copy_values(const struct walker *walker,
                                const struct term *values) {
  struct term *copy = memory_new_zero(variable_count(walker), sizeof *copy);
  for (uint32_t i = 1; i < variable_count(walker); i++)
    copy[i] = values[i];
  return copy;
}

// Paths that join: the values of those that came later where their condition
// holds. Conditions of different paths exclude each other (choice_of).
static void join(const struct walker *walker, struct walk_state *into,
                 const struct walk_state *state) {
  struct term_table *terms = walker->program->terms;
  if (term_is_none(into->condition)) {
    into->condition = state->condition;
    into->values = copy_values(walker, state->values);
    return;
  }
  for (uint32_t i = 1; i < variable_count(walker); i++)
    if (!term_equal(into->values[i], state->values[i]))
      into->values[i] =
          term_ite(terms, state->condition, state->values[i], into->values[i]);
  into->condition = term_or(terms, into->condition, state->condition);
}

static struct substitution *substitution_of(const struct walker *walker,
                                            const struct walk_state *state) {
  struct substitution *substitution = substitution_new(walker->program->terms);
  for (uint32_t i = 1; i < variable_count(walker); i++) {
    struct term variable = walker->program->variables.at[i].term;
    if (!term_equal(variable, state->values[i]))
      substitution_set(substitution, variable, state->values[i]);
  }
  return substitution;
}

// All at once: bindings are over what held before.
static void take_effect(const struct walker *walker,
                        const struct effect *effect,
                        struct substitution *before, struct walk_state *state) {
  struct term_table *terms = walker->program->terms;
  for (uint32_t i = 0; i < effect->binding_count; i++)
    state->values[effect->bindings[i].target.id] =
        substitution_apply(before, effect->bindings[i].value);
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    struct variable variable = effect->havocked[i];
    state->values[variable.id] = term_variable_again(
        terms, walker->program->variables.at[variable.id].term);
  }
}

// The walk

static void arrive(struct walker *walker, struct edge_id id,
                   const struct walk_state *state) {
  const struct edge *edge = procedure_edge(walker->effects->procedure, id);
  const uint32_t *place = walker->order.place;
  bool is_step = question_role(walker->question, id) == ROLE_STEP;
  if (!is_step || !walker->rules.goes_on(walker->rules.context, edge->to)) {
    walker->rules.ends(walker->rules.context, id, state);
    return;
  }
  bool is_later = place[edge->to.id] > place[edge->from.id];
  if (is_later)
    bitset_add(&walker->due, place[edge->to.id]);
  else if (term_is_none(walker->next[edge->to.id].condition))
    u32_vec_push(&walker->ahead, edge->to.id);
  join(walker, &(is_later ? walker->now : walker->next)[edge->to.id], state);
  walker->is_open |= !is_later;
}

// More than one edge may be possible from one state: a choice that is left open
// tells paths apart, so that their conditions exclude each other.
static struct term choice_of(struct walker *walker, uint32_t k,
                             struct term *rest) {
  struct term_table *terms = walker->program->terms;
  struct term chosen = term_variable(
      terms, intern_format(walker->program->names, "way %u", k), sort_bool());
  struct term mine = term_and(terms, *rest, chosen);
  *rest = term_and(terms, *rest, term_not(terms, chosen));
  return mine;
}

// Are the guards of the edges such that one holds at most? Of two, where one
// is the other's negation, as C's branches are.
static bool is_branch(const struct walker *walker,
                      const struct location *location) {
  struct term_table *terms = walker->program->terms;
  if (location->out_count != 2)
    return location->out_count < 2;
  const struct effect *effects = walker->effects->at;
  struct term one = effects[location->first_out].guard;
  struct term other = effects[location->first_out + 1].guard;
  return term_equal(one, term_not(terms, other)) ||
         term_is_false(terms, term_and(terms, one, other));
}

static void step(struct walker *walker, const struct walk_state *state,
                 struct substitution *before, struct edge_id id,
                 struct term way) {
  struct term_table *terms = walker->program->terms;
  const struct effect *effect = &walker->effects->at[id.id];
  struct term condition =
      term_and(terms, term_and(terms, state->condition, way),
               substitution_apply(before, effect->guard));
  if (question_role(walker->question, id) == ROLE_ENDS ||
      term_is_false(terms, condition))
    return;
  struct walk_state after = {condition, copy_values(walker, state->values)};
  take_effect(walker, effect, before, &after);
  arrive(walker, id, &after);
  walk_state_release(&after);
}

static void leave(struct walker *walker, struct location_id from,
                  struct walk_state *state) {
  const struct location *location =
      procedure_location(walker->effects->procedure, from);
  struct substitution *before = substitution_of(walker, state);
  struct term rest = term_true(walker->program->terms);
  bool is_plain = is_branch(walker, location);
  for (uint32_t i = 0; i < location->out_count; i++) {
    bool is_last = i + 1 == location->out_count;
    struct term way = is_plain || is_last ? rest : choice_of(walker, i, &rest);
    step(walker, state, before, (struct edge_id){location->first_out + i}, way);
  }
  substitution_free(before);
}

void walker_start(struct walker *walker, struct location_id from,
                  bool is_entry) {
  struct program *program = walker->program;
  struct walk_state *state = &walker->next[from.id];
  state->condition = term_true(program->terms);
  state->values = memory_new_zero(variable_count(walker), sizeof(struct term));
  for (uint32_t i = 1; i < variable_count(walker); i++) {
    struct term variable = program->variables.at[i].term;
    state->values[i] =
        is_entry ? effects_at_entry(walker->effects, variable) : variable;
  }
  u32_vec_push(&walker->ahead, from.id);
  walker->is_open = true;
}

void walker_drop(struct walker *walker) {
  for (uint32_t i = 0; i < walker->ahead.count; i++)
    walk_state_release(&walker->next[walker->ahead.at[i]]);
  u32_vec_clear(&walker->ahead);
}

// What no control flow leads to has no place in the order, and is not walked.
static void take_turns(struct walker *walker) {
  struct walk_state *states = walker->now;
  walker->now = walker->next;
  walker->next = states;
  for (uint32_t i = 0; i < walker->ahead.count; i++) {
    uint32_t location = walker->ahead.at[i];
    uint32_t place = walker->order.place[location];
    if (walker->order.locations[place] == location)
      bitset_add(&walker->due, place);
    else
      walk_state_release(&walker->now[location]);
  }
  u32_vec_clear(&walker->ahead);
  walker->is_open = false;
}

void walker_round(struct walker *walker) {
  take_turns(walker);
  BITSET_EACH (place, &walker->due) {
    struct location_id location = {walker->order.locations[place]};
    struct walk_state *state = &walker->now[location.id];
    bitset_remove(&walker->due, place);
    walker->is_stopped = walker->is_stopped || poll_stops(walker->poll);
    if (!walker->is_stopped)
      leave(walker, location, state);
    walk_state_release(state);
  }
}

struct term walker_condition(const struct walker *walker) {
  struct term_table *terms = walker->program->terms;
  struct term condition = term_false(terms);
  for (uint32_t i = 0; i < walker->ahead.count; i++)
    condition =
        term_or(terms, condition, walker->next[walker->ahead.at[i]].condition);
  return condition;
}
