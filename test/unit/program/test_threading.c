// A location that tests two variables is no test of either.
#include "fixture.h"

#include "program/threading.h"

// t = a == 1 -> J    J: [t] -> one    J: [!other] -> zero
static bool is_threaded(bool has_other) {
  struct fixture fx;
  fixture_init(&fx);
  struct procedure *f = begin(&fx, "f", 1);
  f->result = sort_bits(8);
  struct program *program = fx.program;
  struct variable a = variable(&fx, VARIABLE_PARAMETER, "a", fx.type_char);
  struct variable tested[2];
  for (uint32_t i = 0; i < 2; i++)
    tested[i] = program_add_variable(
        program,
        (struct variable_info){.kind = VARIABLE_LOCAL,
                               .name = name_of(&fx, i ? "other" : "t"),
                               .owner = f->self},
        sort_bool());
  struct location_id at[3];
  for (uint32_t i = 0; i < 3; i++)
    at[i] = location(&fx, i + 2);
  struct term one = constant(&fx, 8, 1), zero = constant(&fx, 8, 0);
  struct term value = term_eq(program->terms, value_of(&fx, a), one);
  struct term fails =
      term_not(program->terms, value_of(&fx, tested[has_other]));
  edge(&fx, f->entry, at[0], operation_assign_one(program, tested[0], value));
  edge(&fx, at[0], at[1], operation_assume(fails));
  edge(&fx, at[0], at[2], operation_assume(value_of(&fx, tested[0])));
  edge(&fx, at[1], f->exit, op_return(zero));
  edge(&fx, at[2], f->exit, op_return(one));
  procedure_seal(f);
  bool is = program_thread_tests(program, f);
  fixture_release(&fx);
  return is;
}

static void test_two_variables(void **state) {
  (void)state;
  assert_true(is_threaded(false));
  assert_false(is_threaded(true));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_two_variables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
