#include "../unit.h"

#include "base/poll.h"

static void test_limits(void **state) {
  (void)state;
  volatile sig_atomic_t interrupt = 0, out_of_time = 0;
  struct limits limits = {&interrupt, &out_of_time, 0};
  struct poll poll = limits_poll(&limits);
  assert_false(poll_stops((struct poll){0}));
  assert_false(poll_stops(poll));
  assert_null(limits_reason(&limits));
  limits.memory_kb = 1;
  assert_true(poll_stops(poll));
  assert_string_equal(limits_reason(&limits), "memory limit");
  out_of_time = 1;
  assert_string_equal(limits_reason(&limits), "timeout");
  interrupt = 1;
  assert_string_equal(limits_reason(&limits), "interrupted");
  limits.memory_kb = UINT64_MAX;
  interrupt = out_of_time = 0;
  assert_false(poll_stops(poll));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests_name("poll", tests, NULL, NULL);
}
