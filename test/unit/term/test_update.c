// Parallel assignment to an assignment, arrays included, against plain copies
// of the values.

#include "../unit.h"

#include "term/evaluate.h"

enum { SCALARS = 4, ARRAYS = 3, INDEX_BITS = 2, ELEMENTS = 4 };

struct setting {
  struct random random;
  struct interner *names;
  struct term_table *terms;
  struct assignment *values;
  struct term x[SCALARS]; // of 8 bits; the last one is Boolean
  struct term a[ARRAYS];  // from 2 to 8 bits
  // The naive model
  uint8_t scalars[SCALARS];
  uint8_t arrays[ARRAYS][ELEMENTS];
};

static void setting_init(struct setting *s, uint64_t seed) {
  *s = (struct setting){.random = {seed}};
  s->names = interner_new();
  s->terms = term_table_new(s->names);
  for (int i = 0; i < SCALARS; i++)
    s->x[i] = term_variable(s->terms, intern(s->names, "x"),
                            i + 1 < SCALARS ? sort_bits(8) : sort_bool());
  for (int i = 0; i < ARRAYS; i++)
    s->a[i] = term_variable(s->terms, intern(s->names, "a"),
                            sort_array(INDEX_BITS, 8));
  s->values = assignment_new(s->terms);
}

static void setting_release(struct setting *s) {
  assignment_free(s->values);
  term_table_free(s->terms);
  interner_free(s->names);
}

// A term and what it is worth in the naive model.
struct scalar {
  struct term term;
  uint8_t value;
};

struct array {
  struct term term;
  uint8_t elements[ELEMENTS];
};

static struct term low_bits(struct setting *s, struct term t) {
  return term_extract(s->terms, 0, INDEX_BITS, t);
}

static struct scalar draw_scalar(struct setting *s) {
  uint32_t i = random_below(&s->random, SCALARS - 1);
  uint32_t k = random_below(&s->random, SCALARS - 1);
  uint32_t array = random_below(&s->random, ARRAYS);
  uint8_t number = (uint8_t)random_next(&s->random);
  struct term constant = term_const(s->terms, 8, number);
  switch (random_below(&s->random, 5)) {
  case 0: return (struct scalar){constant, number};
  case 1: return (struct scalar){s->x[i], s->scalars[i]};
  case 2:
    return (struct scalar){term_add(s->terms, s->x[i], s->x[k]),
                           (uint8_t)(s->scalars[i] + s->scalars[k])};
  case 3:
    return (struct scalar){
        term_ite(s->terms, s->x[SCALARS - 1], s->x[i], constant),
        s->scalars[SCALARS - 1] ? s->scalars[i] : number};
  default:
    return (struct scalar){
        term_select(s->terms, s->a[array], low_bits(s, s->x[i])),
        s->arrays[array][s->scalars[i] % ELEMENTS]};
  }
}

static struct array draw_array(struct setting *s) {
  uint32_t which = random_below(&s->random, ARRAYS);
  struct array array = {.term = s->a[which]};
  memcpy(array.elements, s->arrays[which], ELEMENTS);
  if (random_below(&s->random, 5) == 0) {
    struct scalar all = draw_scalar(s);
    array.term = term_const_array(s->terms, INDEX_BITS, all.term);
    memset(array.elements, all.value, ELEMENTS);
  }
  for (uint32_t i = random_below(&s->random, 3); i > 0; i--) {
    struct scalar index = draw_scalar(s), element = draw_scalar(s);
    array.term =
        term_store(s->terms, array.term, low_bits(s, index.term), element.term);
    array.elements[index.value % ELEMENTS] = element.value;
  }
  return array;
}

static void check_values(struct setting *s) {
  for (int i = 0; i < SCALARS; i++)
    assert_int_equal(term_evaluate(s->values, s->x[i]), s->scalars[i]);
  for (int i = 0; i < ARRAYS; i++)
    for (uint32_t k = 0; k < ELEMENTS; k++)
      assert_int_equal(
          term_evaluate(s->values,
                        term_select(s->terms, s->a[i],
                                    term_const(s->terms, INDEX_BITS, k))),
          s->arrays[i][k]);
}

// Some of the variables, all at once.
static void update(struct setting *s) {
  struct term targets[SCALARS + ARRAYS], values[SCALARS + ARRAYS];
  struct setting after = *s;
  uint32_t count = 0;
  for (int i = 0; i < SCALARS; i++) {
    if (random_below(&s->random, 2))
      continue;
    struct scalar drawn = draw_scalar(s), other = draw_scalar(s);
    if (i == SCALARS - 1) {
      drawn.term = term_compare(s->terms, OP_ULT, drawn.term, other.term);
      drawn.value = drawn.value < other.value;
    }
    targets[count] = s->x[i];
    values[count++] = drawn.term;
    after.scalars[i] = drawn.value;
  }
  for (int i = 0; i < ARRAYS; i++) {
    if (random_below(&s->random, 2))
      continue;
    struct array drawn = draw_array(s);
    targets[count] = s->a[i];
    values[count++] = drawn.term;
    memcpy(after.arrays[i], drawn.elements, ELEMENTS);
  }
  assignment_update(s->values, targets, values, count);
  memcpy(s->scalars, after.scalars, sizeof s->scalars);
  memcpy(s->arrays, after.arrays, sizeof s->arrays);
}

// By the older means, which must not disturb what updates have left.
static void set(struct setting *s) {
  uint32_t i = random_below(&s->random, SCALARS - 1);
  uint32_t array = random_below(&s->random, ARRAYS);
  uint32_t index = random_below(&s->random, ELEMENTS);
  uint8_t number = (uint8_t)random_next(&s->random);
  assignment_set(s->values, s->x[i], number);
  assignment_set_element(s->values, s->a[array], index, number);
  s->scalars[i] = number;
  s->arrays[array][index] = number;
}

static void test_random(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 150; seed++) {
    struct setting s;
    setting_init(&s, seed);
    for (int i = 0; i < 40; i++) {
      if (random_below(&s.random, 3))
        update(&s);
      else
        set(&s);
      check_values(&s);
    }
    setting_release(&s);
  }
}

static void test_swap(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 1);
  struct term index = term_const(s.terms, INDEX_BITS, 2);
  assignment_set(s.values, s.x[0], 3);
  assignment_set(s.values, s.x[1], 4);
  assignment_set_element(s.values, s.a[0], 2, 7);
  struct term targets[] = {s.x[0], s.x[1], s.a[0], s.a[1]};
  struct term values[] = {s.x[1], s.x[0], s.a[1], s.a[0]};
  assignment_update(s.values, targets, values, 4);
  assert_int_equal(term_evaluate(s.values, s.x[0]), 4);
  assert_int_equal(term_evaluate(s.values, s.x[1]), 3);
  struct term first = term_select(s.terms, s.a[0], index);
  struct term second = term_select(s.terms, s.a[1], index);
  assert_int_equal(term_evaluate(s.values, first), 0);
  assert_int_equal(term_evaluate(s.values, second), 7);
  assignment_update(s.values, NULL, NULL, 0);
  assert_int_equal(term_evaluate(s.values, second), 7);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_swap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
