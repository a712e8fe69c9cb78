// Resource units: work is counted, and the same work counts the same.

#include "fixture.h"

enum { TRIES = 4 };

// Factors of a product: some work for the solver.
static struct term puzzle(struct fixture *fx, uint64_t product) {
  struct term_table *terms = fx->terms;
  struct term x = term_variable(terms, intern(fx->names, "x"), sort_bits(24));
  struct term y = term_variable(terms, intern(fx->names, "y"), sort_bits(24));
  struct term one = term_const(terms, 24, 1), top = term_const(terms, 24, 4096);
  struct term parts[] = {term_eq(terms, term_binary(terms, OP_MUL, x, y),
                                 term_const(terms, 24, product)),
                         term_compare(terms, OP_ULT, one, x),
                         term_compare(terms, OP_ULT, x, y),
                         term_compare(terms, OP_ULT, y, top)};
  return term_and_all(terms, parts, 4);
}

// What each check takes.
static void measure(uint32_t *units) {
  struct fixture fx;
  fixture_init(&fx, 1);
  uint64_t last = 0;
  for (int i = 0; i < TRIES; i++) {
    struct term t = puzzle(&fx, 1000003u * (uint64_t)(i + 1));
    struct query *query = query_new(fx.solver, PURPOSE_OTHER);
    uint64_t before = solver_units(fx.solver);
    assert_true(before >= last); // of all checks of the solver
    query_assert(query, t);
    assert_int_not_equal(query_check(query, NULL, 0), ANSWER_UNKNOWN);
    last = solver_units(fx.solver);
    units[i] = (uint32_t)(last - before);
    query_free(query);
  }
  fixture_release(&fx);
}

static void test_repeats(void **state) {
  (void)state;
  uint32_t first[TRIES], second[TRIES];
  measure(first);
  measure(second);
  for (int i = 0; i < TRIES; i++) {
    assert_int_equal(first[i], second[i]);
    assert_true(first[i] > 100);
  }
}

// A query that was never asked has the units of those before it, so that a
// difference is what one check took.
static void test_difference(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx, 1);
  struct query *hard = query_new(fx.solver, PURPOSE_OTHER);
  query_assert(hard, puzzle(&fx, 1000003));
  query_check(hard, NULL, 0);
  uint64_t work = solver_units(fx.solver);
  query_free(hard);
  assert_true(work > 1000);
  struct term x = term_variable(fx.terms, intern(fx.names, "x"), sort_bool());
  struct query *easy = query_new(fx.solver, PURPOSE_OTHER);
  uint64_t before = solver_units(fx.solver);
  query_assert(easy, x);
  assert_int_equal(query_check(easy, NULL, 0), ANSWER_SAT);
  assert_true(solver_units(fx.solver) - before < work / 2);
  query_free(easy);
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_repeats),
      cmocka_unit_test(test_difference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
