// Abstract reachability against the states that can really be reached.

#include "random_automaton.h"

#include "abstraction/reach.h"

struct setting {
  struct automaton a;
  struct predicate_table *table;
  struct precision *precision;
  struct solver *solver;
  struct dd_manager *dd;
  struct transfer *transfer;
  struct reach *reach;
};

// Some of the program's own comparisons, at the places where it makes them.
static void seed_some_guards(struct setting *s, uint32_t percent) {
  for (uint32_t i = 1; i < s->a.fx.f->edges.count; i++)
    if (random_below(&s->a.random, 100) < percent)
      precision_seed(s->precision, s->a.fx.f->edges.at[i].from,
                     s->a.effects->at[i].guard);
}

static void setting_start(struct setting *s, uint32_t percent) {
  s->table = predicate_table_new(s->a.fx.program->terms);
  s->precision = precision_new(s->a.question, s->table);
  seed_some_guards(s, percent);
  precision_infer(s->precision);
  s->solver = solver_new(s->a.fx.program->terms);
  s->dd = dd_manager_new();
  s->transfer =
      transfer_new(s->a.effects, s->table, s->precision, s->solver, s->dd);
  s->reach = reach_new(s->transfer, s->a.question);
}

static void setting_init(struct setting *s, uint64_t seed, uint32_t percent) {
  *s = (struct setting){0};
  automaton_init(&s->a, seed, 2);
  setting_start(s, percent);
}

static void setting_stop(struct setting *s) {
  reach_free(s->reach);
  transfer_free(s->transfer);
  precision_free(s->precision);
  dd_manager_free(s->dd);
  solver_free(s->solver);
  predicate_table_free(s->table);
}

static void setting_release(struct setting *s) {
  setting_stop(s);
  automaton_release(&s->a);
}

// Nothing that can be reached is missing, and no violation is among it.
static void check_safe(struct setting *s, const struct states *reached) {
  const struct procedure *f = s->a.fx.f;
  for (uint32_t l = 1; l < f->locations.count; l++) {
    struct dd set = reach_set(s->reach, (struct location_id){l});
    struct term formula = transfer_formula(s->transfer, set);
    for (uint32_t state = 0; state < automaton_states(&s->a); state++)
      if (reached[l].has[state])
        assert_true(automaton_holds(&s->a, state, formula));
  }
  for (uint32_t i = 1; i < f->edges.count; i++)
    if (f->edges.at[i].op.kind == OPERATION_CALL)
      assert_true(states_empty(&reached[f->edges.at[i].from.id]));
}

// Connected, from the entry to a violation, and possible for the abstraction.
static void check_path(struct setting *s, const bool *is_wanted) {
  const struct edge_id_vec *path = reach_path(s->reach);
  struct location_id here = s->a.fx.f->entry;
  assert_true(path->count > 0);
  for (uint32_t i = 0; i < path->count; i++) {
    const struct edge *taken = procedure_edge(s->a.fx.f, path->at[i]);
    assert_int_equal(taken->from.id, here.id);
    assert_int_equal(question_role(s->a.question, path->at[i]),
                     i + 1 < path->count ? ROLE_STEP : ROLE_VIOLATES);
    here = taken->to;
  }
  struct edge_id last = path->at[path->count - 1];
  assert_true(!is_wanted || is_wanted[last.id]);
  assert_true(reach_follows(s->transfer, s->a.question, path, NULL));
}

static void test_random(void **state) {
  (void)state;
  uint32_t outcomes[3] = {0};
  for (uint64_t seed = 0; seed < 120; seed++) {
    struct setting s;
    setting_init(&s, seed, 10 * (uint32_t)(seed % 8));
    struct states *reached = automaton_reachable(&s.a);
    enum reach_outcome outcome = reach_run(s.reach, NULL, (struct poll){0});
    outcomes[outcome]++;
    if (outcome == REACH_SAFE)
      check_safe(&s, reached);
    else
      check_path(&s, NULL);
    free(reached);
    setting_release(&s);
  }
  assert_in_range(outcomes[REACH_SAFE], 20, 100);
  assert_in_range(outcomes[REACH_VIOLATION], 20, 100);
  assert_int_equal(outcomes[REACH_STOPPED], 0);
}

// Violations that nobody asked about do not count.
static void test_wanted(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 40; seed++) {
    struct setting s;
    setting_init(&s, seed, 20);
    bool *is_wanted = calloc(s.a.fx.f->edges.count, sizeof *is_wanted);
    assert_non_null(is_wanted);
    assert_int_equal(reach_run(s.reach, is_wanted, (struct poll){0}),
                     REACH_SAFE);
    assert_true(reach_states(s.reach) >= 1);
    assert_int_equal(reach_unsupported(s.reach)->count, 0);
    free(is_wanted);
    setting_release(&s);
  }
}

static bool stop_at_zero(void *context) {
  uint32_t *left = context;
  return (*left)-- == 0;
}

static void test_stop(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 3, 20);
  uint32_t left = 1;
  struct poll poll = {.stops = stop_at_zero, .context = &left};
  assert_int_equal(reach_run(s.reach, NULL, poll), REACH_STOPPED);
  setting_release(&s);
}

// What is not modelled is no violation, but it is told.
static void test_unsupported(void **state) {
  (void)state;
  for (int is_reached = 0; is_reached < 2; is_reached++) {
    struct setting s = {0};
    automaton_begin(&s.a, 1, 2);
    struct fixture *fx = &s.a.fx;
    struct location_id odd = location(fx, 2);
    struct term x = value_of(fx, s.a.variables[0]);
    struct term guard = term_eq(fx->program->terms, x,
                                constant(fx, 3, s.a.initial + !is_reached));
    automaton_branch(&s.a, fx->f->entry, odd, fx->f->exit, guard);
    edge(fx, odd, fx->f->exit, operation_unsupported(name_of(fx, "odd")));
    automaton_end(&s.a);
    setting_start(&s, 100);
    assert_int_equal(reach_run(s.reach, NULL, (struct poll){0}), REACH_SAFE);
    assert_int_equal(reach_unsupported(s.reach)->count, is_reached);
    setting_release(&s);
  }
}

// x = 4; then only x == 5 leads to the violation.
static void build_impossible(struct automaton *a) {
  automaton_begin(a, 1, 2);
  struct fixture *fx = &a->fx;
  struct location_id second = location(fx, 2);
  struct term x = value_of(fx, a->variables[0]);
  edge(fx, fx->f->entry, second,
       operation_assign_one(fx->program, a->variables[0], constant(fx, 3, 4)));
  automaton_branch(a, second, a->bad, fx->f->exit,
                   term_eq(fx->program->terms, x, constant(fx, 3, 5)));
  automaton_end(a);
}

// Without predicates the path is found; with them it stops at its second edge.
static void test_follows(void **state) {
  (void)state;
  struct setting s = {0};
  struct edge_id_vec path = {0};
  uint32_t stops_at = 77;
  build_impossible(&s.a);
  setting_start(&s, 0);
  assert_int_equal(reach_run(s.reach, NULL, (struct poll){0}), REACH_VIOLATION);
  for (uint32_t i = 0; i < reach_path(s.reach)->count; i++)
    edge_id_vec_push(&path, reach_path(s.reach)->at[i]);
  assert_int_equal(path.count, 3);
  assert_true(reach_follows(s.transfer, s.a.question, &path, &stops_at));
  assert_int_equal(stops_at, 77);
  setting_stop(&s);
  setting_start(&s, 100);
  assert_int_equal(reach_run(s.reach, NULL, (struct poll){0}), REACH_SAFE);
  assert_false(reach_follows(s.transfer, s.a.question, &path, &stops_at));
  assert_int_equal(stops_at, 1);
  edge_id_vec_release(&path);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),  cmocka_unit_test(test_wanted),
      cmocka_unit_test(test_stop),    cmocka_unit_test(test_unsupported),
      cmocka_unit_test(test_follows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
