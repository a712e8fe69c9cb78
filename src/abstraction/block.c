#include "abstraction/block.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"
#include "program/flow.h"
#include "term/variables.h"

VEC_DEFINE(block_state_vec, struct block_state);

void block_state_release(struct block_state *state) {
  binding_vec_release(&state->values);
}

struct substitution *block_state_substitution(struct program *program,
                                              const struct block_state *state) {
  struct substitution *substitution = substitution_new(program->terms);
  for (uint32_t i = 0; i < state->values.count; i++)
    substitution_set(substitution,
                     program_term(program, state->values.at[i].target),
                     state->values.at[i].value);
  return substitution;
}

struct block_state block_initial(struct effects *effects,
                                 const struct bitset *relevant) {
  struct program *program = effects->program;
  struct block_state state = {.condition = term_true(program->terms)};
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct term t = program->variables.at[i].term;
    if (relevant && !bitset_has(relevant, i))
      continue;
    struct term value = effects_at_entry(effects, t);
    if (!term_equal(value, t))
      binding_vec_push(&state.values,
                       (struct binding){(struct variable){i}, value});
  }
  return state;
}

// Joining

static struct term fresh_choice(struct program *program,
                                struct block_fresh_vec *fresh) {
  struct term choice = term_variable(
      program->terms, intern(program->names, "choice"), sort_bool());
  block_fresh_vec_push(fresh, (struct block_fresh){.term = choice});
  return choice;
}

// The variables that some state changes, ascending, with no values yet.
static void collect_variables(const struct block_state *states, uint32_t count,
                              struct binding_vec *into) {
  uint32_t *next = memory_new_zero(count, sizeof *next);
  for (;;) {
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
      if (next[i] < states[i].values.count &&
          states[i].values.at[next[i]].target.id < least)
        least = states[i].values.at[next[i]].target.id;
    if (least == UINT32_MAX)
      break;
    for (uint32_t i = 0; i < count; i++)
      if (next[i] < states[i].values.count &&
          states[i].values.at[next[i]].target.id == least)
        next[i]++;
    binding_vec_push(into, (struct binding){.target = {least}});
  }
  free(next);
}

// What the state has for a variable; *place walks along its values.
static struct term value_in(const struct program *program,
                            const struct block_state *state, uint32_t *place,
                            struct variable variable) {
  if (*place < state->values.count &&
      variable_equal(state->values.at[*place].target, variable))
    return state->values.at[(*place)++].value;
  return program_term(program, variable);
}

// Two states: `choice` takes the first. The choice is made only if it is
// needed.
static struct block_state join_two(struct program *program,
                                   const struct block_state *a,
                                   const struct block_state *b,
                                   struct block_fresh_vec *fresh) {
  struct term_table *terms = program->terms;
  struct block_state joined = {0};
  struct block_state both[] = {*a, *b};
  collect_variables(both, 2, &joined.values);
  struct term choice = {0};
  uint32_t in_a = 0, in_b = 0;
  for (uint32_t i = 0; i < joined.values.count; i++) {
    struct binding *binding = &joined.values.at[i];
    struct term x = value_in(program, a, &in_a, binding->target);
    struct term y = value_in(program, b, &in_b, binding->target);
    if (!term_equal(x, y) && term_is_none(choice))
      choice = fresh_choice(program, fresh);
    binding->value = term_equal(x, y) ? x : term_ite(terms, choice, x, y);
  }
  joined.condition = term_is_none(choice)
                         ? term_or(terms, a->condition, b->condition)
                         : term_ite(terms, choice, a->condition, b->condition);
  return joined;
}

struct block_state block_join(struct program *program,
                              struct block_state *states, uint32_t count,
                              struct block_fresh_vec *fresh) {
  struct block_state joined = states[0];
  for (uint32_t i = 1; i < count; i++) {
    struct block_state next = join_two(program, &joined, &states[i], fresh);
    block_state_release(&joined);
    block_state_release(&states[i]);
    joined = next;
  }
  return joined;
}

static bool is_step(const void *context, uint32_t edge) {
  const struct question *question = context;
  return question->roles[edge] == ROLE_STEP;
}

// One block

struct building {
  struct blocks *blocks;
  struct large_block *block;
  const struct flow_order *order;
  const uint32_t *cut_of; // by location: index of the cut point + 1
  const struct bitset *relevant;
  struct block_state_vec *waiting; // by location: states that came so far
  uint32_t first_term;             // count of terms when the block began
};

static struct block_state copy_state(const struct block_state *state) {
  struct block_state copy = {.condition = state->condition};
  binding_vec_append(&copy.values, state->values.at, state->values.count);
  return copy;
}

// Sets a value, keeping the order.
static void state_set(struct block_state *state, struct binding binding) {
  struct binding_vec *values = &state->values;
  uint32_t low = 0, high = values->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (values->at[middle].target.id < binding.target.id)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < values->count &&
      variable_equal(values->at[low].target, binding.target)) {
    values->at[low] = binding;
    return;
  }
  binding_vec_push(values, binding);
  memmove(values->at + low + 1, values->at + low,
          (values->count - 1 - low) * sizeof *values->at);
  values->at[low] = binding;
  for (uint32_t i = 1; i < values->count; i++)
    DCHECK(values->at[i - 1].target.id < values->at[i].target.id,
           "the values of a state are not ascending");
}

static bool is_followed(const struct building *building,
                        struct variable variable) {
  return !building->relevant || bitset_has(building->relevant, variable.id);
}

static struct term havocked_value(struct building *building,
                                  struct edge_id edge,
                                  struct variable variable) {
  struct program *program = building->blocks->effects->program;
  struct term t = program_term(program, variable);
  struct term fresh =
      term_variable(program->terms, term_variable_name(program->terms, t),
                    term_sort(program->terms, t));
  block_fresh_vec_push(&building->block->fresh,
                       (struct block_fresh){fresh, edge, variable});
  return fresh;
}

static void apply_effect(struct building *building, struct edge_id id,
                         struct substitution *substitution,
                         struct block_state *state) {
  const struct effect *effect = &building->blocks->effects->at[id.id];
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    struct binding binding = effect->bindings[i];
    if (!is_followed(building, binding.target))
      continue;
    binding.value = substitution_apply(substitution, binding.value);
    state_set(state, binding);
  }
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    if (is_followed(building, effect->havocked[i]))
      state_set(state, (struct binding){
                           effect->havocked[i],
                           havocked_value(building, id, effect->havocked[i])});
}

static void take_edge(struct building *building,
                      const struct block_state *state,
                      struct substitution *substitution, struct edge_id id) {
  struct effects *effects = building->blocks->effects;
  struct term_table *terms = effects->program->terms;
  const struct effect *effect = &effects->at[id.id];
  enum role role = question_role(building->blocks->question, id);
  if (role == ROLE_ENDS)
    return;
  struct term guard = substitution_apply(substitution, effect->guard);
  struct term condition = term_and(terms, state->condition, guard);
  if (term_is_false(terms, condition))
    return;
  if (role != ROLE_STEP) {
    block_end_vec_push(&building->block->ends,
                       (struct block_end){id, condition});
    return;
  }
  struct block_state next = copy_state(state);
  next.condition = condition;
  apply_effect(building, id, substitution, &next);
  uint32_t to = procedure_edge(effects->procedure, id)->to.id;
  block_state_vec_push(&building->waiting[to], next);
}

static void leave(struct building *building, uint32_t at,
                  const struct block_state *state) {
  struct effects *effects = building->blocks->effects;
  const struct location *location = &effects->procedure->locations.at[at];
  struct substitution *substitution =
      block_state_substitution(effects->program, state);
  for (uint32_t i = 0; i < location->out_count; i++)
    take_edge(building, state, substitution,
              (struct edge_id){location->first_out + i});
  substitution_free(substitution);
}

static struct block_state arrive(struct building *building, uint32_t at) {
  struct block_state_vec *waiting = &building->waiting[at];
  struct block_state state =
      block_join(building->blocks->effects->program, waiting->at,
                 waiting->count, &building->block->fresh);
  waiting->count = 0;
  return state;
}

static bool is_too_large(const struct building *building) {
  return term_count(building->blocks->effects->program->terms) -
             building->first_term >
         BLOCK_TERMS;
}

static void take_exits(struct building *building) {
  struct blocks *blocks = building->blocks;
  for (uint32_t cut = 0; cut < blocks->count; cut++)
    if (building->waiting[blocks->cuts[cut].id].count)
      block_exit_vec_push(
          &building->block->exits,
          (struct block_exit){cut, arrive(building, blocks->cuts[cut].id)});
}

// Places ascend along all edges that do not enter a cut point, so every state
// has arrived when its location is left.
static void build(struct building *building, uint32_t cut) {
  struct blocks *blocks = building->blocks;
  struct term_table *terms = blocks->effects->program->terms;
  uint32_t count = blocks->effects->procedure->locations.count;
  uint32_t start = blocks->cuts[cut].id;
  building->block = &blocks->at[cut];
  building->first_term = term_count(terms);
  struct block_state first = {.condition = term_true(terms)};
  leave(building, start, &first);
  for (uint32_t place = building->order->place[start] + 1; place < count;
       place++) {
    uint32_t at = building->order->locations[place];
    if (building->cut_of[at] || !building->waiting[at].count)
      continue;
    struct block_state state = arrive(building, at);
    if (!is_too_large(building))
      leave(building, at, &state);
    block_state_release(&state);
  }
  take_exits(building);
  if (is_too_large(building))
    blocks->is_complete = false;
}

static void number_cuts(struct blocks *blocks, struct flow_order *order,
                        uint32_t *cut_of) {
  const struct procedure *procedure = blocks->effects->procedure;
  uint32_t count = procedure->locations.count;
  blocks->cuts = memory_new_zero(count, sizeof *blocks->cuts);
  bitset_add(&order->heads, procedure->entry.id);
  for (uint32_t place = 0; place < count; place++) {
    uint32_t location = order->locations[place];
    if (!location || !bitset_has(&order->heads, location))
      continue;
    blocks->cuts[blocks->count++].id = location;
    cut_of[location] = blocks->count;
  }
}

// What a block depends on must have been followed: otherwise it would be taken
// as unchanging. The slice promises that.
static void check_followed(const struct blocks *blocks, struct term t,
                           const struct bitset *relevant) {
  const struct program *program = blocks->effects->program;
  struct term_vec parts = {0};
  term_variables(program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    struct variable variable = program_variable_of(program, parts.at[i]);
    CHECK(variable_is_none(variable) ||
              program_variable(program, variable)->kind == VARIABLE_ADDRESS ||
              bitset_has(relevant, variable.id),
          "a block depends on a variable that is not relevant");
  }
  term_vec_release(&parts);
}

static void check_block(const struct blocks *blocks,
                        const struct large_block *block,
                        const struct bitset *relevant) {
  for (uint32_t i = 0; i < block->ends.count; i++)
    check_followed(blocks, block->ends.at[i].condition, relevant);
  for (uint32_t i = 0; i < block->exits.count; i++) {
    const struct block_state *state = &block->exits.at[i].state;
    check_followed(blocks, state->condition, relevant);
    for (uint32_t k = 0; k < state->values.count; k++)
      check_followed(blocks, state->values.at[k].value, relevant);
  }
}

struct blocks *blocks_new(const struct question *question,
                          const struct bitset *relevant) {
  struct blocks *blocks = memory_new_zero(1, sizeof *blocks);
  struct effects *effects = question->effects;
  uint32_t count = effects->procedure->locations.count;
  *blocks = (struct blocks){
      .question = question, .effects = effects, .is_complete = true};
  struct flow_order order;
  uint32_t *cut_of = memory_new_zero(count, sizeof *cut_of);
  flow_order_init(&order, effects->procedure, is_step, question);
  number_cuts(blocks, &order, cut_of);
  blocks->at = memory_new_zero(blocks->count, sizeof *blocks->at);
  struct building building = {
      .blocks = blocks,
      .order = &order,
      .cut_of = cut_of,
      .relevant = relevant,
      .waiting = memory_new_zero(count, sizeof *building.waiting)};
  for (uint32_t i = 0; i < blocks->count && blocks->is_complete; i++)
    build(&building, i);
  for (uint32_t i = 0; relevant && i < blocks->count; i++)
    check_block(blocks, &blocks->at[i], relevant);
  for (uint32_t i = 0; i < count; i++)
    block_state_vec_release(&building.waiting[i]);
  free(building.waiting);
  free(cut_of);
  flow_order_release(&order);
  return blocks;
}

static void block_release(struct large_block *block) {
  for (uint32_t i = 0; i < block->exits.count; i++)
    block_state_release(&block->exits.at[i].state);
  block_exit_vec_release(&block->exits);
  block_end_vec_release(&block->ends);
  block_fresh_vec_release(&block->fresh);
}

void blocks_free(struct blocks *blocks) {
  for (uint32_t i = 0; i < blocks->count; i++)
    block_release(&blocks->at[i]);
  free(blocks->at);
  free(blocks->cuts);
  free(blocks);
}
