// Substitution and evaluation of large and deep terms; values of arrays. That
// both agree on random terms is in test_random.c.
#include "../unit.h"

#include "term/evaluate.h"
#include "term/substitute.h"

static struct interner *names;
static struct term_table *terms;
static struct term x, y;

static int set_up(void **state) {
  (void)state;
  names = interner_new();
  terms = term_table_new(names);
  x = term_variable(terms, intern(names, "x"), sort_bits(32));
  y = term_variable(terms, intern(names, "y"), sort_bits(32));
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  term_table_free(terms);
  interner_free(names);
  return 0;
}

static struct term k(unsigned value) {
  return term_const(terms, 32, value);
}

static void test_simultaneous(void **state) {
  (void)state;
  struct substitution *s = substitution_new(terms);
  substitution_set(s, x, y);
  substitution_set(s, y, term_add(terms, x, k(1)));
  struct term t = term_compare(terms, OP_SLT, x, y);
  struct term expected =
      term_compare(terms, OP_SLT, y, term_add(terms, x, k(1)));
  assert_true(term_equal(substitution_apply(s, t), expected));
  substitution_set(s, x, k(3));
  expected = term_compare(terms, OP_SLT, k(3), term_add(terms, x, k(1)));
  assert_true(term_equal(substitution_apply(s, t), expected));
  substitution_clear(s);
  assert_true(term_equal(substitution_apply(s, t), t));
  substitution_free(s);
}

// Whole terms are replaced where they occur, and what is made of them folds.
static void test_terms(void **state) {
  (void)state;
  struct substitution *s = substitution_new(terms);
  struct term less = term_compare(terms, OP_SLT, x, y);
  struct term is_three = term_eq(terms, x, k(3));
  struct term both = term_and(terms, less, term_not(terms, is_three));
  substitution_set_term(s, less, term_true(terms));
  assert_true(
      term_equal(substitution_apply(s, both), term_not(terms, is_three)));
  substitution_set_term(s, x, k(3));
  assert_true(term_is_false(terms, substitution_apply(s, both)));
  substitution_clear(s);
  assert_true(term_equal(substitution_apply(s, both), both));
  substitution_free(s);
}

// 2^60 nodes as a tree, some hundreds as a graph.
static struct term shared_term(struct term t) {
  for (unsigned i = 0; i < 60; i++)
    t = term_binary(terms, OP_MUL,
                    term_binary(terms, OP_BVXOR, t, k(i * i + 3)),
                    term_binary(terms, OP_ASHR, t, k(1)));
  return t;
}

static void test_shared(void **state) {
  (void)state;
  struct term t = shared_term(x);
  assert_int_equal(term_tree_size(terms, t), UINT32_MAX);
  struct substitution *s = substitution_new(terms);
  struct assignment *a = assignment_new(terms);
  substitution_set(s, x, term_binary(terms, OP_SREM, y, k(7)));
  uint32_t before = term_count(terms);
  struct term result = substitution_apply(s, t);
  assert_true(term_count(terms) - before < 1000);
  assignment_set(a, y, 100);
  u128 value = term_evaluate(a, result);
  assignment_set(a, x, 2);
  assert_true(term_evaluate(a, t) == value);
  assignment_free(a);
  substitution_free(s);
}

// A million levels, and constants that fold all the way up.
static void test_deep(void **state) {
  (void)state;
  enum { LEVELS = 1000000 };
  struct term t = x;
  uint32_t value = 5;
  for (unsigned i = 0; i < LEVELS; i++) {
    t = term_binary(terms, OP_BVXOR, term_add(terms, t, k(i)), y);
    value = (value + i) ^ 9;
  }
  struct assignment *a = assignment_new(terms);
  assignment_set(a, x, 5);
  assignment_set(a, y, 9);
  assert_true(term_evaluate(a, t) == value);
  assignment_free(a);
  struct substitution *s = substitution_new(terms);
  substitution_set(s, x, k(5));
  substitution_set(s, y, k(9));
  assert_true(term_equal(substitution_apply(s, t), k(value)));
  substitution_free(s);
}

static void test_array_values(void **state) {
  (void)state;
  struct sort sort = sort_array(8, 32);
  struct term a = term_variable(terms, intern(names, "a"), sort);
  struct term b = term_variable(terms, intern(names, "b"), sort);
  struct term i = term_variable(terms, intern(names, "i"), sort_bits(8));
  struct assignment *values = assignment_new(terms);
  struct term read = term_select(terms, a, i), same = term_eq(terms, a, b);
  assert_true(term_evaluate(values, read) == 0);
  assert_true(term_evaluate(values, same) == 1);
  assignment_set_default(values, a, 7);
  assignment_set_element(values, a, 3, 30);
  assignment_set_element(values, a, 3, 31);
  assert_true(term_evaluate(values, read) == 7);
  assignment_set(values, i, 3);
  assert_true(term_evaluate(values, read) == 31);
  assert_true(term_evaluate(values, same) == 0);
  struct term stored = term_store(terms, term_const_array(terms, 8, k(7)), i,
                                  term_select(terms, a, i));
  assert_true(term_evaluate(values, term_eq(terms, stored, a)) == 1);
  // Equal at all indices with different defaults
  for (unsigned index = 0; index < 256; index++)
    assignment_set_element(values, b, index, index == 3 ? 31 : 7);
  assert_true(term_evaluate(values, same) == 1);
  assignment_clear(values);
  assert_true(term_evaluate(values, same) == 1);
  assignment_free(values);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_simultaneous), cmocka_unit_test(test_terms),
      cmocka_unit_test(test_shared),       cmocka_unit_test(test_deep),
      cmocka_unit_test(test_array_values),
  };
  return cmocka_run_group_tests_name("substitute", tests, set_up, tear_down);
}
