// Constants put where they are read: a diamond by hand, and random programs
// that must do the same before and after.
#include "random_program.h"

#include "program/inline.h"
#include "program/propagate.h"
#include "program/validate.h"

static void check_valid(struct fixture *fx) {
  struct strbuf errors = {0};
  if (!program_validate(fx->program, &errors))
    fail_msg("%s", strbuf_text(&errors));
  strbuf_release(&errors);
}

static void test_random(void **state) {
  (void)state;
  uint32_t ends[3] = {0}, dropped = 0;
  const struct propagate_options options = {0};
  for (uint64_t seed = 1; seed <= 400; seed++) {
    struct random_program p;
    struct inline_result result;
    random_program_init(&p, seed, 3);
    struct fixture *fx = &p.fx;
    program_inline(fx->program, fx->f->self, INLINE_EDGE_LIMIT, &result);
    uint32_t before = result.procedure->edges.count;
    assert_true(program_propagate(fx->program, result.procedure, &options));
    check_valid(fx);
    dropped += before - result.procedure->edges.count;
    for (uint32_t run = 0; run < 5; run++)
      ends[compare_executions(&p, fx->f, result.procedure)]++;
    inline_result_release(&result);
    random_program_release(&p);
  }
  assert_true(dropped > 100);
  assert_true(ends[END_RETURN] > 200);
}

// t = 3; if (a == c) b = t; else b = 3;  if (b == 3) ...
static uint32_t edges_after_diamond(uint64_t other) {
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  f->result = sort_bits(8);
  struct variable a = variable(&fx, VARIABLE_PARAMETER, "a", fx.type_char);
  struct variable b = variable(&fx, VARIABLE_LOCAL, "b", fx.type_char);
  struct variable t = variable(&fx, VARIABLE_LOCAL, "t", fx.type_char);
  struct location_id at[7];
  for (uint32_t i = 0; i < 7; i++)
    at[i] = location(&fx, i + 2);
  struct term_table *terms = fx.program->terms;
  struct term test = term_eq(terms, value_of(&fx, a), constant(&fx, 8, 1));
  struct term end = term_eq(terms, value_of(&fx, b), constant(&fx, 8, 3));
  edge(&fx, f->entry, at[0],
       operation_assign_one(fx.program, t, constant(&fx, 8, 3)));
  edge(&fx, at[0], at[1], operation_assume(test));
  edge(&fx, at[0], at[2], operation_assume(term_not(terms, test)));
  edge(&fx, at[1], at[3],
       operation_assign_one(fx.program, b, value_of(&fx, t)));
  edge(&fx, at[2], at[3],
       operation_assign_one(fx.program, b, constant(&fx, 8, other)));
  edge(&fx, at[3], at[4], operation_assume(end));
  edge(&fx, at[3], at[5], operation_assume(term_not(terms, end)));
  edge(&fx, at[4], f->exit, op_return(value_of(&fx, a)));
  edge(&fx, at[5], f->exit, op_return(value_of(&fx, b)));
  procedure_seal(f);
  const struct propagate_options options = {0};
  assert_true(program_propagate(fx.program, f, &options));
  check_valid(&fx);
  uint32_t count = f->edges.count - 1;
  fixture_release(&fx);
  return count;
}

static void test_diamond(void **state) {
  (void)state;
  assert_int_equal(edges_after_diamond(3), 7); // one branch and its return go
  assert_int_equal(edges_after_diamond(4), 9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_diamond),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
