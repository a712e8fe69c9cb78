// What expressions can be, against all ways to choose.
#include "fixture.h"

#include "bp/concrete.h"

enum { VARIABLES = 3, DEPTH = 3, MOST_CHOICES = 8 };

static struct bp_expr draw(struct bp *bp, struct random *random, int depth) {
  struct bp_exprs *exprs = bp->exprs;
  uint32_t kind = depth ? random_below(random, 12) : random_below(random, 4);
  struct bp_variable variable = {random_below(random, VARIABLES), false};
  if (kind == 0)
    return bp_expr_any(exprs);
  if (kind == 1)
    return bp_expr_constant(exprs, random_below(random, 2));
  if (kind < 4)
    return bp_expr_variable(exprs, variable, false);
  struct bp_expr a = draw(bp, random, depth - 1);
  struct bp_expr b = draw(bp, random, depth - 1);
  if (kind == 4)
    return bp_expr_not(exprs, a);
  if (kind == 5)
    return bp_expr_if(exprs, a, b, draw(bp, random, depth - 1));
  return bp_expr_binary(exprs, BP_AND + (enum bp_operator)(kind - 6), a, b);
}

// One value, with choices taken from bits, in the order of a walk.
static bool value_of(const struct bp *bp, struct bp_expr expr, const bool *now,
                     uint32_t *choices) {
  const struct bp_node node = *bp_expr_node(bp->exprs, expr);
  bool of[3] = {false, false, false};
  for (int i = 0; i < 3; i++)
    if (!bp_expr_is_none(node.operands[i]))
      of[i] = value_of(bp, node.operands[i], now, choices);
  bool choice = *choices & 1;
  if (node.operator== BP_ANY || node.operator== BP_CHOOSE)
    *choices >>= 1;
  switch (node.operator) {
  case BP_FALSE: return false;
  case BP_TRUE: return true;
  case BP_ANY: return choice;
  case BP_VARIABLE: return now[node.variable.index];
  case BP_NEXT: break;
  case BP_NOT: return !of[0];
  case BP_AND: return of[0] && of[1];
  case BP_OR: return of[0] || of[1];
  case BP_XOR: return of[0] != of[1];
  case BP_IMPLIES: return !of[0] || of[1];
  case BP_EQUAL: return of[0] == of[1];
  case BP_CHOOSE: return of[0] ? true : of[1] ? false : choice;
  case BP_IF: return of[0] ? of[1] : of[2];
  }
  fail();
  return false;
}

static uint32_t count_choices(const struct bp *bp, struct bp_expr expr) {
  const struct bp_node *node = bp_expr_node(bp->exprs, expr);
  uint32_t count = node->operator== BP_ANY || node->operator== BP_CHOOSE;
  for (int i = 0; i < 3; i++)
    if (!bp_expr_is_none(node->operands[i]))
      count += count_choices(bp, node->operands[i]);
  return count;
}

static void check_values(const struct bp *bp, struct bp_expr expr,
                         uint32_t bits) {
  bool now[VARIABLES];
  unsigned expected = 0;
  for (uint32_t i = 0; i < VARIABLES; i++)
    now[i] = bits >> i & 1;
  for (uint32_t way = 0; way < 1u << MOST_CHOICES; way++) {
    uint32_t choices = way;
    expected |=
        value_of(bp, expr, now, &choices) ? BP_CAN_BE_TRUE : BP_CAN_BE_FALSE;
  }
  assert_int_equal(bp_eval(bp, expr, now, NULL), expected);
}

static void test_eval(void **state) {
  (void)state;
  struct fixture fixture;
  struct random random = {1};
  fixture_init(&fixture, "decl a, b, c; void main() begin end");
  for (int i = 0; i < 500; i++) {
    struct bp_expr expr = draw(fixture.bp, &random, DEPTH);
    if (count_choices(fixture.bp, expr) <= MOST_CHOICES)
      for (uint32_t bits = 0; bits < 1u << VARIABLES; bits++)
        check_values(fixture.bp, expr, bits);
  }
  fixture_release(&fixture);
}

static void test_choices(void **state) {
  (void)state;
  struct bp_choices choices;
  uint32_t seen = 0, count = 0;
  bp_choices_init(&choices, 4);
  memcpy(choices.possible, (unsigned char[]){3, 1, 3, 2}, 4);
  for (bool ok = bp_choices_first(&choices); ok;
       ok = bp_choices_next(&choices), count++) {
    assert_false(choices.values[1]);
    assert_true(choices.values[3]);
    seen |= 1u << (choices.values[0] + 2 * choices.values[2]);
  }
  assert_int_equal(count, 4);
  assert_int_equal(seen, 15);
  bp_choices_release(&choices);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_eval),
      cmocka_unit_test(test_choices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
