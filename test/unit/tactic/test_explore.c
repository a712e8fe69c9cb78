// Exploring against exhaustive exploration: what is found is real, and little
// is missed.
#include "../abstraction/random_graph.h"

#include "refine/path.h"
#include "tactic/explore.h"

struct tally {
  uint32_t violating; // programs
  uint32_t found;
  uint32_t safe;
};

static void check_path(struct automaton *a, struct solver *solver,
                       const struct edge_id_vec *edges) {
  struct path path = {0};
  const struct procedure *f = a->effects->procedure;
  struct location_id at = f->entry;
  for (uint32_t i = 0; i < edges->count; i++) {
    const struct edge *edge = procedure_edge(f, edges->at[i]);
    enum role role = question_role(a->question, edges->at[i]);
    assert_int_equal(edge->from.id, at.id);
    assert_int_equal(role,
                     i + 1 < edges->count ? ROLE_STEP : ROLE_VIOLATES);
    at = edge->to;
  }
  path_execute(&path, a->effects, edges);
  assert_int_equal(path_check(&path, solver, NULL, NULL), ANSWER_SAT);
  path_release(&path);
}

static void check(struct automaton *a, struct tally *tally) {
  struct journey real;
  struct edge_id_vec path = {0};
  struct solver *solver = solver_new(a->fx.program->terms);
  struct explore explore = {
      .question = a->question, .solver = solver, .steps = 2000, .units = 200000};
  journey_all(&real, a);
  bool violates = journey_ends(&real, a, ROLE_VIOLATES);
  bool found = explore_run(&explore, &path);
  if (found) {
    assert_true(violates);
    check_path(a, solver, &path);
  }
  tally->violating += violates;
  tally->safe += !violates;
  tally->found += found;
  edge_id_vec_release(&path);
  journey_release(&real);
  solver_free(solver);
}

static void test_graphs(void **state) {
  (void)state;
  struct tally tally = {0};
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct automaton a;
    graph_init(&a, seed, seed % 4 == 0, false);
    check(&a, &tally);
    automaton_release(&a);
  }
  assert_true(tally.safe > 5 && tally.violating > 10);
  assert_true(10 * tally.found > 9 * tally.violating);
}

static void test_programs(void **state) {
  (void)state;
  struct tally tally = {0};
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct automaton a;
    nest_init(&a, seed, 2 + seed % 2);
    check(&a, &tally);
    automaton_release(&a);
  }
  assert_true(tally.safe > 5 && tally.violating > 10);
  assert_true(10 * tally.found > 9 * tally.violating);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_graphs),
      cmocka_unit_test(test_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
