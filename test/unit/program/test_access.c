// Accesses that are valid by construction.
#include "fixture.h"

#include "program/access.h"

static void test_split(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  begin(&fx, "f", 1);
  struct object_id a =
      object(&fx, OBJECT_FRAME, "a", array_of(&fx, fx.type_int, 4));
  struct variable p =
      variable(&fx, VARIABLE_LOCAL, "p", pointer_to(&fx, fx.type_int));
  struct object_id found;
  uint64_t offset;
  assert_true(access_split(fx.program, address_of(&fx, a, 0), &found, &offset));
  assert_int_equal(found.id, a.id);
  assert_int_equal(offset, 0);
  assert_true(
      access_split(fx.program, address_of(&fx, a, 12), &found, &offset));
  assert_int_equal(found.id, a.id);
  assert_int_equal(offset, 12);
  struct term pointer = value_of(&fx, p);
  struct term sum = term_add(fx.program->terms, address_of(&fx, a, 4), pointer);
  assert_false(access_split(fx.program, pointer, &found, &offset));
  assert_false(access_split(fx.program, sum, &found, &offset));
  assert_false(
      access_split(fx.program, pointer_size(&fx, 4096), &found, &offset));
  fixture_release(&fx);
}

static void test_is_valid(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  begin(&fx, "f", 1);
  struct program *program = fx.program;
  struct object_id a =
      object(&fx, OBJECT_GLOBAL, "a", array_of(&fx, fx.type_int, 4));
  struct object_id text =
      object(&fx, OBJECT_STRING, "\"hi\"", array_of(&fx, fx.type_char, 3));
  struct object_id code = object(&fx, OBJECT_FUNCTION, "f", fx.type_int);
  program_object(program, text)->is_constant = true;
  struct term last = address_of(&fx, a, 12);
  assert_true(access_is_valid(program, ACCESS_WRITE, last, 4));
  assert_false(access_is_valid(program, ACCESS_READ, last, 5));
  assert_false(
      access_is_valid(program, ACCESS_READ, address_of(&fx, a, 16), 1));
  struct term before = address_of(&fx, a, (uint64_t)-1);
  assert_false(access_is_valid(program, ACCESS_READ, before, 1));
  assert_false(access_is_valid(program, ACCESS_READ, last, UINT64_MAX));
  struct term letter = address_of(&fx, text, 2);
  assert_true(access_is_valid(program, ACCESS_READ, letter, 1));
  assert_false(access_is_valid(program, ACCESS_WRITE, letter, 1));
  struct term function = address_of(&fx, code, 0);
  assert_false(access_is_valid(program, ACCESS_READ, function, 1));
  assert_false(access_is_valid(program, ACCESS_CALL, function, 0));
  assert_true(access_is_valid(program, ACCESS_FREE, pointer_size(&fx, 0), 0));
  assert_false(access_is_valid(program, ACCESS_FREE, last, 0));
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_split),
      cmocka_unit_test(test_is_valid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
