// Measures against numbers: a round makes one larger, or not smaller, as the
// numbers say, with what is below the floor taken to be the floor.

#include "../program/fixture.h"

#include "rank/coarse.h"
#include "rank/measure.h"
#include "term/bits.h"
#include "term/evaluate.h"

enum { WIDTH = 16 };

struct setting {
  struct fixture fx;
  struct variable x;
  struct symbolic_state after;
  struct measure measure;
};

// x' = x * factor + step, the measure is x as a signed number.
static void setting_init(struct setting *s, uint64_t factor, uint64_t step,
                         const int *floor) {
  fixture_init(&s->fx);
  begin(&s->fx, "f", 1);
  struct term_table *terms = s->fx.program->terms;
  s->x = variable(&s->fx, VARIABLE_LOCAL, "x", s->fx.type_char);
  struct term x = value_of(&s->fx, s->x);
  s->after = symbolic_state_new(s->fx.program);
  symbolic_state_set(
      &s->after, s->x,
      term_add(terms,
               term_binary(terms, OP_MUL, x, constant(&s->fx, 8, factor)),
               constant(&s->fx, 8, step)));
  s->measure = (struct measure){.value = term_resize(terms, WIDTH, true, x)};
  if (floor)
    s->measure.floor = term_const(terms, WIDTH, (u128)(i128)*floor);
}

static void setting_release(struct setting *s) {
  symbolic_state_release(&s->after);
  fixture_release(&s->fx);
}

static int at_least(int value, const int *floor) {
  return floor && value < *floor ? *floor : value;
}

static void check(uint64_t factor, uint64_t step, const int *floor) {
  struct setting s;
  setting_init(&s, factor, step, floor);
  struct assignment *values = assignment_new(s.fx.program->terms);
  struct term grows = measure_grows(&s.measure, &s.after);
  struct term stays = measure_stays(&s.measure, &s.after);
  for (uint64_t x = 0; x < 256; x++) {
    assignment_set(values, value_of(&s.fx, s.x), x);
    int before = at_least((int8_t)x, floor);
    int then = at_least((int8_t)(x * factor + step), floor);
    assert_int_equal(term_evaluate(values, grows), then > before);
    assert_int_equal(term_evaluate(values, stays), then >= before);
  }
  assignment_free(values);
  setting_release(&s);
}

static void test_numbers(void **state) {
  (void)state;
  static const int floors[] = {-128, -20, 0, 77};
  for (uint64_t factor = 0; factor < 4; factor++)
    for (uint64_t step = 0; step < 256; step += 17) {
      check(factor, step, NULL);
      for (size_t i = 0; i < sizeof floors / sizeof *floors; i++)
        check(factor, step, &floors[i]);
    }
}

// What has no floating point in it stays as it is; sums become anything, the
// same wherever they are the same.
static void test_coarse(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  begin(&fx, "f", 1);
  struct term_table *terms = fx.program->terms;
  struct ctype wide = basic_type(&fx, CTYPE_FLOAT, "float", 32, true);
  struct term a = value_of(&fx, variable(&fx, VARIABLE_LOCAL, "a", wide));
  struct term b = value_of(&fx, variable(&fx, VARIABLE_LOCAL, "b", wide));
  struct term plain = term_compare(terms, OP_ULT, a, b);
  assert_true(term_equal(coarse(fx.program, plain), plain));
  struct term sum = term_binary(terms, OP_FADD, a, b);
  struct term same = term_eq(terms, sum, sum);
  assert_true(term_equal(coarse(fx.program, same), term_true(terms)));
  struct term below = term_compare(terms, OP_ULT, sum, b);
  assert_false(term_equal(coarse(fx.program, below), below));
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_coarse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
