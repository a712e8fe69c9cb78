#include "tactic/unroll.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"

// The havoc of an edge in a round that started at the cut point. An edge is
// taken at most once in a round.
struct input_key {
  uint32_t round;
  uint32_t cut;
  uint32_t edge;
  uint32_t variable;
};

static uint64_t input_key_hash(struct input_key key) {
  return hash_mix((uint64_t)key.round << 32 | key.edge,
                  (uint64_t)key.cut << 32 | key.variable);
}
static bool input_key_equal(struct input_key a, struct input_key b) {
  return a.round == b.round && a.cut == b.cut && a.edge == b.edge &&
         a.variable == b.variable;
}

MAP_DEFINE(input_map, struct input_key, struct term, input_key_hash,
           input_key_equal);

struct unrolling {
  struct unroll *unroll;
  struct program *program;
  struct term_table *terms;
  struct symbolic_state_vec *now;  // by cut point: none or one
  struct symbolic_state_vec *next; // by cut point: what arrives
  struct term_vec violations;      // conditions of this round
  struct term_vec unmodelled;      // the same for what is not modelled
  struct input_map inputs;
  uint32_t round;
  uint32_t first_term;
  uint64_t first_unit;
  bool has_lost; // something was not modelled, or the solver gave up
};

// An instance of a block: its start is the state, its fresh variables are new.
static void instantiate(struct unrolling *unrolling,
                        struct symbolic_state *state, uint32_t cut) {
  const struct large_block *block = &unrolling->unroll->blocks->at[cut];
  for (uint32_t i = 0; i < block->fresh.count; i++) {
    const struct block_fresh *fresh = &block->fresh.at[i];
    struct term copy = term_variable_again(unrolling->terms, fresh->term);
    substitution_set(symbolic_state_reading(state), fresh->term, copy);
    struct input_key key = {unrolling->round, cut, fresh->edge.id,
                            fresh->variable.id};
    if (fresh->edge.id)
      input_map_put(&unrolling->inputs, key, copy);
  }
}

static void take_ends(struct unrolling *unrolling,
                      const struct large_block *block,
                      struct symbolic_state *state) {
  const struct question *question = unrolling->unroll->blocks->question;
  for (uint32_t i = 0; i < block->ends.count; i++) {
    struct term condition =
        term_and(unrolling->terms, state->condition,
                 symbolic_state_read(state, block->ends.at[i].condition));
    bool is_violation =
        question_role(question, block->ends.at[i].edge) == ROLE_VIOLATES;
    if (!term_is_false(unrolling->terms, condition))
      term_vec_push(is_violation ? &unrolling->violations
                                 : &unrolling->unmodelled,
                    condition);
  }
}

static void take_goal(struct unrolling *unrolling, uint32_t cut,
                      struct symbolic_state *state) {
  struct term goal = unrolling->unroll->goals[cut];
  if (!term_is_none(goal))
    term_vec_push(&unrolling->violations,
                  term_and(unrolling->terms, state->condition,
                           symbolic_state_read(state, goal)));
}

static void take_block(struct unrolling *unrolling, uint32_t cut) {
  const struct large_block *block = &unrolling->unroll->blocks->at[cut];
  struct symbolic_state *state = &unrolling->now[cut].at[0];
  if (unrolling->unroll->goals)
    take_goal(unrolling, cut, state);
  instantiate(unrolling, state, cut);
  if (!unrolling->unroll->goals)
    take_ends(unrolling, block, state);
  for (uint32_t i = 0; i < block->exits.count; i++) {
    const struct block_exit *exit = &block->exits.at[i];
    struct term condition =
        term_and(unrolling->terms, state->condition,
                 symbolic_state_read(state, exit->state.condition));
    if (term_is_false(unrolling->terms, condition))
      continue;
    struct symbolic_state after = symbolic_state_copy(state);
    after.condition = condition;
    symbolic_state_compose(state, &exit->state, &after);
    symbolic_state_vec_push(&unrolling->next[exit->cut], after);
  }
}

// Queries

static enum answer ask(struct unrolling *unrolling, struct term condition,
                       struct assignment *model) {
  if (term_is_false(unrolling->terms, condition))
    return ANSWER_UNSAT;
  if (term_is_true(unrolling->terms, condition) && !model)
    return ANSWER_SAT;
  struct query *query = query_new(unrolling->unroll->solver, PURPOSE_UNROLLING);
  query_assert(query, condition);
  enum answer answer = query_check(query, NULL, 0);
  if (answer == ANSWER_SAT && model)
    query_model(query, model);
  query_free(query);
  if (answer == ANSWER_UNSAT && unrolling->unroll->claims)
    term_vec_push(unrolling->unroll->claims, condition);
  return answer;
}

// The states of the next round, one for each cut point at most.
static bool advance(struct unrolling *unrolling) {
  bool any = false;
  for (uint32_t cut = 0; cut < unrolling->unroll->blocks->count; cut++) {
    struct symbolic_state_vec *now = &unrolling->now[cut],
                              *next = &unrolling->next[cut];
    for (uint32_t i = 0; i < now->count; i++)
      symbolic_state_release(&now->at[i]);
    now->count = 0;
    if (!next->count)
      continue;
    struct symbolic_state joined =
        symbolic_state_join(next->at, next->count, NULL);
    next->count = 0;
    if (ask(unrolling, joined.condition, NULL) == ANSWER_UNSAT) {
      symbolic_state_release(&joined);
      continue;
    }
    symbolic_state_vec_push(now, joined);
    any = true;
  }
  return any;
}

// From a model to the execution

struct recounting {
  struct unrolling *unrolling;
  struct assignment *model;
  uint32_t *cut_of; // by location: index of the cut point + 1
  uint32_t round;   // counts from 1
  uint32_t cut;     // at which it started
  const struct walk *walk;
  uint32_t steps; // before the last round; UINT32_MAX: it was not begun
};

// The term that stands for the input, or none when nothing depends on it.
static struct term input_of(const struct recounting *recounting,
                            struct edge_id edge, struct variable variable) {
  const struct unrolling *unrolling = recounting->unrolling;
  if (!edge.id)
    return program_term(unrolling->program, variable);
  struct input_key key = {recounting->round - 1, recounting->cut, edge.id,
                          variable.id};
  struct term *input = input_map_find(&unrolling->inputs, key);
  return input ? *input : (struct term){0};
}

static u128 recount_value(void *context, struct edge_id edge,
                          struct variable variable) {
  struct recounting *recounting = context;
  struct term input = input_of(recounting, edge, variable);
  return term_is_none(input) ? 0 : term_evaluate(recounting->model, input);
}

static struct term recount_array(void *context, struct edge_id edge,
                                 struct variable variable) {
  struct recounting *recounting = context;
  struct term input = input_of(recounting, edge, variable);
  if (term_is_none(input))
    return input;
  return assignment_constant(recounting->model, recounting->unrolling->terms,
                             input);
}

static void recount_arrive(void *context, struct location_id location,
                           struct assignment *values) {
  struct recounting *recounting = context;
  (void)values;
  if (!recounting->cut_of[location.id])
    return;
  recounting->round++;
  recounting->cut = recounting->cut_of[location.id] - 1;
  if (recounting->round == recounting->unrolling->round + 1)
    recounting->steps = recounting->walk->path.count;
}

// Only what leads to the goal.
static bool cut_walk(const struct recounting *recounting, struct walk *walk) {
  if (recounting->steps == UINT32_MAX)
    return false;
  uint32_t count = 0;
  walk->path.count = recounting->steps;
  for (uint32_t i = 0; i < walk->inputs.count; i++) {
    struct walk_input input = walk->inputs.at[i];
    if (input.step == UINT32_MAX || input.step < recounting->steps)
      walk->inputs.at[count++] = input;
  }
  walk->inputs.count = count;
  return true;
}

static bool recount(struct unrolling *unrolling, struct assignment *model,
                    struct walk *walk) {
  struct blocks *blocks = unrolling->unroll->blocks;
  uint32_t count = blocks->effects->procedure->locations.count;
  struct recounting recounting = {
      .unrolling = unrolling,
      .model = model,
      .walk = walk,
      .steps = UINT32_MAX,
      .cut_of = memory_new_zero(count, sizeof *recounting.cut_of)};
  for (uint32_t i = 0; i < blocks->count; i++)
    recounting.cut_of[blocks->cuts[i].id] = i + 1;
  struct walk_source source = {.value = recount_value,
                               .array = recount_array,
                               .arrive = recount_arrive,
                               .context = &recounting};
  enum walk_outcome outcome =
      walk_run(walk, blocks->question, unrolling->unroll->relevant, &source,
               (unrolling->round + 1) * count);
  free(recounting.cut_of);
  return unrolling->unroll->goals ? cut_walk(&recounting, walk)
                                  : outcome == WALK_VIOLATED;
}

// The loop

static bool is_over_limit(const struct unrolling *unrolling) {
  const struct unroll_limits *limits = &unrolling->unroll->limits;
  return unrolling->round >= limits->rounds ||
         solver_units(unrolling->unroll->solver) - unrolling->first_unit >
             limits->units ||
         term_count(unrolling->terms) - unrolling->first_term > limits->terms ||
         poll_stops(limits->poll);
}

static bool finds_violation(struct unrolling *unrolling, struct walk *walk) {
  struct term any = term_or_all(unrolling->terms, unrolling->violations.at,
                                unrolling->violations.count);
  struct assignment *given = unrolling->unroll->model;
  struct assignment *model = given ? given : assignment_new(unrolling->terms);
  enum answer answer = ask(unrolling, any, model);
  bool found = answer == ANSWER_SAT && recount(unrolling, model, walk);
  unrolling->has_lost |= answer != ANSWER_UNSAT && !found;
  if (!given)
    assignment_free(model);
  struct term lost = term_or_all(unrolling->terms, unrolling->unmodelled.at,
                                 unrolling->unmodelled.count);
  if (!found && ask(unrolling, lost, NULL) != ANSWER_UNSAT)
    unrolling->has_lost = true;
  return found;
}

static enum unroll_outcome loop(struct unrolling *unrolling,
                                struct walk *walk) {
  do {
    if (is_over_limit(unrolling) || unrolling->has_lost)
      return UNROLL_STOPPED;
    unrolling->violations.count = 0;
    unrolling->unmodelled.count = 0;
    for (uint32_t cut = 0; cut < unrolling->unroll->blocks->count; cut++)
      if (unrolling->now[cut].count)
        take_block(unrolling, cut);
    if (finds_violation(unrolling, walk))
      return UNROLL_VIOLATED;
    unrolling->round++;
    unrolling->unroll->rounds = unrolling->round;
  } while (advance(unrolling));
  return unrolling->has_lost ? UNROLL_STOPPED : UNROLL_COVERED;
}

static void release_states(struct symbolic_state_vec *states, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; k < states[i].count; k++)
      symbolic_state_release(&states[i].at[k]);
    symbolic_state_vec_release(&states[i]);
  }
  free(states);
}

enum unroll_outcome unroll_run(struct unroll *unroll, struct walk *walk) {
  struct effects *effects = unroll->blocks->effects;
  uint32_t count = unroll->blocks->count;
  if (!unroll->blocks->is_complete)
    return UNROLL_STOPPED;
  struct unrolling unrolling = {
      .unroll = unroll,
      .program = effects->program,
      .terms = effects->program->terms,
      .now = memory_new_zero(count, sizeof *unrolling.now),
      .next = memory_new_zero(count, sizeof *unrolling.next),
      .first_term = term_count(effects->program->terms),
      .first_unit = solver_units(unroll->solver)};
  symbolic_state_vec_push(&unrolling.now[0],
                          symbolic_state_initial(effects, unroll->relevant));
  enum unroll_outcome outcome = loop(&unrolling, walk);
  release_states(unrolling.now, count);
  release_states(unrolling.next, count);
  term_vec_release(&unrolling.violations);
  term_vec_release(&unrolling.unmodelled);
  input_map_release(&unrolling.inputs);
  return outcome;
}
