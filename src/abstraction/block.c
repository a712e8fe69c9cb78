#include "abstraction/block.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"
#include "program/flow.h"
#include "term/variables.h"

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
  struct symbolic_rules rules;
  struct symbolic_state_vec *waiting; // by location: states that came so far
  uint32_t first_term;                // count of terms when the block began
  struct edge_id edge;                // that is being taken
};

static struct term havocked_value(void *context, struct variable variable) {
  struct building *building = context;
  struct program *program = building->blocks->effects->program;
  struct term fresh =
      term_variable_again(program->terms, program_term(program, variable));
  block_fresh_vec_push(&building->block->fresh,
                       (struct block_fresh){fresh, building->edge, variable});
  return fresh;
}

static void take_edge(struct building *building, struct symbolic_state *state,
                      struct edge_id id) {
  struct effects *effects = building->blocks->effects;
  struct term_table *terms = effects->program->terms;
  const struct effect *effect = &effects->at[id.id];
  enum role role = question_role(building->blocks->question, id);
  if (role == ROLE_ENDS)
    return;
  struct term guard = symbolic_state_read(state, effect->guard);
  struct term condition = term_and(terms, state->condition, guard);
  if (term_is_false(terms, condition))
    return;
  if (role != ROLE_STEP) {
    block_end_vec_push(&building->block->ends,
                       (struct block_end){id, condition});
    return;
  }
  struct symbolic_state next = symbolic_state_copy(state);
  next.condition = condition;
  building->edge = id;
  symbolic_state_apply(state, effect, &building->rules, &next);
  uint32_t to = procedure_edge(effects->procedure, id)->to.id;
  symbolic_state_vec_push(&building->waiting[to], next);
}

static void leave(struct building *building, uint32_t at,
                  struct symbolic_state *state) {
  const struct location *location =
      &building->blocks->effects->procedure->locations.at[at];
  for (uint32_t i = 0; i < location->out_count; i++)
    take_edge(building, state, (struct edge_id){location->first_out + i});
  symbolic_state_release(state);
}

static struct symbolic_state arrive(struct building *building, uint32_t at) {
  struct symbolic_state_vec *waiting = &building->waiting[at];
  struct term_vec choices = {0};
  struct symbolic_state state =
      symbolic_state_join(waiting->at, waiting->count, &choices);
  for (uint32_t i = 0; i < choices.count; i++)
    block_fresh_vec_push(&building->block->fresh,
                         (struct block_fresh){.term = choices.at[i]});
  term_vec_release(&choices);
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
  struct symbolic_state first = symbolic_state_new(blocks->effects->program);
  leave(building, start, &first);
  for (uint32_t place = building->order->place[start] + 1; place < count;
       place++) {
    uint32_t at = building->order->locations[place];
    if (building->cut_of[at] || !building->waiting[at].count)
      continue;
    struct symbolic_state state = arrive(building, at);
    if (!is_too_large(building))
      leave(building, at, &state);
    else
      symbolic_state_release(&state);
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
    const struct symbolic_state *state = &block->exits.at[i].state;
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
      .rules = {.relevant = relevant, .havocked = havocked_value},
      .waiting = memory_new_zero(count, sizeof *building.waiting)};
  building.rules.context = &building;
  for (uint32_t i = 0; i < blocks->count && blocks->is_complete; i++)
    build(&building, i);
  for (uint32_t i = 0; relevant && i < blocks->count; i++)
    check_block(blocks, &blocks->at[i], relevant);
  for (uint32_t i = 0; i < count; i++)
    symbolic_state_vec_release(&building.waiting[i]);
  free(building.waiting);
  free(cut_of);
  flow_order_release(&order);
  return blocks;
}

static void block_release(struct large_block *block) {
  for (uint32_t i = 0; i < block->exits.count; i++)
    symbolic_state_release(&block->exits.at[i].state);
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
