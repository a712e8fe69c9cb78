#include "rank/certainty.h"

#include "term/substitute.h"

static const struct walk_input *input_at(const struct certainty *known,
                                         uint32_t step) {
  const struct walk_input_vec *inputs = &known->walk->inputs;
  return known->next < inputs->count && inputs->at[known->next].step == step
             ? &inputs->at[known->next]
             : NULL;
}

// What the walk took at the entry is what it was, but addresses.
static void take_entry(struct certainty *known) {
  struct program *program = known->effects->program;
  const struct walk_input *input;
  while ((input = input_at(known, UINT32_MAX))) {
    if (program_variable(program, input->variable)->kind != VARIABLE_ADDRESS)
      symbolic_state_set(&known->state, input->variable,
                         walk_input_term(program, input));
    known->next++;
  }
}

void certainty_init(struct certainty *known, struct effects *effects,
                    const struct bitset *own, const struct bitset *relevant,
                    const struct walk *walk) {
  *known =
      (struct certainty){.effects = effects,
                         .own = own,
                         .relevant = relevant,
                         .walk = walk,
                         .state = symbolic_state_initial(effects, relevant)};
  take_entry(known);
}

void certainty_release(struct certainty *known) {
  symbolic_state_release(&known->state);
}

static bool is_guess(const struct certainty *known, const struct effect *effect,
                     struct variable variable, bool is_repeated) {
  if (effect->origin == ORIGIN_UNINITIALISED)
    return is_repeated || bitset_has(known->own, variable.id);
  return effect->origin != ORIGIN_INPUT;
}

// Inputs of the step, over the fresh variables that havocs left.
static void take_inputs(struct certainty *known, const struct effect *effect,
                        bool is_repeated) {
  struct program *program = known->effects->program;
  const struct walk_input *input;
  while ((input = input_at(known, known->steps))) {
    if (!is_guess(known, effect, input->variable, is_repeated))
      symbolic_state_set(&known->state, input->variable,
                         walk_input_term(program, input));
    known->next++;
  }
}

// False when it depends on a guess whether the step is taken.
static bool step(struct certainty *known, bool is_repeated) {
  struct effects *effects = known->effects;
  struct edge_id edge = known->walk->path.at[known->steps];
  const struct effect *effect = &effects->at[edge.id];
  struct symbolic_rules rules = {.relevant = known->relevant};
  struct term guard = symbolic_state_read(&known->state, effect->guard);
  symbolic_state_apply(&known->state, effect, &rules, &known->state);
  take_inputs(known, effect, is_repeated);
  known->steps++;
  return term_is_true(effects->program->terms, guard);
}

void certainty_follow(struct certainty *known, uint32_t steps) {
  while (known->steps < steps)
    step(known, false);
}

bool certainty_repeat(struct certainty *known, uint32_t steps) {
  bool is_sure = true;
  while (known->steps < steps && is_sure)
    is_sure = step(known, true);
  return is_sure;
}

// ---- Values -----------------------------------------------------------------

struct write {
  struct term index, value;
};

VEC_DEFINE(write_vec, struct write);

// Before the writes to greater indices, unless it is there: later writes come
// first.
static void insert(const struct term_table *terms, struct write_vec *writes,
                   struct write write) {
  u128 index = term_value(terms, write.index);
  uint32_t place = 0;
  while (place < writes->count &&
         term_value(terms, writes->at[place].index) < index)
    place++;
  if (place < writes->count && term_equal(writes->at[place].index, write.index))
    return;
  write_vec_push(writes, write);
  for (uint32_t i = writes->count - 1; i > place; i--)
    writes->at[i] = writes->at[i - 1];
  writes->at[place] = write;
}

struct term array_in_order(struct term_table *terms, struct term array) {
  struct write_vec writes = {0};
  while (term_op(terms, array) == OP_STORE &&
         term_is_const(terms, term_operand(terms, array, 1))) {
    insert(terms, &writes,
           (struct write){term_operand(terms, array, 1),
                          term_operand(terms, array, 2)});
    array = term_operand(terms, array, 0);
  }
  for (uint32_t i = 0; i < writes.count; i++) {
    struct write write = writes.at[i];
    if (!term_equal(term_select(terms, array, write.index), write.value))
      array = term_store(terms, array, write.index, write.value);
  }
  write_vec_release(&writes);
  return array;
}

struct term certainty_value(struct certainty *known, struct variable variable) {
  struct program *program = known->effects->program;
  struct term value =
      symbolic_state_read(&known->state, program_term(program, variable));
  return sort_is_array(term_sort(program->terms, value))
             ? array_in_order(program->terms, value)
             : value;
}
