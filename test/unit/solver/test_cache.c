// One-shot checks and the memory of them.

#include "fixture.h"

static void test_random(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 61);
  for (unsigned round = 0; round < 300; round++) {
    struct term list[] = {small_bool(&f, 3), small_bool(&f, 2),
                          small_bool(&f, 3)};
    assert_int_equal(solver_check(f.solver, PURPOSE_OTHER, list, 3),
                     expected(&f, list, 3));
  }
  fixture_release(&f);
}

// Order, repetition and grouping do not matter; the purpose does not either.
static void test_sets(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 62);
  const struct solver_counts *counts = solver_counts(f.solver);
  struct term less = term_compare(f.terms, OP_ULT, f.x, f.y);
  struct term yes = term_true(f.terms);
  struct term one[] = {less, f.b}, two[] = {f.b, yes, less, f.b};
  struct term both = term_and(f.terms, less, f.b);
  assert_int_equal(solver_check(f.solver, PURPOSE_PROOF, one, 2), ANSWER_SAT);
  assert_int_equal(solver_check(f.solver, PURPOSE_PROOF, two, 4), ANSWER_SAT);
  assert_int_equal(solver_check(f.solver, PURPOSE_OTHER, &both, 1), ANSWER_SAT);
  assert_int_equal(counts->checks[PURPOSE_PROOF], 1);
  assert_int_equal(counts->cached[PURPOSE_PROOF], 1);
  assert_int_equal(counts->checks[PURPOSE_OTHER], 0);
  assert_int_equal(counts->cached[PURPOSE_OTHER], 1);
  assert_int_equal(solver_check(f.solver, PURPOSE_OTHER, one, 1), ANSWER_SAT);
  assert_int_equal(counts->checks[PURPOSE_OTHER], 1);
  fixture_release(&f);
}

static void test_literals(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 63);
  struct term list[] = {f.b, term_false(f.terms), term_true(f.terms)};
  assert_int_equal(solver_check(f.solver, PURPOSE_OTHER, list, 0), ANSWER_SAT);
  assert_int_equal(solver_check(f.solver, PURPOSE_OTHER, list + 2, 1),
                   ANSWER_SAT);
  assert_int_equal(solver_check(f.solver, PURPOSE_OTHER, list, 3),
                   ANSWER_UNSAT);
  assert_int_equal(solver_counts(f.solver)->checks[PURPOSE_OTHER], 0);
  fixture_release(&f);
}

static void test_purpose_names(void **state) {
  (void)state;
  for (int i = 0; i < PURPOSE_COUNT; i++)
    assert_true(strlen(purpose_name((enum purpose)i)) > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_literals),
      cmocka_unit_test(test_purpose_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
