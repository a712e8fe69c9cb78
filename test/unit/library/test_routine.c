// The table of the C library: every row can be read, speaks of arguments that
// it has, and agrees with what the interpreter runs.
#include "../unit.h"

#include "library/routine.h"
#include "run/library.h"

static bool is_argument(const struct routine *routine, int index) {
  return index < 0 || (uint32_t)index < routine->argument_count;
}

static void check_size(const struct routine *routine,
                       const struct routine_size *size) {
  assert_true(is_argument(routine, size->factors[0]));
  assert_true(is_argument(routine, size->factors[1]));
  assert_true(is_argument(routine, size->limit));
  if (size->measure == MEASURE_STRING) {
    enum routine_need need = routine->arguments[size->factors[0]].need;
    assert_true(need == NEED_STRING);
  }
  if (size->measure == MEASURE_PRINTED) {
    enum routine_need need = routine->arguments[size->factors[0]].need;
    assert_true(need == NEED_PRINT);
  }
}

static void check_effects(const struct routine *routine) {
  static const char *const known[] = {
      "->",     "*",       "copy:",  "sort:",  "call:",
      "later:", "keep:",   "scan",   "apart:", "globals",
      "close:", "change:", "state:", "uses:",  "exits"};
  const char *at = routine->pointers;
  while (*at) {
    bool found = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
      found |= !strncmp(at, known[i], strlen(known[i]));
    assert_true(found);
    at += strcspn(at, " ");
    at += *at == ' ';
  }
}

static void test_rows(void **state) {
  (void)state;
  uint32_t count = 0;
  for (; routine_name_at(count); count++) {
    struct routine routine = routine_find(routine_name_at(count));
    assert_non_null(routine.name);
    for (uint32_t i = 0; i < routine.argument_count; i++)
      if (routine.arguments[i].size.measure != MEASURE_NONE)
        check_size(&routine, &routine.arguments[i].size);
    check_effects(&routine);
    bool has_format = routine_format(&routine) >= 0;
    bool has_list =
        routine.argument_count &&
        routine.arguments[routine.argument_count - 1].need == NEED_VA_LIST;
    assert_true(!has_format || has_list || routine.is_variadic);
  }
  assert_true(count > 1000);
}

static void test_names_are_different(void **state) {
  (void)state;
  for (uint32_t i = 0; routine_name_at(i); i++)
    assert_string_equal(routine_row(routine_name_at(i)), routine_name_at(i));
}

// A handler that the interpreter has needs a row with at least the arguments
// that it takes.
static void test_handlers(void **state) {
  (void)state;
  for (uint32_t i = 0; library_routine_at(i); i++) {
    const struct library_routine *handler = library_routine_at(i);
    struct routine routine = routine_find(handler->name);
    if (!routine.name)
      print_message("%s has no row\n", handler->name);
    assert_non_null(routine.name);
    if (!routine.ignores_rest && routine.argument_count < handler->arguments)
      print_message("%s takes %u arguments\n", handler->name,
                    handler->arguments);
    assert_true(routine.ignores_rest ||
                routine.argument_count >= handler->arguments);
  }
}

static void test_examples(void **state) {
  (void)state;
  struct routine r = routine_find("fgets");
  assert_true(routine_writes(&r, 0) && !routine_writes(&r, 2));
  assert_true(r.result.may_be_null && r.arguments[2].need == NEED_HANDLE);
  assert_true(routine_is_pure(&r) && routine_returns_argument(&r));
  r = routine_find("__isoc99_sscanf");
  assert_true(routine_writes(&r, 2) && !routine_writes(&r, 1));
  r = routine_find("strdup@assumed");
  assert_true(routine_allocates(&r));
  r = routine_find("strtol");
  assert_true(routine_is_contained(&r));
  r = routine_find("atexit");
  assert_true(!routine_is_contained(&r));
  r = routine_find("read");
  assert_int_equal(r.result.low.number, -1);
  assert_int_equal(r.result.high.kind, BOUND_ARGUMENT);
  r = routine_find("no_such_routine");
  assert_false(routine_is_known(&r) || routine_is_contained(&r));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_names_are_different),
      cmocka_unit_test(test_handlers),
      cmocka_unit_test(test_examples),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
