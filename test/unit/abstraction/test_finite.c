// Components that are finite against the system of all their concrete states:
// what is followed value by value is bisimilar to it, and an execution to a
// violation is found exactly if there is one.

#include "concrete_system.h"

#include "abstraction/finite.h"

enum { LENGTH = 6, UNLIMITED = 1000000 };

// ---- Random automata that often are finite ----------------------------------

static struct variable draw_variable(struct automaton *a) {
  return a->variables[random_below(&a->random, a->variable_count)];
}

// Mostly a constant or a copy; the first variable is computed, too.
static struct binding draw_binding(struct automaton *a) {
  struct term_table *terms = a->fx.program->terms;
  struct variable target = draw_variable(a);
  struct term value = value_of(&a->fx, draw_variable(a));
  uint32_t kind = random_below(&a->random, 8);
  if (kind < 3)
    value = automaton_constant(a);
  else if (kind < 5)
    return (struct binding){a->variables[0],
                            term_add(terms, value_of(&a->fx, a->variables[0]),
                                     automaton_constant(a))};
  else if (kind == 5)
    value = term_ite(terms, automaton_condition(a), automaton_constant(a),
                     automaton_constant(a));
  return (struct binding){target, value};
}

static struct operation draw_assign(struct automaton *a) {
  struct binding bindings[2] = {draw_binding(a), draw_binding(a)};
  bool is_one = random_below(&a->random, 2) ||
                variable_equal(bindings[0].target, bindings[1].target);
  return operation_assign(a->fx.program, bindings, is_one ? 1 : 2);
}

// A comparison with a constant, on either side.
static struct term draw_atom(struct automaton *a) {
  static const enum term_op ops[] = {OP_ULT, OP_ULE, OP_SLT, OP_SLE};
  struct term_table *terms = a->fx.program->terms;
  struct term x = value_of(&a->fx, draw_variable(a));
  struct term y = automaton_constant(a);
  uint32_t kind = random_below(&a->random, 6);
  if (kind < 4)
    return random_below(&a->random, 2) ? term_compare(terms, ops[kind], x, y)
                                       : term_compare(terms, ops[kind], y, x);
  return term_eq(terms, x, y);
}

static struct term draw_condition(struct automaton *a) {
  struct term_table *terms = a->fx.program->terms;
  struct term one = draw_atom(a);
  switch (random_below(&a->random, 5)) {
  case 0: return term_and(terms, one, term_not(terms, draw_atom(a)));
  case 1: return term_or(terms, one, draw_atom(a));
  default: return one;
  }
}

static struct operation draw_operation(struct automaton *a) {
  switch (random_below(&a->random, 6)) {
  case 0: return graph_havoc(a);
  case 1: return operation_skip();
  case 2:
  case 3: return draw_assign(a);
  default: return operation_assume(draw_condition(a));
  }
}

static void draw_automaton(struct automaton *a, uint64_t seed) {
  automaton_begin(a, seed, 3);
  struct location_id at[LENGTH] = {a->fx.f->entry};
  for (uint32_t i = 1; i < LENGTH; i++) {
    at[i] = location(&a->fx, 1 + i);
    edge(&a->fx, at[random_below(&a->random, i)], at[i], draw_operation(a));
  }
  for (uint32_t i = 0; i < LENGTH; i++)
    edge(&a->fx, at[random_below(&a->random, LENGTH)],
         at[random_below(&a->random, LENGTH)], draw_operation(a));
  for (uint32_t i = random_below(&a->random, 3); i > 0; i--)
    edge(&a->fx, at[random_below(&a->random, LENGTH)], a->bad,
         operation_assume(draw_condition(a)));
  if (!random_below(&a->random, 3))
    edge(&a->fx, at[random_below(&a->random, LENGTH)], a->fx.f->exit,
         graph_odd(a));
  edge(&a->fx, at[LENGTH - 1], a->fx.f->exit, op_return((struct term){0}));
  automaton_end(a);
}

// ---- The same behaviour -----------------------------------------------------

// Returns whether it is finite. What a component does silently and in one way
// only is left out.
static bool check_lts(uint64_t seed) {
  struct automaton a;
  struct finite finite;
  draw_automaton(&a, seed);
  finite_init(&finite, a.question);
  struct action_table *actions = action_table_new();
  struct action *edges = draw_labels(&a, actions);
  struct action odd = {0};
  if (seed % 2)
    odd = action_intern(actions, "odd");
  struct edge_labels labels = {.edges = edges, .unsupported = odd};
  struct finite_limits limits = {.states = UNLIMITED};
  struct lts *made = finite_lts(&finite, &labels, actions, &limits);
  bool is_finite = made;
  if (is_finite) {
    struct concrete concrete = {&a, edges, odd, false};
    struct lts *expected = concrete_system(&concrete, actions);
    check_relation(expected, made, RELATION_BRANCHING_BISIM);
    lts_free(made);
    lts_free(expected);
  }
  free(edges);
  action_table_free(actions);
  finite_release(&finite);
  automaton_release(&a);
  return is_finite;
}

static void test_bisimilar(void **state) {
  (void)state;
  uint32_t count = 0;
  for (uint64_t seed = 0; seed < 600; seed++)
    count += check_lts(seed);
  assert_true(count > 150 && count < 600);
}

// ---- Executions -------------------------------------------------------------

static bool is_violated(struct automaton *a) {
  struct journey journey;
  journey_all(&journey, a);
  bool found = journey_ends(&journey, a, ROLE_VIOLATES);
  journey_release(&journey);
  return found;
}

// What is found is there; of a finite one all is found.
static void check_find(uint64_t seed, uint32_t *found) {
  struct automaton a;
  struct finite finite;
  draw_automaton(&a, seed);
  finite_init(&finite, a.question);
  struct finite_limits limits = {.states = UNLIMITED};
  struct walk walk = {0};
  bool has_found = finite_find(&finite, &limits, &walk);
  if (has_found) {
    const struct edge *last =
        procedure_edge(a.fx.f, walk.path.at[walk.path.count - 1]);
    assert_int_equal(last->from.id, a.bad.id);
    assert_true(is_violated(&a));
  } else if (check_lts(seed)) {
    assert_false(is_violated(&a));
  }
  *found += has_found;
  walk_release(&walk);
  finite_release(&finite);
  automaton_release(&a);
}

static void test_find(void **state) {
  (void)state;
  uint32_t found = 0;
  for (uint64_t seed = 1000; seed < 1600; seed++)
    check_find(seed, &found);
  assert_true(found > 30 && found < 500);
}

// ---- Limits -----------------------------------------------------------------

static bool always(void *context) {
  (void)context;
  return true;
}

static void test_limits(void **state) {
  (void)state;
  struct automaton a;
  struct finite finite;
  draw_automaton(&a, 0);
  finite_init(&finite, a.question);
  struct action_table *actions = action_table_new();
  struct action *edges = draw_labels(&a, actions);
  struct edge_labels labels = {.edges = edges};
  struct finite_limits few = {.states = 1};
  struct finite_limits short_ = {.states = UNLIMITED, .steps = 1};
  struct finite_limits stopped = {.states = UNLIMITED, .poll = {always, NULL}};
  assert_null(finite_lts(&finite, &labels, actions, &few));
  assert_null(finite_lts(&finite, &labels, actions, &short_));
  assert_null(finite_lts(&finite, &labels, actions, &stopped));
  free(edges);
  action_table_free(actions);
  finite_release(&finite);
  automaton_release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bisimilar),
      cmocka_unit_test(test_find),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
