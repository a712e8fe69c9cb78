#include "rank/cycle.h"

#include "term/variables.h"

enum { MOST_CYCLES = 48 };

static struct program *program_of(const struct cycle *cycle) {
  return rounds_program(cycle->rounds);
}

// Making one

static bool is_choice(const struct effects *effects,
                      const struct block_fresh *fresh) {
  return !fresh->edge.id || effects->at[fresh->edge.id].origin == ORIGIN_INPUT;
}

static void instantiate(struct cycle *cycle, uint32_t position, uint32_t cut) {
  const struct blocks *blocks = cycle->rounds->blocks;
  const struct large_block *block = &blocks->at[cut];
  for (uint32_t i = 0; i < block->fresh.count; i++) {
    const struct block_fresh *fresh = &block->fresh.at[i];
    struct term copy =
        term_variable_again(program_of(cycle)->terms, fresh->term);
    substitution_set(symbolic_state_reading(&cycle->after), fresh->term, copy);
    cycle_input_vec_push(
        &cycle->inputs,
        (struct cycle_input){.position = position,
                             .edge = fresh->edge,
                             .variable = fresh->variable,
                             .term = copy,
                             .is_chosen = is_choice(blocks->effects, fresh)});
  }
}

static void take_round(struct cycle *cycle, uint32_t number) {
  const struct round *round = &cycle->rounds->at.at[number];
  struct term_table *terms = program_of(cycle)->terms;
  instantiate(cycle, cycle->taken.count, round->from);
  u32_vec_push(&cycle->taken, number);
  struct symbolic_state after = symbolic_state_copy(&cycle->after);
  after.condition =
      term_and(terms, cycle->after.condition,
               symbolic_state_read(&cycle->after, round->relation));
  symbolic_state_compose(&cycle->after, round->after, &after);
  symbolic_state_release(&cycle->after);
  cycle->after = after;
}

static void add_cycle(const struct rounds *rounds, const struct u32_vec *taken,
                      struct cycle_vec *into) {
  struct cycle cycle = {.rounds = rounds,
                        .head = rounds->at.at[taken->at[0]].from,
                        .after = symbolic_state_new(rounds_program(rounds))};
  for (uint32_t i = 0; i < taken->count; i++)
    take_round(&cycle, taken->at[i]);
  cycle_vec_push(into, cycle);
}

// Sequences of `left` more rounds that lead back.
static void extend(const struct rounds *rounds, struct u32_vec *taken,
                   uint32_t left, struct cycle_vec *into) {
  const struct round *first = &rounds->at.at[taken->at[0]];
  const struct round *last = &rounds->at.at[*u32_vec_last(taken)];
  if (into->count >= MOST_CYCLES)
    return;
  if (!left) {
    if (last->to == first->from)
      add_cycle(rounds, taken, into);
    return;
  }
  for (uint32_t i = 0; i < rounds->at.count; i++) {
    if (rounds->at.at[i].from != last->to ||
        !round_is_in(rounds, i, rounds->group[first->from]))
      continue;
    u32_vec_push(taken, i);
    extend(rounds, taken, left - 1, into);
    taken->count--;
  }
}

void cycles_find(const struct rounds *rounds, uint32_t most,
                 struct cycle_vec *into) {
  struct u32_vec taken = {0};
  for (uint32_t length = 1; length <= most; length++)
    for (uint32_t i = 0; i < rounds->at.count; i++) {
      uint32_t group = rounds->group[rounds->at.at[i].from];
      if (!group || !round_is_in(rounds, i, group))
        continue;
      u32_vec_clear(&taken);
      u32_vec_push(&taken, i);
      extend(rounds, &taken, length - 1, into);
    }
  u32_vec_release(&taken);
}

void cycles_release(struct cycle_vec *cycles) {
  for (uint32_t i = 0; i < cycles->count; i++) {
    u32_vec_release(&cycles->at[i].taken);
    symbolic_state_release(&cycles->at[i].after);
    cycle_input_vec_release(&cycles->at[i].inputs);
  }
  cycle_vec_release(cycles);
}

// What it does

// What is chosen, as in the model.
static struct substitution *choices_of(const struct cycle *cycle,
                                       struct assignment *model) {
  struct term_table *terms = program_of(cycle)->terms;
  struct substitution *known = substitution_new(terms);
  for (uint32_t i = 0; i < cycle->inputs.count && model; i++)
    if (cycle->inputs.at[i].is_chosen)
      substitution_set(
          known, cycle->inputs.at[i].term,
          assignment_constant(model, terms, cycle->inputs.at[i].term));
  return known;
}

void cycle_depends(const struct cycle *cycle, struct assignment *model,
                   struct bitset *variables) {
  const struct program *program = program_of(cycle);
  struct substitution *known = choices_of(cycle, model);
  program_mark_variables(
      program, substitution_apply(known, cycle->after.condition), variables);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = 0; i < cycle->after.values.count; i++) {
      struct binding binding = cycle->after.values.at[i];
      if (bitset_has(variables, binding.target.id))
        is_new |= program_mark_variables(
            program, substitution_apply(known, binding.value), variables);
    }
  }
  substitution_free(known);
}

struct term cycle_repeats(struct cycle *cycle, const struct bitset *variables) {
  const struct program *program = program_of(cycle);
  struct term condition = cycle->after.condition;
  for (uint32_t i = 0; i < cycle->after.values.count; i++) {
    struct binding binding = cycle->after.values.at[i];
    if (bitset_has(variables, binding.target.id))
      condition = term_and(program->terms, condition,
                           term_eq(program->terms,
                                   program_term(program, binding.target),
                                   binding.value));
  }
  return condition;
}

bool cycle_is_certain_of(const struct cycle *cycle, struct term condition,
                         struct assignment *model, struct solver *solver) {
  struct substitution *chosen = choices_of(cycle, model);
  struct term fails =
      term_not(program_of(cycle)->terms, substitution_apply(chosen, condition));
  substitution_free(chosen);
  return solver_check(solver, PURPOSE_OTHER, &fails, 1) == ANSWER_UNSAT;
}

static const struct cycle_input *input_of(const struct cycle *cycle,
                                          struct term variable) {
  for (uint32_t i = 0; i < cycle->inputs.count; i++)
    if (term_equal(cycle->inputs.at[i].term, variable))
      return &cycle->inputs.at[i];
  return NULL;
}

bool cycle_is_certain(const struct cycle *cycle, struct term condition,
                      struct assignment *state, struct assignment *model,
                      struct solver *solver, struct term *excluded) {
  struct term_table *terms = program_of(cycle)->terms;
  struct substitution *known = substitution_new(terms);
  struct term_vec variables = {0};
  term_variables(terms, &condition, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++) {
    const struct cycle_input *input = input_of(cycle, variables.at[i]);
    if (!input || input->is_chosen)
      substitution_set(
          known, variables.at[i],
          assignment_constant(input ? model : state, terms, variables.at[i]));
  }
  struct term fails = term_not(terms, substitution_apply(known, condition));
  bool ok = solver_check(solver, PURPOSE_OTHER, &fails, 1) == ANSWER_UNSAT;
  if (excluded)
    *excluded = fails;
  term_vec_release(&variables);
  substitution_free(known);
  return ok;
}
