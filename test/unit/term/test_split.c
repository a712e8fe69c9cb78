// Splitting reads after writes, and changing many variables at once, compared
// by evaluation.
#include "../unit.h"

#include "term/evaluate.h"
#include "term/split.h"

enum { ROUNDS = 400, VALUES = 30 };

static struct interner *names;
static struct term_table *terms;
static struct term array, other, indices[3], numbers[3];

static int set_up(void **state) {
  (void)state;
  names = interner_new();
  terms = term_table_new(names);
  struct sort sort = sort_array(8, 8);
  array = term_variable(terms, intern(names, "a"), sort);
  other = term_variable(terms, intern(names, "b"), sort);
  for (int i = 0; i < 3; i++) {
    indices[i] =
        term_variable(terms, intern_format(names, "i%d", i), sort_bits(8));
    numbers[i] =
        term_variable(terms, intern_format(names, "n%d", i), sort_bits(8));
  }
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  term_table_free(terms);
  interner_free(names);
  return 0;
}

static struct term random_index(struct random *random) {
  struct term index = indices[random_below(random, 3)];
  return random_below(random, 3)
             ? index
             : term_add(terms, index,
                        term_const(terms, 8, random_below(random, 3)));
}

static struct term random_value(struct random *random, struct term from) {
  if (random_below(random, 2))
    return numbers[random_below(random, 3)];
  return term_select(terms, from, random_index(random));
}

static struct term random_array(struct random *random) {
  struct term t = random_below(random, 2) ? array : other;
  for (uint32_t n = random_below(random, 4); n > 0; n--)
    t = term_store(terms, t, random_index(random), random_value(random, t));
  return t;
}

static struct term random_condition(struct random *random) {
  static const enum term_op ops[] = {OP_ULT, OP_SLE, OP_EQ};
  struct term result = term_false(terms);
  for (uint32_t n = 1 + random_below(random, 3); n > 0; n--) {
    struct term a =
        term_select(terms, random_array(random), random_index(random));
    struct term b = random_value(random, random_array(random));
    enum term_op op = ops[random_below(random, 3)];
    struct term atom =
        op == OP_EQ ? term_eq(terms, a, b) : term_compare(terms, op, a, b);
    result = random_below(random, 2)
                 ? term_or(terms, result, atom)
                 : term_not(terms, term_or(terms, result, atom));
  }
  return result;
}

static void set_randomly(struct random *random, struct assignment *values) {
  for (int i = 0; i < 3; i++) {
    assignment_set(values, indices[i], random_below(random, 4));
    assignment_set(values, numbers[i], random_below(random, 4));
  }
  assignment_set_default(values, array, random_below(random, 4));
  assignment_set_default(values, other, random_below(random, 4));
  for (unsigned i = 0; i < 3; i++) {
    assignment_set_element(values, array, i, random_below(random, 4));
    assignment_set_element(values, other, i, random_below(random, 4));
  }
}

static bool reads_after_write(struct term t) {
  struct term_vec parts = {0};
  bool found = false;
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    found |= term_op(terms, parts.at[i]) == OP_SELECT &&
             term_op(terms, term_operand(terms, parts.at[i], 0)) == OP_STORE;
  term_vec_release(&parts);
  return found;
}

static void test_same_value(void **state) {
  (void)state;
  struct random random = {7};
  struct assignment *values = assignment_new(terms);
  unsigned split = 0;
  for (int i = 0; i < ROUNDS; i++) {
    struct term t = random_condition(&random);
    struct term result = term_split_selects(terms, t);
    split += reads_after_write(t) && !reads_after_write(result);
    for (int n = 0; n < VALUES; n++) {
      set_randomly(&random, values);
      assert_true(term_evaluate(values, t) == term_evaluate(values, result));
    }
  }
  assert_true(split > ROUNDS / 4);
  assignment_free(values);
}

static void test_shape(void **state) {
  (void)state;
  struct term stored = term_store(terms, array, indices[0], numbers[0]);
  struct term read = term_select(terms, stored, indices[1]);
  struct term five = term_const(terms, 8, 5);
  struct term here = term_eq(terms, indices[0], indices[1]);
  struct term expected = term_or(
      terms, term_and(terms, here, term_eq(terms, numbers[0], five)),
      term_and(terms, term_not(terms, here),
               term_eq(terms, term_select(terms, array, indices[1]), five)));
  struct term result = term_split_selects(terms, term_eq(terms, read, five));
  assert_true(term_equal(result, expected));
  assert_true(term_equal(term_split_selects(terms, here), here));
}

// All values are computed before any variable changes.
static void test_update(void **state) {
  (void)state;
  struct assignment *values = assignment_new(terms);
  struct assignment *taken = assignment_new(terms);
  assignment_set(values, numbers[0], 1);
  assignment_set(values, numbers[1], 2);
  struct term targets[3] = {numbers[0], numbers[1], array};
  struct term sources[3] = {numbers[1], numbers[0],
                            term_store(terms, array, numbers[0], numbers[1])};
  assignment_update(values, targets, sources, 3);
  assert_true(term_evaluate(values, numbers[0]) == 2);
  assert_true(term_evaluate(values, numbers[1]) == 1);
  struct term at_one = term_select(terms, array, term_const(terms, 8, 1));
  assert_true(term_evaluate(values, at_one) == 2);
  assignment_take(taken, other, values, array);
  struct term taken_at_one = term_select(terms, other, term_const(terms, 8, 1));
  assert_true(term_evaluate(taken, taken_at_one) == 2);
  assert_true(term_evaluate(taken, at_one) == 0);
  assignment_free(values);
  assignment_free(taken);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_value),
      cmocka_unit_test(test_shape),
      cmocka_unit_test(test_update),
  };
  return cmocka_run_group_tests_name("split", tests, set_up, tear_down);
}
