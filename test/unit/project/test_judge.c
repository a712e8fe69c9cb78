// Exit codes and reports become results.
#include "../unit.h"

#include "base/exit_code.h"
#include "project/judge.h"

static void expect(int status, const char *report, const char *verdict,
                   const char *place, const char *reason) {
  struct store_result result = {0};
  strbuf_add(&result.report, report);
  judge(status, &result);
  assert_string_equal(strbuf_text(&result.verdict), verdict);
  assert_string_equal(strbuf_text(&result.place), place);
  assert_string_equal(strbuf_text(&result.reason), reason);
  store_result_release(&result);
}

static int exited(int code) {
  return code << 8; // as waitpid has it
}

static void test_verdicts(void **state) {
  (void)state;
  expect(exited(EXIT_TRUE), "{}", "true", "", "");
  expect(exited(EXIT_VACUOUS), "{}", "nothing", "", "nothing to check");
  expect(exited(EXIT_UNKNOWN), "{\"reason\": \"timeout\"}", "unknown", "",
         "timeout");
  expect(exited(EXIT_UNKNOWN), "", "unknown", "", "timeout in a long step");
  expect(exited(EXIT_BAD_INPUT), "", "unknown", "",
         "the check could not begin, or the file changed meanwhile");
  expect(9, "{", "unknown", "", "internal error: the check crashed");
  expect(-1, "", "unknown", "", "internal error: the check crashed");
}

static void test_violations(void **state) {
  (void)state;
  expect(exited(EXIT_FALSE),
         "{\"rows\": [{\"status\": \"holds\", \"file\": \"a.c\", \"line\": 1},"
         "{\"status\": \"fails\", \"file\": \"a.c\", \"line\": 3, "
         "\"text\": \"valid access\", \"reason\": \"null\"}]}",
         "false", "a.c:3", "valid access: null");
  expect(exited(EXIT_FALSE),
         "{\"rows\": [{\"status\": \"fails\", \"file\": \"r.spec\", "
         "\"line\": 2, \"text\": \"f refines P\"}], \"executions\": "
         "[{\"lanes\": [{\"steps\": [{\"file\": \"a.c\", \"line\": 4}, "
         "{\"file\": \"a.c\", \"line\": 5}, {\"kind\": \"value\"}]}]}]}",
         "false", "a.c:5", "f refines P");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_verdicts),
      cmocka_unit_test(test_violations),
  };
  return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
