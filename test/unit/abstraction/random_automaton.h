// Random automata over two or three 3-bit variables, small enough that all
// their states can be tried. The first variable is a global with an initial
// value, the others are parameters.
#ifndef VOUCH_TEST_ABSTRACTION_RANDOM_AUTOMATON_H
#define VOUCH_TEST_ABSTRACTION_RANDOM_AUTOMATON_H

#include "../program/fixture.h"

#include "abstraction/question.h"
#include "term/evaluate.h"

enum {
  AUTOMATON_WIDTH = 3,
  AUTOMATON_VARIABLES = 3, // at most
  AUTOMATON_STATES = 1 << AUTOMATON_WIDTH * AUTOMATON_VARIABLES,
  AUTOMATON_LENGTH = 7 // locations besides the special ones
};

struct automaton {
  struct fixture fx;
  struct random random;
  struct variable variables[AUTOMATON_VARIABLES];
  uint32_t variable_count;
  u128 initial; // of the first variable
  struct procedure_id error;
  struct location_id bad; // from where the error is called
  struct effects *effects;
  struct question *question; // are errors called?
  struct assignment *values;
};

// A set of states; a state has variable v in its bits from 3 * v on.
struct states {
  bool has[AUTOMATON_STATES];
};

// Building

static inline struct term automaton_pick(struct automaton *a) {
  return value_of(&a->fx,
                  a->variables[random_below(&a->random, a->variable_count)]);
}

static inline struct term automaton_constant(struct automaton *a) {
  return constant(&a->fx, AUTOMATON_WIDTH, random_below(&a->random, 8));
}

static inline struct term automaton_value(struct automaton *a) {
  struct term_table *terms = a->fx.program->terms;
  struct term x = automaton_pick(a);
  switch (random_below(&a->random, 6)) {
  case 0: return automaton_constant(a);
  case 1: return x;
  case 2: return term_add(terms, x, automaton_constant(a));
  case 3: return term_sub(terms, x, automaton_pick(a));
  case 4: return term_binary(terms, OP_BVAND, x, automaton_pick(a));
  default: return term_binary(terms, OP_MUL, x, automaton_constant(a));
  }
}

static inline struct term automaton_atom(struct automaton *a) {
  struct term_table *terms = a->fx.program->terms;
  struct term x = automaton_pick(a);
  struct term y =
      random_below(&a->random, 3) ? automaton_constant(a) : automaton_pick(a);
  switch (random_below(&a->random, 4)) {
  case 0: return term_compare(terms, OP_ULT, x, y);
  case 1: return term_compare(terms, OP_SLE, x, y);
  case 2: return term_compare(terms, OP_ULE, y, x);
  default: return term_eq(terms, x, y);
  }
}

static inline struct term automaton_condition(struct automaton *a) {
  struct term_table *terms = a->fx.program->terms;
  struct term one = automaton_atom(a);
  switch (random_below(&a->random, 5)) {
  case 0: return term_and(terms, one, automaton_atom(a));
  case 1: return term_or(terms, one, automaton_atom(a));
  default: return one;
  }
}

static inline struct operation automaton_assign(struct automaton *a) {
  struct binding bindings[2];
  uint32_t count = 1 + random_below(&a->random, 2);
  for (uint32_t i = 0; i < count; i++)
    bindings[i] = (struct binding){
        a->variables[random_below(&a->random, a->variable_count)],
        automaton_value(a)};
  if (count == 2 && variable_equal(bindings[0].target, bindings[1].target))
    count = 1;
  return operation_assign(a->fx.program, bindings, count);
}

static inline struct operation automaton_havoc(struct automaton *a) {
  struct variable target =
      a->variables[random_below(&a->random, a->variable_count)];
  return operation_havoc(a->fx.program, &target, 1, ORIGIN_INPUT,
                         name_of(&a->fx, "input"));
}

static inline void automaton_branch(struct automaton *a,
                                    struct location_id from,
                                    struct location_id yes,
                                    struct location_id no,
                                    struct term condition) {
  edge(&a->fx, from, yes, operation_assume(condition));
  edge(&a->fx, from, no,
       operation_assume(term_not(a->fx.program->terms, condition)));
}

static inline void automaton_statement(struct automaton *a,
                                       const struct location_id *locations,
                                       uint32_t here) {
  struct location_id from = locations[here], next = locations[here + 1];
  struct location_id other =
      locations[random_below(&a->random, AUTOMATON_LENGTH + 1)];
  switch (random_below(&a->random, 7)) {
  case 0: edge(&a->fx, from, next, automaton_havoc(a)); return;
  case 1:
  case 2:
    automaton_branch(a, from, other, next, automaton_condition(a));
    return;
  case 3:
    automaton_branch(a, from, a->bad, next, automaton_condition(a));
    return;
  default: edge(&a->fx, from, next, automaton_assign(a)); return;
  }
}

static inline bool automaton_is_error(void *context,
                                      const struct program *program,
                                      const struct procedure *callee) {
  (void)context;
  return !strcmp(name_text(program->names, callee->name), "error");
}

static inline void automaton_variables(struct automaton *a) {
  static const char *const names[AUTOMATON_VARIABLES] = {"x", "y", "z"};
  struct ctype type =
      basic_type(&a->fx, CTYPE_INT, "small", AUTOMATON_WIDTH, false);
  for (uint32_t i = 0; i < a->variable_count; i++)
    a->variables[i] = variable(&a->fx, i ? VARIABLE_PARAMETER : VARIABLE_GLOBAL,
                               names[i], type);
  a->initial = random_below(&a->random, 8);
  program_variable(a->fx.program, a->variables[0])->initial =
      constant(&a->fx, AUTOMATON_WIDTH, a->initial);
}

static inline struct operation automaton_call(struct automaton *a) {
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = a->error;
  return call;
}

// An empty procedure with locations `entry`, `exit` and `bad`.
static inline void automaton_begin(struct automaton *a, uint64_t seed,
                                   uint32_t variable_count) {
  *a = (struct automaton){.random = {seed}, .variable_count = variable_count};
  fixture_init(&a->fx);
  struct procedure *error =
      program_add_procedure(a->fx.program, name_of(&a->fx, "error"));
  error->is_noreturn = true;
  a->error = error->self;
  begin(&a->fx, "f", 1);
  automaton_variables(a);
  a->bad = location(&a->fx, 99);
  a->values = assignment_new(a->fx.program->terms);
}

// After the last edge.
static inline void automaton_end(struct automaton *a) {
  struct effect_rules rules = {.starts_program = true};
  struct question_rules asked = {.is_error = automaton_is_error};
  edge(&a->fx, a->bad, a->fx.f->exit, automaton_call(a));
  procedure_seal(a->fx.f);
  a->effects = effects_new(a->fx.program, a->fx.f, &rules);
  a->question = question_new(a->effects, &asked, NULL);
}

static inline void automaton_init(struct automaton *a, uint64_t seed,
                                  uint32_t variable_count) {
  automaton_begin(a, seed, variable_count);
  struct location_id locations[AUTOMATON_LENGTH + 1] = {a->fx.f->entry};
  for (uint32_t i = 1; i <= AUTOMATON_LENGTH; i++)
    locations[i] = location(&a->fx, 1 + i);
  for (uint32_t i = 0; i < AUTOMATON_LENGTH; i++)
    automaton_statement(a, locations, i);
  edge(&a->fx, locations[AUTOMATON_LENGTH], a->fx.f->exit,
       op_return((struct term){0}));
  automaton_end(a);
}

static inline void automaton_release(struct automaton *a) {
  question_free(a->question);
  effects_free(a->effects);
  assignment_free(a->values);
  fixture_release(&a->fx);
}

// Executing

static inline uint32_t automaton_states(const struct automaton *a) {
  return 1u << AUTOMATON_WIDTH * a->variable_count;
}

static inline uint32_t state_value(uint32_t state, uint32_t v) {
  return state >> AUTOMATON_WIDTH * v & 7;
}

static inline uint32_t state_with(uint32_t state, uint32_t v, uint32_t value) {
  uint32_t shift = AUTOMATON_WIDTH * v;
  return (state & ~(7u << shift)) | value << shift;
}

static inline void automaton_assume_state(struct automaton *a, uint32_t state) {
  for (uint32_t i = 0; i < a->variable_count; i++)
    assignment_set(a->values, value_of(&a->fx, a->variables[i]),
                   state_value(state, i));
}

static inline bool automaton_holds(struct automaton *a, uint32_t state,
                                   struct term t) {
  automaton_assume_state(a, state);
  return term_evaluate(a->values, t) != 0;
}

static inline uint32_t automaton_index(const struct automaton *a,
                                       struct variable v) {
  for (uint32_t i = 0; i < a->variable_count; i++)
    if (variable_equal(a->variables[i], v))
      return i;
  fail_msg("a variable of another automaton");
  return 0;
}

static inline uint32_t automaton_assigned(struct automaton *a, uint32_t state,
                                          const struct operation *op) {
  uint32_t result = state;
  automaton_assume_state(a, state);
  for (uint32_t i = 0; i < op->assign.count; i++)
    result = state_with(
        result, automaton_index(a, op->assign.bindings[i].target),
        (uint32_t)term_evaluate(a->values, op->assign.bindings[i].value));
  return result;
}

// Adds the states that the edge leads to. With `ignores_guard` an assumption
// lets everything pass.
static inline void automaton_successors(struct automaton *a, uint32_t state,
                                        const struct edge *taken,
                                        bool ignores_guard,
                                        struct states *into) {
  const struct operation *op = &taken->op;
  switch (op->kind) {
  case OPERATION_ASSIGN:
    into->has[automaton_assigned(a, state, op)] = true;
    return;
  case OPERATION_ASSUME:
    into->has[state] |=
        ignores_guard || automaton_holds(a, state, op->assume.condition);
    return;
  case OPERATION_HAVOC:
    for (uint32_t value = 0; value < 8; value++)
      into->has[state_with(state, automaton_index(a, op->havoc.targets[0]),
                           value)] = true;
    return;
  default: into->has[state] = true; return;
  }
}

static inline void automaton_post(struct automaton *a, const struct states *set,
                                  const struct edge *taken, bool ignores_guard,
                                  struct states *into) {
  *into = (struct states){0};
  for (uint32_t s = 0; s < automaton_states(a); s++)
    if (set->has[s])
      automaton_successors(a, s, taken, ignores_guard, into);
}

static inline struct states automaton_initial(const struct automaton *a) {
  struct states set = {0};
  for (uint32_t s = 0; s < automaton_states(a); s++)
    set.has[s] = state_value(s, 0) == a->initial;
  return set;
}

static inline bool states_empty(const struct states *set) {
  for (uint32_t s = 0; s < AUTOMATON_STATES; s++)
    if (set->has[s])
      return false;
  return true;
}

// Adds what is new; true if there was something.
static inline bool states_add(struct states *to, const struct states *more) {
  bool grew = false;
  for (uint32_t s = 0; s < AUTOMATON_STATES; s++) {
    grew |= more->has[s] && !to->has[s];
    to->has[s] |= more->has[s];
  }
  return grew;
}

// All reachable states, by location; the caller frees them.
static inline struct states *automaton_reachable(struct automaton *a) {
  const struct procedure *f = a->fx.f;
  struct states *reached = calloc(f->locations.count, sizeof *reached);
  assert_non_null(reached);
  reached[f->entry.id] = automaton_initial(a);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 1; i < f->edges.count; i++) {
      struct states next;
      const struct edge *taken = &f->edges.at[i];
      if (taken->op.kind == OPERATION_CALL)
        continue;
      automaton_post(a, &reached[taken->from.id], taken, false, &next);
      again |= states_add(&reached[taken->to.id], &next);
    }
  }
  return reached;
}

#endif
