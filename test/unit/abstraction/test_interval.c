// Comparisons of one variable with constants, against all of its values.

#include "../unit.h"

#include "abstraction/answers.h"
#include "abstraction/interval.h"

enum { MOST_TERMS = 4, MOST_CONSTRAINTS = 3 };

struct setting {
  struct random random;
  struct interner *names;
  struct term_table *terms;
  struct solver *solver;
  struct answers *answers;
  struct assignment *values;
  unsigned width;
  struct term x, y;
};

static void setting_init(struct setting *s, uint64_t seed, unsigned width) {
  *s = (struct setting){.random = {seed}, .width = width};
  s->names = interner_new();
  s->terms = term_table_new(s->names);
  s->solver = solver_new(s->terms);
  s->answers = answers_new(s->solver, s->terms);
  s->values = assignment_new(s->terms);
  s->x = term_variable(s->terms, intern(s->names, "x"), sort_bits(width));
  s->y = term_variable(s->terms, intern(s->names, "y"), sort_bits(width));
}

static void setting_release(struct setting *s) {
  assignment_free(s->values);
  answers_free(s->answers);
  solver_free(s->solver);
  term_table_free(s->terms);
  interner_free(s->names);
}

// Often where an order begins or ends.
static struct term draw_constant(struct setting *s) {
  u128 middle = (u128)1 << (s->width - 1);
  u128 near = (u128)0 - 1 + random_below(&s->random, 3);
  switch (random_below(&s->random, 4)) {
  case 0: return term_const(s->terms, s->width, near);
  case 1: return term_const(s->terms, s->width, middle + near);
  default: return term_const(s->terms, s->width, random_next(&s->random));
  }
}

static struct term draw_atom(struct setting *s) {
  static const enum term_op ops[] = {OP_ULT, OP_ULE, OP_SLT, OP_SLE};
  struct term a = s->x, b = draw_constant(s);
  if (random_below(&s->random, 2)) {
    a = b;
    b = s->x;
  }
  uint32_t which = random_below(&s->random, 5);
  return which == 4 ? term_eq(s->terms, a, b)
                    : term_compare(s->terms, ops[which], a, b);
}

static struct term draw_formula(struct setting *s, uint32_t depth) {
  if (!depth)
    return draw_atom(s);
  struct term a = draw_formula(s, depth - 1), b = draw_formula(s, depth - 1);
  switch (random_below(&s->random, 6)) {
  case 0: return term_and(s->terms, a, b);
  case 1: return term_or(s->terms, a, b);
  case 2: return term_not(s->terms, a);
  case 3: return term_eq(s->terms, a, b);
  case 4: return term_ite(s->terms, draw_atom(s), a, b);
  default: return a;
  }
}

struct question {
  struct term constraints[MOST_CONSTRAINTS];
  struct term terms[MOST_TERMS];
  uint32_t constraint_count, term_count;
};

static void draw_question(struct setting *s, struct question *q) {
  q->constraint_count = random_below(&s->random, MOST_CONSTRAINTS + 1);
  q->term_count = random_below(&s->random, MOST_TERMS + 1);
  for (uint32_t i = 0; i < q->constraint_count; i++)
    q->constraints[i] = draw_formula(s, random_below(&s->random, 3));
  for (uint32_t i = 0; i < q->term_count; i++)
    q->terms[i] = draw_formula(s, random_below(&s->random, 3));
}

static bool holds(struct setting *s, const struct term *list, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!term_evaluate(s->values, list[i]))
      return false;
  return true;
}

// By all values: which combinations, as sets of bits, are possible.
static void enumerate(struct setting *s, const struct question *q,
                      bool *is_possible) {
  memset(is_possible, 0, 1 << MOST_TERMS);
  for (uint32_t x = 0; x < 1u << s->width; x++) {
    assignment_set(s->values, s->x, x);
    if (!holds(s, q->constraints, q->constraint_count))
      continue;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < q->term_count; i++)
      bits |= (uint32_t)term_evaluate(s->values, q->terms[i]) << i;
    is_possible[bits] = true;
  }
}

static void check_answer(struct setting *s, const struct question *q) {
  bool expected[1 << MOST_TERMS], found[1 << MOST_TERMS] = {false};
  bool is_cached;
  enumerate(s, q, expected);
  struct combinations c =
      answers_get(s->answers, q->constraints, q->constraint_count, q->terms,
                  q->term_count, &is_cached);
  assert_true(c.is_complete);
  for (uint32_t i = 0; i < c.count; i++) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < q->term_count; k++)
      bits |= (uint32_t)c.values[i * c.width + k] << k;
    assert_false(found[bits]); // each once
    found[bits] = true;
  }
  assert_memory_equal(found, expected, sizeof found);
}

static bool has_atoms(const struct setting *s, const struct question *q) {
  bool all_literal = true;
  for (uint32_t i = 0; i < q->constraint_count; i++)
    all_literal &= term_is_literal(s->terms, q->constraints[i]);
  for (uint32_t i = 0; i < q->term_count; i++)
    all_literal &= term_is_literal(s->terms, q->terms[i]);
  return !all_literal;
}

static uint64_t checks(const struct setting *s) {
  return solver_counts(s->solver)->checks[PURPOSE_SUCCESSOR];
}

static void test_all_values(void **state) {
  (void)state;
  static const unsigned widths[] = {8, 8, 8, 3, 2, 1};
  uint32_t by_intervals = 0;
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct setting s;
    setting_init(&s, seed, widths[seed % 6]);
    for (int i = 0; i < 40; i++) {
      struct question q;
      draw_question(&s, &q);
      uint64_t before = checks(&s);
      check_answer(&s, &q);
      if (s.width == 8 && has_atoms(&s, &q)) {
        assert_int_equal(checks(&s), before);
        by_intervals++;
      }
    }
    setting_release(&s);
  }
  assert_true(by_intervals > 500);
}

// Both orders of 128 bits: the values are the ends of the intervals.
static void test_wide(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 1, 128);
  u128 top = (u128)1 << 127;
  struct u128_vec values = {0};
  struct term list[] = {
      term_compare(s.terms, OP_ULT, s.x, term_const(s.terms, 128, 10)),
      term_compare(s.terms, OP_SLE, term_const(s.terms, 128, top - 1), s.x)};
  assert_true(term_equal(interval_variable(s.terms, list, 2, &values), s.x));
  bool has_zero = false, has_ten = false, has_top = false;
  for (uint32_t i = 0; i < values.count; i++) {
    has_zero |= values.at[i] == 0;
    has_ten |= values.at[i] == 10;
    has_top |= values.at[i] == top;
    assert_true(i == 0 || values.at[i - 1] < values.at[i]);
  }
  assert_true(has_zero && has_ten && has_top);
  u128_vec_release(&values);
  setting_release(&s);
}

static void check_refused(struct setting *s, struct term t) {
  struct u128_vec values = {0};
  struct term list[] = {draw_atom(s), t};
  assert_true(term_is_none(interval_variable(s->terms, list, 2, &values)));
  u128_vec_release(&values);
}

// Another variable, arithmetic, a Boolean: not for intervals.
static void test_more_to_it(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 5, 8);
  struct term five = term_const(s.terms, 8, 5);
  struct term sum = term_add(s.terms, s.x, s.y);
  struct term b = term_variable(s.terms, intern(s.names, "b"), sort_bool());
  check_refused(&s, term_compare(s.terms, OP_ULT, s.y, five));
  check_refused(&s, term_compare(s.terms, OP_ULT, s.x, s.y));
  check_refused(&s, term_compare(s.terms, OP_SLT, sum, five));
  check_refused(&s,
                term_eq(s.terms, term_binary(s.terms, OP_MUL, s.x, s.x), five));
  check_refused(&s, b);
  check_refused(&s,
                term_or(s.terms, b, term_compare(s.terms, OP_ULT, s.x, five)));
  struct u128_vec values = {0};
  struct term yes = term_true(s.terms);
  assert_true(term_is_none(interval_variable(s.terms, &yes, 1, &values)));
  assert_true(term_is_none(interval_variable(s.terms, NULL, 0, &values)));
  u128_vec_release(&values);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_values),
      cmocka_unit_test(test_wide),
      cmocka_unit_test(test_more_to_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
