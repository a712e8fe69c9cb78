// The predicate LTS against the system of all concrete states: it simulates it
// whatever the predicates, and is the same when they tell all states apart. Of
// certain steps alone it is simulated by it.

#include "concrete_system.h"

#include "abstraction/predicate_lts.h"

struct setting {
  struct automaton a;
  struct predicate_table *table;
  struct precision *precision;
  struct solver *solver;
  struct dd_manager *dd;
  struct transfer *transfer;
  struct action_table *actions;
  struct action *labels; // by edge
};

static struct term is_value(struct setting *s, uint32_t v, uint32_t value) {
  return term_eq(s->a.fx.program->terms, value_of(&s->a.fx, s->a.variables[v]),
                 constant(&s->a.fx, AUTOMATON_WIDTH, value));
}

// Some of the comparisons of variables with constants, or all.
static void seed_values(struct setting *s, uint32_t percent) {
  const struct procedure *f = s->a.fx.f;
  for (uint32_t l = 1; l < f->locations.count; l++)
    for (uint32_t v = 0; v < s->a.variable_count; v++)
      for (uint32_t value = 0; value < 8; value++)
        if (random_below(&s->a.random, 100) < percent)
          precision_seed(s->precision, (struct location_id){l},
                         is_value(s, v, value));
}

static void setting_init(struct setting *s, uint64_t seed, uint32_t percent) {
  *s = (struct setting){.actions = action_table_new()};
  automaton_init(&s->a, seed, 2);
  s->table = predicate_table_new(s->a.fx.program->terms);
  s->precision = precision_new(s->a.question, s->table);
  seed_values(s, percent);
  precision_infer(s->precision);
  s->solver = solver_new(s->a.fx.program->terms);
  s->dd = dd_manager_new();
  s->transfer =
      transfer_new(s->a.effects, s->table, s->precision, s->solver, s->dd);
  s->labels = draw_labels(&s->a, s->actions);
}

static void setting_release(struct setting *s) {
  free(s->labels);
  transfer_free(s->transfer);
  dd_manager_free(s->dd);
  solver_free(s->solver);
  precision_free(s->precision);
  predicate_table_free(s->table);
  automaton_release(&s->a);
  action_table_free(s->actions);
}

static struct lts *system_of(struct setting *s) {
  struct concrete concrete = {
      .a = &s->a, .labels = s->labels, .has_kinds = true};
  return concrete_system(&concrete, s->actions);
}

static struct lts *predicate_lts_of(struct setting *s, bool is_certain,
                                    uint32_t limit) {
  struct predicate_lts_options options = {.labels = {.edges = s->labels},
                                          .certain =
                                              is_certain ? s->solver : NULL,
                                          .is_named = true,
                                          .limit = limit};
  return predicate_lts_new(s->a.question, s->transfer, s->precision, &options, s->actions);
}

static void check_seed(uint64_t seed, uint32_t percent,
                       enum lts_relation relation) {
  struct setting s;
  setting_init(&s, seed, percent);
  struct lts *concrete = system_of(&s);
  struct lts *abstract = predicate_lts_of(&s, false, 1000000);
  assert_non_null(abstract);
  check_relation(concrete, abstract, relation);
  lts_free(concrete);
  lts_free(abstract);
  setting_release(&s);
}

static void test_simulates(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 40; seed++)
    check_seed(seed, (uint32_t)(seed % 4) * 8, RELATION_SIM);
}

static void test_exact(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 25; seed++)
    check_seed(seed, 100, RELATION_BISIM);
}

// ---- Steps that are certain (must.h) ----------------------------------------

// Returns their number.
static uint32_t check_certain(uint64_t seed, uint32_t percent) {
  struct setting s;
  setting_init(&s, seed, percent);
  struct lts *concrete = system_of(&s);
  struct lts *certain = predicate_lts_of(&s, true, 1000000);
  struct lts *possible = predicate_lts_of(&s, false, 1000000);
  assert_non_null(certain);
  check_relation(certain, concrete, RELATION_SIM);
  check_relation(certain, possible, RELATION_SIM);
  uint32_t steps = certain->step_count;
  lts_free(concrete);
  lts_free(certain);
  lts_free(possible);
  setting_release(&s);
  return steps;
}

static void test_certain(void **state) {
  (void)state;
  uint32_t steps = 0;
  for (uint64_t seed = 100; seed < 140; seed++)
    steps += check_certain(seed, (uint32_t)(seed % 4) * 16);
  assert_true(steps > 200);
}

static void test_limit(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 3, 100);
  assert_null(predicate_lts_of(&s, false, 2));
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_simulates),
      cmocka_unit_test(test_exact),
      cmocka_unit_test(test_certain),
      cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
