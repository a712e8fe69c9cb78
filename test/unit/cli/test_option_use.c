// Options that have no effect are refused; those that have one are not.
#include "../unit.h"

#include "cli/option_use.h"

static bool has_effect(const char *command, uint32_t bit, const char *kind,
                       char **argv, int argc) {
  struct options options;
  struct option_line line = {argc, argv, bit, command};
  options_init(&options);
  assert_true(options_parse(&options, &line, stderr));
  bool ok = options_have_effect(&options, command, kind);
  options_release(&options);
  return ok;
}

static void test_check(void **state) {
  (void)state;
  char *deref[] = {"--deref", "a.c"};
  assert_true(has_effect("check", CMD_CHECK, "program", deref, 2));
  assert_false(has_effect("check", CMD_CHECK, "spec", deref, 2));
  char *all[] = {"--all"};
  assert_true(has_effect("check", CMD_CHECK, "spec", all, 1));
  assert_false(has_effect("check", CMD_CHECK, "program", all, 1));
  char *none[] = {"a.c"};
  assert_true(has_effect("check", CMD_CHECK, "program", none, 1));
  assert_true(has_effect("check", CMD_CHECK, "spec", none, 1));
}

static void test_dump(void **state) {
  (void)state;
  char *dot[] = {"--dot", "cfa", "a.c"};
  assert_true(has_effect("dump", CMD_DUMP, "cfa", dot, 3));
  assert_true(has_effect("dump", CMD_DUMP, "lts", dot, 3));
  assert_false(has_effect("dump", CMD_DUMP, "summary", dot, 3));
  // A kind is a whole word, not the beginning of one.
  assert_false(has_effect("dump", CMD_DUMP, "cf", dot, 3));
  assert_false(has_effect("dump", CMD_DUMP, "cfas", dot, 3));
}

static void test_minimiser(void **state) {
  (void)state;
  char *limit[] = {"--max-subsets", "5"};
  assert_false(has_effect("check", CMD_CHECK, "program", limit, 2));
  char *paper[] = {"--minimise=paper", "--max-subsets", "5"};
  assert_true(has_effect("check", CMD_CHECK, "program", paper, 3));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_check),
      cmocka_unit_test(test_dump),
      cmocka_unit_test(test_minimiser),
  };
  return cmocka_run_group_tests_name("option_use", tests, NULL, NULL);
}
