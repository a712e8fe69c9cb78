#include "../unit.h"

#include "base/poll.h"
#include "base/stats.h"

static void test_limits(void **state) {
  (void)state;
  volatile sig_atomic_t interrupt = 0, out_of_time = 0;
  struct limits limits = {.interrupt = &interrupt, .out_of_time = &out_of_time};
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

// Of what is over nothing is left, and what has no end has no half.
static void test_half_time(void **state) {
  (void)state;
  volatile sig_atomic_t never = 0;
  struct limits limits = {.interrupt = &never, .out_of_time = &never};
  struct half_time half;
  struct poll poll = half_time_poll(&half, &limits);
  assert_false(poll_stops(poll));
  limits.end_ms = stats_now_ms() + 1000000;
  limits.cpu_end_ms = stats_cpu_ms() + 1000000;
  poll = half_time_poll(&half, &limits);
  assert_false(poll_stops(poll));
  assert_true(half.end_ms > limits.end_ms - 600000);
  assert_true(half.end_ms < limits.end_ms - 400000);
  assert_true(half.cpu_end_ms < limits.cpu_end_ms - 400000);
  limits.end_ms = 1;
  assert_true(poll_stops(half_time_poll(&half, &limits)));
  limits.end_ms = 0;
  limits.cpu_end_ms = 1;
  never = 1;
  assert_true(poll_stops(poll));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_half_time),
  };
  return cmocka_run_group_tests_name("poll", tests, NULL, NULL);
}
