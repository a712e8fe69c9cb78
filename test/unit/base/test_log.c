#include "../unit.h"

#include "base/log.h"

static void test_levels(void **state) {
  (void)state;
  struct capture capture;
  capture_init(&capture);
  struct log log = {capture.out, 1};
  log_line(&log, 1, "load", "%d files", 3);
  log_line(&log, 2, "load", "not shown");
  log_line(NULL, 0, "load", "not shown");
  log.level = 3;
  log_line(&log, 2, "run", "shown");
  assert_string_equal(capture_text(&capture), "[load] 3 files\n[run] shown\n");
  capture_release(&capture);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels)};
  return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
