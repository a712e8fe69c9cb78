// Random automata of two more kinds, and what they really do.
//
// Graphs have any shape: irreducible loops, an entry that is a loop head,
// several edges of a location that are enabled at once, edges that are not
// modelled. Programs are nested loops, mostly of few rounds, with branches,
// inputs and checks.
#ifndef VOUCH_TEST_ABSTRACTION_RANDOM_GRAPH_H
#define VOUCH_TEST_ABSTRACTION_RANDOM_GRAPH_H

#include "random_automaton.h"

#include "abstraction/block.h"
#include "abstraction/walk.h"

enum { GRAPH_LENGTH = 7 }; // locations besides the special ones, at most

static inline struct operation graph_odd(struct automaton *a) {
  return operation_unsupported(name_of(&a->fx, "odd"));
}

// Graphs

static inline struct operation graph_havoc(struct automaton *a) {
  struct variable both[] = {a->variables[0], a->variables[1]};
  if (random_below(&a->random, 4))
    return automaton_havoc(a);
  return operation_havoc(a->fx.program, both, 2, ORIGIN_INPUT,
                         name_of(&a->fx, "input"));
}

// The third variable is computed, but nothing depends on it.
static inline struct operation graph_useless(struct automaton *a) {
  a->variable_count = 3;
  struct operation op =
      random_below(&a->random, 4)
          ? operation_assign_one(a->fx.program, a->variables[2],
                                 automaton_value(a))
          : operation_havoc(a->fx.program, &a->variables[2], 1, ORIGIN_INPUT,
                            name_of(&a->fx, "input"));
  a->variable_count = 2;
  return op;
}

static inline struct operation graph_operation(struct automaton *a,
                                               bool has_useless) {
  switch (random_below(&a->random, 10)) {
  case 0: return graph_havoc(a);
  case 1: return operation_skip();
  case 2:
    if (has_useless)
      return graph_useless(a);
    return operation_skip();
  case 3:
  case 4:
  case 5: return automaton_assign(a);
  default: return operation_assume(automaton_condition(a));
  }
}

static inline void graph_edges(struct automaton *a,
                               const struct location_id *locations,
                               uint32_t length, bool is_acyclic,
                               bool has_useless) {
  for (uint32_t i = 1; i < length; i++)
    edge(&a->fx, locations[random_below(&a->random, i)], locations[i],
         graph_operation(a, has_useless));
  for (uint32_t i = random_below(&a->random, length + 2); i > 0; i--) {
    uint32_t from = random_below(&a->random, length);
    uint32_t to = random_below(&a->random, length);
    if (is_acyclic && from >= to)
      continue;
    edge(&a->fx, locations[from], locations[to],
         graph_operation(a, has_useless));
  }
}

// Up to two checks, and sometimes something that is not modelled.
static inline void graph_ends(struct automaton *a,
                              const struct location_id *locations,
                              uint32_t length) {
  for (uint32_t i = random_below(&a->random, 3); i > 0; i--)
    edge(&a->fx, locations[random_below(&a->random, length)], a->bad,
         operation_assume(automaton_condition(a)));
  if (!random_below(&a->random, 4))
    edge(&a->fx, locations[random_below(&a->random, length)], a->fx.f->exit,
         graph_odd(a));
  edge(&a->fx, locations[length - 1], a->fx.f->exit,
       op_return((struct term){0}));
}

// Two variables, and with `has_useless` a third one that is irrelevant.
static inline void graph_init(struct automaton *a, uint64_t seed,
                              bool is_acyclic, bool has_useless) {
  automaton_begin(a, seed, has_useless ? 3 : 2);
  a->variable_count = 2;
  uint32_t length = 2 + random_below(&a->random, GRAPH_LENGTH - 1);
  struct location_id locations[GRAPH_LENGTH] = {a->fx.f->entry};
  for (uint32_t i = 1; i < length; i++)
    locations[i] = location(&a->fx, 1 + i);
  graph_edges(a, locations, length, is_acyclic, has_useless);
  graph_ends(a, locations, length);
  a->variable_count = has_useless ? 3 : 2;
  automaton_end(a);
}

// Programs of nested loops

static inline bool operation_writes(const struct operation *op,
                                    struct variable v) {
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  bool found = false;
  for (uint32_t i = 0; i < targets.count; i++)
    found |= variable_equal(targets.at[i], v);
  variable_vec_release(&targets);
  return found;
}

// Leaves the counters of the loops around it alone.
static inline struct operation nest_operation(struct automaton *a,
                                              uint32_t depth) {
  for (int i = 0; i < 20; i++) {
    struct operation op =
        random_below(&a->random, 4) ? automaton_assign(a) : automaton_havoc(a);
    bool is_good = true;
    for (uint32_t k = 0; k < depth; k++)
      is_good &= !operation_writes(&op, a->variables[k]);
    if (is_good)
      return op;
  }
  return operation_skip();
}

static inline void nest_sequence(struct automaton *a, struct location_id from,
                                 struct location_id to, uint32_t depth);

// for (v = 0; v < limit; v++) ..., or without the beginning.
static inline void nest_loop(struct automaton *a, struct location_id from,
                             struct location_id to, uint32_t depth) {
  struct fixture *fx = &a->fx;
  struct term_table *terms = fx->program->terms;
  struct term v = value_of(fx, a->variables[depth]);
  struct location_id head = from, body = location(fx, 3);
  struct location_id step = location(fx, 4);
  if (random_below(&a->random, 3)) {
    head = location(fx, 5);
    edge(fx, from, head,
         operation_assign_one(fx->program, a->variables[depth],
                              constant(fx, 3, random_below(&a->random, 3))));
  }
  struct term limit = constant(fx, 3, 1 + random_below(&a->random, 4));
  automaton_branch(a, head, body, to, term_compare(terms, OP_ULT, v, limit));
  nest_sequence(a, body, step, depth + 1);
  edge(fx, step, head,
       operation_assign_one(fx->program, a->variables[depth],
                            term_add(terms, v, constant(fx, 3, 1))));
}

static inline void nest_branch(struct automaton *a, struct location_id from,
                               struct location_id to, uint32_t depth) {
  struct location_id yes = location(&a->fx, 6), no = location(&a->fx, 7);
  automaton_branch(a, from, yes, no, automaton_condition(a));
  edge(&a->fx, yes, to, nest_operation(a, depth));
  edge(&a->fx, no, to, nest_operation(a, depth));
}

static inline void nest_check(struct automaton *a, struct location_id from,
                              struct location_id to) {
  struct location_id odd = location(&a->fx, 8);
  struct term wrong = automaton_condition(a);
  for (uint32_t i = random_below(&a->random, 3); i > 0; i--)
    wrong = term_and(a->fx.program->terms, wrong, automaton_condition(a));
  bool is_odd = !random_below(&a->random, 8);
  automaton_branch(a, from, is_odd ? odd : a->bad, to, wrong);
  if (is_odd)
    edge(&a->fx, odd, to, graph_odd(a));
}

static inline void nest_statement(struct automaton *a, struct location_id from,
                                  struct location_id to, uint32_t depth) {
  uint32_t which = random_below(&a->random, 8);
  if (which < 3 && depth + 1 < a->variable_count)
    nest_loop(a, from, to, depth);
  else if (which < 5)
    nest_branch(a, from, to, depth);
  else if (which < 6)
    nest_check(a, from, to);
  else
    edge(&a->fx, from, to, nest_operation(a, depth));
}

static inline void nest_sequence(struct automaton *a, struct location_id from,
                                 struct location_id to, uint32_t depth) {
  for (uint32_t i = random_below(&a->random, depth ? 2 : 4); i > 0; i--) {
    struct location_id next = location(&a->fx, 9);
    nest_statement(a, from, next, depth);
    from = next;
  }
  nest_statement(a, from, to, depth);
}

static inline void nest_init(struct automaton *a, uint64_t seed,
                             uint32_t variable_count) {
  automaton_begin(a, seed, variable_count);
  struct location_id last = location(&a->fx, 2), end = location(&a->fx, 10);
  nest_sequence(a, a->fx.f->entry, last, 0);
  nest_check(a, last, end);
  edge(&a->fx, end, a->fx.f->exit, op_return((struct term){0}));
  automaton_end(a);
}

// Executing, by the operations

static inline void graph_havocs(struct automaton *a, uint32_t state,
                                const struct operation *op, uint32_t which,
                                struct states *into) {
  if (which == op->havoc.count) {
    into->has[state] = true;
    return;
  }
  uint32_t v = automaton_index(a, op->havoc.targets[which]);
  for (uint32_t value = 0; value < 8; value++)
    graph_havocs(a, state_with(state, v, value), op, which + 1, into);
}

static inline void graph_successors(struct automaton *a, uint32_t state,
                                    const struct edge *taken,
                                    struct states *into) {
  if (taken->op.kind == OPERATION_HAVOC)
    graph_havocs(a, state, &taken->op, 0, into);
  else
    automaton_successors(a, state, taken, false, into);
}

static inline bool graph_goes_on(const struct edge *taken) {
  return taken->op.kind != OPERATION_CALL &&
         taken->op.kind != OPERATION_UNSUPPORTED;
}

// What a procedure can do from some state on. By location: the states met; by
// edge: it is met and ends there, as a violation or as not modelled.
struct journey {
  struct states *at;
  bool *ends;
};

static inline void journey_init(struct journey *j, const struct automaton *a) {
  j->at = calloc(a->fx.f->locations.count, sizeof *j->at);
  j->ends = calloc(a->fx.f->edges.count, sizeof *j->ends);
  assert_non_null(j->at);
  assert_non_null(j->ends);
}

static inline void journey_release(struct journey *j) {
  free(j->at);
  free(j->ends);
}

// All edges of a location, from one state.
static inline bool journey_leave(struct journey *j, struct automaton *a,
                                 uint32_t location, uint32_t state) {
  const struct procedure *f = a->fx.f;
  const struct location *from = &f->locations.at[location];
  bool grew = false;
  for (uint32_t i = 0; i < from->out_count; i++) {
    uint32_t edge = from->first_out + i;
    const struct edge *taken = &f->edges.at[edge];
    struct states next = {0};
    if (!graph_goes_on(taken)) {
      j->ends[edge] = true;
      continue;
    }
    graph_successors(a, state, taken, &next);
    grew |= states_add(&j->at[taken->to.id], &next);
  }
  return grew;
}

// Goes on from everything met, cut points (may be null) aside.
static inline void journey_go(struct journey *j, struct automaton *a,
                              const bool *is_cut) {
  uint32_t count = a->fx.f->locations.count;
  struct states *done = calloc(count, sizeof *done);
  assert_non_null(done);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t l = 1; l < count; l++)
      for (uint32_t s = 0; s < automaton_states(a); s++) {
        if ((is_cut && is_cut[l]) || !j->at[l].has[s] || done[l].has[s])
          continue;
        done[l].has[s] = true;
        again |= journey_leave(j, a, l, s);
      }
  }
  free(done);
}

// Everything that can be reached.
static inline void journey_all(struct journey *j, struct automaton *a) {
  journey_init(j, a);
  j->at[a->fx.f->entry.id] = automaton_initial(a);
  journey_go(j, a, NULL);
}

// What a block can reach from a state at its start.
static inline void journey_block(struct journey *j, struct automaton *a,
                                 const bool *is_cut, uint32_t start,
                                 uint32_t state) {
  journey_init(j, a);
  journey_leave(j, a, start, state);
  journey_go(j, a, is_cut);
}

static inline bool journey_ends(const struct journey *j,
                                const struct automaton *a,
                                enum role role) {
  for (uint32_t i = 1; i < a->fx.f->edges.count; i++)
    if (j->ends[i] && a->question->roles[i] == role)
      return true;
  return false;
}

static inline bool *cut_flags(const struct blocks *blocks) {
  bool *is_cut = calloc(blocks->effects->procedure->locations.count, 1);
  assert_non_null(is_cut);
  for (uint32_t i = 0; i < blocks->count; i++)
    is_cut[blocks->cuts[i].id] = true;
  return is_cut;
}

// Walks

static inline uint32_t walk_value(const struct walk *walk, uint32_t step,
                                  struct variable variable) {
  for (uint32_t i = 0; i < walk->inputs.count; i++)
    if (walk->inputs.at[i].step == step &&
        variable_equal(walk->inputs.at[i].variable, variable)) {
      assert_in_range(walk->inputs.at[i].value, 0, 7);
      return (uint32_t)walk->inputs.at[i].value;
    }
  fail_msg("an input of step %u is missing", step);
  return 0;
}

static inline uint32_t walk_step(struct automaton *a, const struct walk *walk,
                                 uint32_t step, const struct edge *taken,
                                 uint32_t state) {
  const struct operation *op = &taken->op;
  struct states next = {0};
  if (op->kind == OPERATION_ASSIGN)
    return automaton_assigned(a, state, op);
  for (uint32_t i = 0; op->kind == OPERATION_HAVOC && i < op->havoc.count; i++)
    state = state_with(state, automaton_index(a, op->havoc.targets[i]),
                       walk_value(walk, step, op->havoc.targets[i]));
  if (op->kind != OPERATION_HAVOC) {
    automaton_successors(a, state, taken, false, &next);
    assert_true(next.has[state]);
  }
  return state;
}

// Does the automaton really go that way with these inputs? The state before the
// last edge.
static inline uint32_t check_walk(struct automaton *a,
                                  const struct walk *walk) {
  struct location_id here = a->fx.f->entry;
  uint32_t state = state_with(0, 0, (uint32_t)a->initial);
  for (uint32_t v = 1; v < a->variable_count; v++)
    state = state_with(state, v, walk_value(walk, UINT32_MAX, a->variables[v]));
  assert_true(walk->path.count > 0);
  for (uint32_t i = 0; i < walk->path.count; i++) {
    const struct edge *taken = procedure_edge(a->fx.f, walk->path.at[i]);
    assert_int_equal(taken->from.id, here.id);
    here = taken->to;
    if (i + 1 == walk->path.count)
      break;
    assert_true(graph_goes_on(taken));
    state = walk_step(a, walk, i, taken, state);
  }
  return state;
}

static inline void check_violation(struct automaton *a,
                                   const struct walk *walk) {
  check_walk(a, walk);
  struct edge_id last = walk->path.at[walk->path.count - 1];
  assert_int_equal(question_role(a->question, last), ROLE_VIOLATES);
}

#endif
