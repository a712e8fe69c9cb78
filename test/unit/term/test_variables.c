// The variables of terms.
#include "../unit.h"

#include "term/variables.h"

static struct interner *names;
static struct term_table *terms;
static struct term x, y, z;

static int set_up(void **state) {
  (void)state;
  names = interner_new();
  terms = term_table_new(names);
  x = term_variable(terms, intern(names, "x"), sort_bits(8));
  y = term_variable(terms, intern(names, "y"), sort_bits(8));
  z = term_variable(terms, intern(names, "z"), sort_bits(8));
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  term_table_free(terms);
  interner_free(names);
  return 0;
}

static void test_variables(void **state) {
  (void)state;
  struct term product = term_binary(terms, OP_MUL, x, y);
  struct term roots[] = {term_add(terms, product, x), product};
  struct term_vec found = {0};
  term_vec_push(&found, product);
  term_variables(terms, roots, 2, &found);
  assert_int_equal(found.count, 3);
  assert_true(term_equal(found.at[0], product));
  assert_true(term_equal(found.at[1], x));
  assert_true(term_equal(found.at[2], y));
  assert_true(term_vec_has(&found, y));
  assert_false(term_vec_has(&found, z));
  term_vec_release(&found);
}

static void test_mentions(void **state) {
  (void)state;
  struct term product = term_binary(terms, OP_MUL, x, y);
  struct term sum = term_add(terms, product, z);
  assert_true(term_mentions(terms, sum, product));
  assert_true(term_mentions(terms, sum, sum));
  assert_false(term_mentions(terms, product, z));
}

static void test_share(void **state) {
  (void)state;
  struct term one = term_const(terms, 8, 1);
  struct term a = term_add(terms, x, one), b = term_add(terms, y, one);
  assert_false(term_share_variable(terms, a, b));
  assert_true(term_share_variable(terms, a, term_binary(terms, OP_MUL, x, y)));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_variables),
                                     cmocka_unit_test(test_mentions),
                                     cmocka_unit_test(test_share)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
