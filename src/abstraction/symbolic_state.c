#include "abstraction/symbolic_state.h"

#include <string.h>

#include "base/check.h"

struct symbolic_state symbolic_state_new(struct program *program) {
  return (struct symbolic_state){.program = program,
                                 .condition = term_true(program->terms)};
}

struct symbolic_state symbolic_state_initial(struct effects *effects,
                                             const struct bitset *relevant) {
  struct program *program = effects->program;
  struct symbolic_state state = symbolic_state_new(program);
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct term t = program->variables.at[i].term;
    if (relevant && !bitset_has(relevant, i))
      continue;
    struct term value = effects_at_entry(effects, t);
    if (!term_equal(value, t))
      binding_vec_push(&state.values, (struct binding){{i}, value});
  }
  return state;
}

struct symbolic_state symbolic_state_copy(const struct symbolic_state *state) {
  struct symbolic_state copy = {.program = state->program,
                                .condition = state->condition};
  binding_vec_append(&copy.values, state->values.at, state->values.count);
  return copy;
}

void symbolic_state_release(struct symbolic_state *state) {
  binding_vec_release(&state->values);
  substitution_free(state->reading);
}

// Values

// Where the variable is among the values, or would be.
static uint32_t place_of(const struct symbolic_state *state,
                         struct variable variable) {
  uint32_t low = 0, high = state->values.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (state->values.at[middle].target.id < variable.id)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool is_at(const struct symbolic_state *state, uint32_t place,
                  struct variable variable) {
  return place < state->values.count &&
         variable_equal(state->values.at[place].target, variable);
}

struct term symbolic_state_value(const struct symbolic_state *state,
                                 struct variable variable) {
  uint32_t place = place_of(state, variable);
  return is_at(state, place, variable) ? state->values.at[place].value
                                       : (struct term){0};
}

void symbolic_state_set(struct symbolic_state *state, struct variable variable,
                        struct term value) {
  struct binding_vec *values = &state->values;
  uint32_t place = place_of(state, variable);
  if (!is_at(state, place, variable)) {
    binding_vec_push(values, (struct binding){0});
    memmove(values->at + place + 1, values->at + place,
            (values->count - 1 - place) * sizeof *values->at);
  }
  values->at[place] = (struct binding){variable, value};
  if (state->reading)
    substitution_set(state->reading, program_term(state->program, variable),
                     value);
  for (uint32_t i = 1; i < values->count; i++)
    DCHECK(values->at[i - 1].target.id < values->at[i].target.id,
           "the values of a state are not ascending");
}

struct substitution *symbolic_state_reading(struct symbolic_state *state) {
  if (state->reading)
    return state->reading;
  state->reading = substitution_new(state->program->terms);
  for (uint32_t i = 0; i < state->values.count; i++)
    substitution_set(state->reading,
                     program_term(state->program, state->values.at[i].target),
                     state->values.at[i].value);
  return state->reading;
}

struct term symbolic_state_read(struct symbolic_state *state, struct term t) {
  if (!state->values.count && !state->reading)
    return t;
  return substitution_apply(symbolic_state_reading(state), t);
}

// Addresses are constants of their own.
static void meet_variables(struct symbolic_state *state,
                           const struct symbolic_rules *rules, struct term t) {
  const struct program *program = state->program;
  struct variable_vec variables = {0};
  program_variables_in(program, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++) {
    struct variable variable = variables.at[i];
    if (program_variable(program, variable)->kind != VARIABLE_ADDRESS &&
        !is_at(state, place_of(state, variable), variable))
      symbolic_state_set(state, variable,
                         rules->first(rules->context, variable));
  }
  variable_vec_release(&variables);
}

struct term symbolic_state_evaluate(struct symbolic_state *state,
                                    const struct symbolic_rules *rules,
                                    struct term t) {
  if (rules->first)
    meet_variables(state, rules, t);
  return symbolic_state_read(state, t);
}

// Steps

static bool is_followed(const struct symbolic_rules *rules,
                        struct variable variable) {
  return !rules->relevant || bitset_has(rules->relevant, variable.id);
}

static struct term havocked_value(const struct program *program,
                                  const struct symbolic_rules *rules,
                                  struct variable variable) {
  return rules->havocked ? rules->havocked(rules->context, variable)
                         : term_variable_again(program->terms,
                                               program_term(program, variable));
}

void symbolic_state_apply(struct symbolic_state *before,
                          const struct effect *effect,
                          const struct symbolic_rules *rules,
                          struct symbolic_state *after) {
  struct binding_vec changes = {0};
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    struct binding binding = effect->bindings[i];
    if (!is_followed(rules, binding.target))
      continue;
    binding.value = symbolic_state_evaluate(before, rules, binding.value);
    binding_vec_push(&changes, binding);
  }
  for (uint32_t i = 0; i < changes.count; i++) {
    struct binding change = changes.at[i];
    symbolic_state_set(
        after, change.target,
        rules->assigned
            ? rules->assigned(rules->context, change.target, change.value)
            : change.value);
  }
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (is_followed(rules, effect->havocked[i]))
      symbolic_state_set(
          after, effect->havocked[i],
          havocked_value(before->program, rules, effect->havocked[i]));
  binding_vec_release(&changes);
}

void symbolic_state_compose(struct symbolic_state *before,
                            const struct symbolic_state *change,
                            struct symbolic_state *after) {
  for (uint32_t i = 0; i < change->values.count; i++)
    symbolic_state_set(after, change->values.at[i].target,
                       symbolic_state_read(before, change->values.at[i].value));
}

// Joining

// What the state has for the variable; *place walks along its values.
static struct term value_at(const struct symbolic_state *state, uint32_t *place,
                            struct variable variable) {
  return is_at(state, *place, variable)
             ? state->values.at[(*place)++].value
             : program_term(state->program, variable);
}

static struct variable next_variable(const struct symbolic_state *a,
                                     uint32_t in_a,
                                     const struct symbolic_state *b,
                                     uint32_t in_b) {
  if (in_a == a->values.count)
    return b->values.at[in_b].target;
  struct variable variable = a->values.at[in_a].target;
  return in_b < b->values.count && b->values.at[in_b].target.id < variable.id
             ? b->values.at[in_b].target
             : variable;
}

static struct term new_choice(struct program *program,
                              struct term_vec *choices) {
  struct term choice = term_variable(
      program->terms, intern(program->names, "choice"), sort_bool());
  if (choices)
    term_vec_push(choices, choice);
  return choice;
}

// Two states: the choice, made only if it is needed, takes the first.
static struct symbolic_state join_two(const struct symbolic_state *a,
                                      const struct symbolic_state *b,
                                      struct term_vec *choices) {
  struct term_table *terms = a->program->terms;
  struct symbolic_state joined = {.program = a->program};
  struct term choice = {0};
  uint32_t in_a = 0, in_b = 0;
  while (in_a < a->values.count || in_b < b->values.count) {
    struct variable variable = next_variable(a, in_a, b, in_b);
    struct term x = value_at(a, &in_a, variable);
    struct term y = value_at(b, &in_b, variable);
    if (!term_equal(x, y) && term_is_none(choice))
      choice = new_choice(a->program, choices);
    binding_vec_push(
        &joined.values,
        (struct binding){variable,
                         term_equal(x, y) ? x : term_ite(terms, choice, x, y)});
  }
  joined.condition = term_is_none(choice)
                         ? term_or(terms, a->condition, b->condition)
                         : term_ite(terms, choice, a->condition, b->condition);
  return joined;
}

struct symbolic_state symbolic_state_join(struct symbolic_state *states,
                                          uint32_t count,
                                          struct term_vec *choices) {
  struct symbolic_state joined = states[0];
  for (uint32_t i = 1; i < count; i++) {
    struct symbolic_state next = join_two(&joined, &states[i], choices);
    symbolic_state_release(&joined);
    symbolic_state_release(&states[i]);
    joined = next;
  }
  return joined;
}
