#include "control/steps.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"

static uint32_t thread_of(const struct control_steps *steps,
                          struct variable variable) {
  for (uint32_t i = 0; i < steps->counters->count; i++)
    if (variable_equal(steps->counters->at[i], variable))
      return i;
  return UINT32_MAX;
}

static uint32_t place_of(struct control_steps *steps, uint32_t value) {
  for (uint32_t i = 0; i < steps->values.count; i++)
    if (steps->values.at[i] == value)
      return i;
  return u32_vec_push(&steps->values, value);
}

static struct control_at arrive(struct control_steps *steps, uint32_t thread,
                                uint32_t value) {
  struct control_at at = {thread, place_of(steps, value)};
  bitset_add(&steps->places[thread], at.place);
  return at;
}

// Is the atom about where a thread is?
static bool asks_counter(struct control_steps *steps,
                         const struct program *program, struct term atom,
                         struct control_at *at) {
  const struct term_table *terms = program->terms;
  if (term_op(terms, atom) != OP_EQ ||
      term_op(terms, term_operand(terms, atom, 0)) != OP_VAR)
    return false;
  struct term value = term_operand(terms, atom, 1);
  uint32_t thread = thread_of(
      steps, program_variable_of(program, term_operand(terms, atom, 0)));
  if (thread == UINT32_MAX || !term_is_const(terms, value))
    return false;
  *at = arrive(steps, thread, (uint32_t)term_value(terms, value));
  return true;
}

static bool is_of_turns(const struct program *program, struct term t,
                        const struct bitset *turns) {
  struct bitset used = {0};
  program_mark_variables(program, t, &used);
  bool is_one = false;
  BITSET_EACH (id, &used)
    is_one = is_one || bitset_has(turns, id);
  bitset_release(&used);
  return is_one;
}

// What is left of the guard when nothing is asked of turns. `step` gets what is
// asked of counters.
static struct term split_guard(struct control_steps *steps,
                               const struct program *program,
                               const struct bitset *turns, struct term guard,
                               struct control_step *step) {
  struct term_table *terms = program->terms;
  bool is_and = term_op(terms, guard) == OP_AND;
  uint32_t count = is_and ? term_arity(terms, guard) : 1;
  struct term rest = term_true(terms);
  for (uint32_t i = 0; i < count; i++) {
    struct term conjunct = is_and ? term_operand(terms, guard, i) : guard;
    struct control_at at;
    if (asks_counter(steps, program, conjunct, &at)) {
      CHECK(!step->asks, "an edge asks of two counters");
      step->asks = true;
      step->asked = at;
    } else if (!is_of_turns(program, conjunct, turns)) {
      rest = term_and(terms, rest, conjunct);
    }
  }
  return rest;
}

static void split_bindings(struct control_steps *steps, struct effects *data,
                           const struct bitset *turns, struct effect *effect,
                           struct control_step *step) {
  const struct term_table *terms = data->program->terms;
  struct binding *kept =
      arena_new(&data->arena, effect->binding_count * sizeof *kept);
  uint32_t count = 0;
  step->first_move = steps->moves.count;
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    struct binding binding = effect->bindings[i];
    uint32_t thread = thread_of(steps, binding.target);
    if (thread != UINT32_MAX) {
      CHECK(term_is_const(terms, binding.value),
            "a counter gets something that is no place");
      control_at_vec_push(
          &steps->moves,
          arrive(steps, thread, (uint32_t)term_value(terms, binding.value)));
    } else if (!bitset_has(turns, binding.target.id)) {
      kept[count++] = binding;
    }
  }
  step->move_count = steps->moves.count - step->first_move;
  effect->bindings = kept;
  effect->binding_count = count;
}

static void split_havocs(struct effects *data, const struct bitset *turns,
                         struct effect *effect) {
  struct variable *kept =
      arena_new(&data->arena, effect->havoc_count * sizeof *kept);
  uint32_t count = 0;
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (!bitset_has(turns, effect->havocked[i].id))
      kept[count++] = effect->havocked[i];
  effect->havocked = kept;
  effect->havoc_count = count;
}

static bool is_turn(const struct program *program, struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  return info->is_made &&
         !strcmp(name_text(program->names, info->name), "$next");
}

static void mark_turns(const struct control_steps *steps,
                       const struct program *program, struct bitset *turns) {
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (is_turn(program, (struct variable){i}))
      bitset_add(turns, i);
  for (uint32_t i = 0; i < steps->counters->count; i++)
    bitset_add(turns, steps->counters->at[i].id);
}

static void find_initial(struct control_steps *steps, struct effects *effects) {
  struct term_table *terms = effects->program->terms;
  for (uint32_t i = 0; i < steps->counters->count; i++) {
    struct term value = effects_at_entry(
        effects, program_term(effects->program, steps->counters->at[i]));
    CHECK(term_is_const(terms, value), "a counter starts nowhere");
    u32_vec_push(&steps->initial,
                 arrive(steps, i, (uint32_t)term_value(terms, value)).place);
  }
}

void control_steps_init(struct control_steps *steps,
                        const struct question *question,
                        const struct variable_vec *counters) {
  struct effects *effects = question->effects;
  struct bitset turns = {0};
  *steps = (struct control_steps){.procedure = effects->procedure,
                                  .counters = counters,
                                  .data = effects_derive(effects)};
  steps->places = memory_new_zero(counters->count, sizeof *steps->places);
  mark_turns(steps, effects->program, &turns);
  find_initial(steps, effects);
  control_step_vec_push(&steps->steps, (struct control_step){0});
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    struct control_step step = {0};
    struct effect *effect = &steps->data->at[i];
    effect->guard =
        split_guard(steps, effects->program, &turns, effect->guard, &step);
    split_bindings(steps, steps->data, &turns, effect, &step);
    split_havocs(steps->data, &turns, effect);
    control_step_vec_push(&steps->steps, step);
  }
  steps->data_question = question_about(question, steps->data);
  bitset_release(&turns);
}

void control_steps_release(struct control_steps *steps) {
  question_free(steps->data_question);
  effects_free(steps->data);
  for (uint32_t i = 0; i < steps->counters->count; i++)
    bitset_release(&steps->places[i]);
  free(steps->places);
  control_step_vec_release(&steps->steps);
  control_at_vec_release(&steps->moves);
  u32_vec_release(&steps->values);
  u32_vec_release(&steps->initial);
}

struct term control_is_at(const struct control_steps *steps,
                          struct control_at at) {
  const struct program *program = steps->data->program;
  struct term counter = program_term(program, steps->counters->at[at.thread]);
  return term_eq(program->terms, counter,
                 term_const(program->terms, term_width(program->terms, counter),
                            steps->values.at[at.place]));
}

struct term control_is_in(const struct control_steps *steps, uint32_t thread,
                          const uint32_t *classes, uint32_t number) {
  struct term_table *terms = steps->data->program->terms;
  struct term is_in = term_false(terms);
  BITSET_EACH (place, &steps->places[thread])
    if (classes[place] == number)
      is_in = term_or(terms, is_in,
                      control_is_at(steps, (struct control_at){thread, place}));
  return is_in;
}
