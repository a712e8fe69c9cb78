// Ranges of random terms against their values in random states.
#include "fixture.h"

#include "program/ranges.h"
#include "term/evaluate.h"

enum { VARIABLES = 3, WIDTH = 8 };

struct world {
  struct fixture fx;
  struct variable variables[VARIABLES];
  uint32_t *slot_of;
  struct range at[VARIABLES];
  struct ranges ranges;
  uint64_t seed;
};

static uint64_t draw(struct world *w, uint64_t below) {
  w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
  return (w->seed >> 33) % below;
}

static struct term random_condition(struct world *w, unsigned depth);

static struct term random_bits(struct world *w, unsigned depth) {
  static const enum term_op pairs[] = {OP_ADD,  OP_MUL,   OP_BVAND,
                                       OP_BVOR, OP_BVXOR, OP_LSHR,
                                       OP_SHL,  OP_UDIV,  OP_UREM};
  struct term_table *terms = w->fx.program->terms;
  if (!depth || draw(w, 5) == 0)
    return draw(w, 3) ? value_of(&w->fx, w->variables[draw(w, VARIABLES)])
                      : term_const(terms, WIDTH, draw(w, 256));
  struct term a = random_bits(w, depth - 1);
  switch (draw(w, 7)) {
  case 0: return term_unary(terms, OP_BVNOT, a);
  case 1:
    return term_ite(terms, random_condition(w, depth - 1), a,
                    random_bits(w, depth - 1));
  case 2:
    return term_extract(
        terms, (unsigned)draw(w, 9), WIDTH,
        term_convert(terms, draw(w, 2) ? OP_ZEXT : OP_SEXT, 2 * WIDTH, a));
  case 3:
    return term_extract(terms, (unsigned)draw(w, 9), WIDTH,
                        term_concat(terms, a, random_bits(w, depth - 1)));
  default:
    return term_binary(terms, pairs[draw(w, sizeof pairs / sizeof *pairs)], a,
                       random_bits(w, depth - 1));
  }
}

static struct term random_condition(struct world *w, unsigned depth) {
  static const enum term_op orders[] = {OP_ULT, OP_ULE, OP_SLT, OP_SLE};
  struct term_table *terms = w->fx.program->terms;
  if (depth && draw(w, 3) == 0) {
    struct term a = random_condition(w, depth - 1);
    struct term b = random_condition(w, depth - 1);
    struct term both =
        draw(w, 2) ? term_and(terms, a, b) : term_or(terms, a, b);
    return draw(w, 2) ? term_not(terms, both) : both;
  }
  struct term a = random_bits(w, depth), b = random_bits(w, depth);
  return draw(w, 2) ? term_eq(terms, a, b)
                    : term_compare(terms, orders[draw(w, 4)], a, b);
}

// The same conditions again and again, so that one part decides others.
static struct term repeating_condition(struct world *w, const struct term *few,
                                       unsigned depth) {
  struct term_table *terms = w->fx.program->terms;
  if (!depth)
    return few[draw(w, 3)];
  struct term a = repeating_condition(w, few, depth - 1);
  struct term b = repeating_condition(w, few, depth - 1);
  struct term both = draw(w, 2) ? term_and(terms, a, b) : term_or(terms, a, b);
  return draw(w, 2) ? term_not(terms, both) : both;
}

static bool is_in(struct range range, u128 value) {
  return range.low <= value && value <= range.high;
}

static struct range random_range(struct world *w) {
  if (draw(w, 4) == 0)
    return range_any(WIDTH);
  uint64_t a = draw(w, 256), b = draw(w, 3) ? draw(w, 256) : a;
  return a < b ? (struct range){a, b} : (struct range){b, a};
}

static void check_once(struct world *w, struct term bits,
                       struct term condition) {
  struct assignment *state = assignment_new(w->fx.program->terms);
  struct range before[VARIABLES];
  u128 values[VARIABLES];
  for (uint32_t i = 0; i < VARIABLES; i++) {
    before[i] = w->at[i] = random_range(w);
    values[i] = w->at[i].low + draw(w, w->at[i].high - w->at[i].low + 1);
    assignment_set(state, value_of(&w->fx, w->variables[i]), values[i]);
  }
  bool holds = term_evaluate(state, condition) != 0;
  enum truth truth = ranges_decide(&w->ranges, condition);
  assert_true(is_in(ranges_of(&w->ranges, bits), term_evaluate(state, bits)));
  assert_true(truth == TRUTH_OPEN || (truth == TRUTH_YES) == holds);
  struct term shorter = ranges_shorten(w->fx.program, condition);
  assert_true((term_evaluate(state, shorter) != 0) == holds);
  assert_true(ranges_learn(&w->ranges, condition, holds));
  for (uint32_t i = 0; i < VARIABLES; i++)
    assert_true(is_in(w->at[i], values[i]) &&
                range_within(w->at[i], before[i]));
  assignment_free(state);
}

static void test_random(void **state) {
  (void)state;
  struct world w = {.seed = 7};
  fixture_init(&w.fx);
  begin(&w.fx, "f", 1);
  for (uint32_t i = 0; i < VARIABLES; i++) {
    const char *const names[VARIABLES] = {"a", "b", "c"};
    w.variables[i] = variable(&w.fx, VARIABLE_LOCAL, names[i], w.fx.type_char);
  }
  w.slot_of = calloc(w.fx.program->variables.count, sizeof *w.slot_of);
  for (uint32_t i = 0; i < VARIABLES; i++)
    w.slot_of[w.variables[i].id] = i + 1;
  w.ranges = (struct ranges){
      .program = w.fx.program, .slot_of = w.slot_of, .at = w.at};
  for (uint32_t round = 0; round < 4000; round++) {
    struct term bits = random_bits(&w, 3);
    const struct term few[] = {random_condition(&w, 1), random_condition(&w, 1),
                               random_condition(&w, 1)};
    struct term condition =
        round % 2 ? repeating_condition(&w, few, 4) : random_condition(&w, 3);
    for (uint32_t i = 0; i < 10; i++)
      check_once(&w, bits, condition);
  }
  free(w.slot_of);
  fixture_release(&w.fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
