// The predicate LTS against the system of all concrete states: it simulates it
// whatever the predicates, and is the same when they tell all states apart.

#include "random_automaton.h"

#include "abstraction/predicate_lts.h"
#include "lts/compare.h"

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
  static const char *const names[] = {"tau", "a", "b"};
  *s = (struct setting){.actions = action_table_new()};
  automaton_init(&s->a, seed, 2);
  s->table = predicate_table_new(s->a.fx.program->terms);
  s->precision = precision_new(s->a.effects, s->table);
  seed_values(s, percent);
  precision_infer(s->precision);
  s->solver = solver_new(s->a.fx.program->terms);
  s->dd = dd_manager_new();
  s->transfer =
      transfer_new(s->a.effects, s->table, s->precision, s->solver, s->dd);
  s->labels = calloc(s->a.fx.f->edges.count, sizeof *s->labels);
  for (uint32_t i = 1; i < s->a.fx.f->edges.count; i++) {
    uint32_t kind = random_below(&s->a.random, 4);
    if (kind < 3) // and none, which is tau
      s->labels[i] = action_intern(s->actions, names[kind]);
  }
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

// ---- The concrete system ----------------------------------------------------

static uint32_t number_of(struct setting *s, uint32_t location,
                          uint32_t state) {
  return 1 + location * automaton_states(&s->a) + state;
}

static void add_concrete(struct setting *s, struct lts_builder *builder,
                         uint32_t id, uint32_t state) {
  const struct edge *taken = &s->a.fx.f->edges.at[id];
  struct action action =
      action_is_none(s->labels[id]) ? action_tau : s->labels[id];
  struct states next = {0};
  if (taken->op.kind == OPERATION_CALL)
    return;
  automaton_successors(&s->a, state, taken, false, &next);
  for (uint32_t k = 0; k < automaton_states(&s->a); k++)
    if (next.has[k])
      lts_builder_step(builder, number_of(s, taken->from.id, state), action,
                       number_of(s, taken->to.id, k));
}

static struct lts *concrete_system(struct setting *s) {
  const struct procedure *f = s->a.fx.f;
  struct states initial = automaton_initial(&s->a);
  struct lts_builder builder;
  lts_builder_init(&builder, s->actions);
  lts_builder_states(&builder, number_of(s, f->locations.count, 0));
  for (uint32_t i = 0; i < automaton_states(&s->a); i++) {
    if (initial.has[i])
      lts_builder_step(&builder, 0, action_tau, number_of(s, f->entry.id, i));
    lts_builder_kind(&builder, number_of(s, f->exit.id, i), STATE_STOP);
    for (uint32_t k = 1; k < f->edges.count; k++)
      add_concrete(s, &builder, k, i);
  }
  return lts_builder_finish(&builder);
}

static void check_relation(const struct lts *concrete,
                           const struct lts *abstract,
                           enum lts_relation relation) {
  struct compare_options options = {.relation = relation};
  struct comparison comparison = lts_compare(concrete, abstract, options);
  if (comparison.answer != COMPARE_HOLDS) {
    struct strbuf text = {0};
    comparison_print(&comparison, concrete, abstract, options, &text);
    fail_msg("%s", strbuf_text(&text));
  }
  comparison_release(&comparison);
}

static struct lts *predicate_lts_of(struct setting *s, uint32_t limit) {
  struct predicate_lts_options options = {
      .labels = {.edges = s->labels}, .is_named = true, .limit = limit};
  return predicate_lts_new(s->transfer, s->precision, &options, s->actions);
}

static void check_seed(uint64_t seed, uint32_t percent,
                       enum lts_relation relation) {
  struct setting s;
  setting_init(&s, seed, percent);
  struct lts *concrete = concrete_system(&s);
  struct lts *abstract = predicate_lts_of(&s, 1000000);
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

static void test_limit(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 3, 100);
  assert_null(predicate_lts_of(&s, 2));
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_simulates),
      cmocka_unit_test(test_exact),
      cmocka_unit_test(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
