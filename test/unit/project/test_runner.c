// All work is done, so many at a time, and how it ended is told.
#include "../unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "project/runner.h"

enum { WORKS = 20, JOBS = 3 };

struct bench {
  uint32_t next, ended, most;
  bool is_stopped;
  int statuses[WORKS];
};

static bool next(void *context, uint32_t *work) {
  struct bench *bench = context;
  *work = bench->next;
  return bench->next < WORKS && bench->next++ < WORKS;
}

// One of them crashes.
static int run(void *context, uint32_t work) {
  (void)context;
  if (work == 7)
    raise(SIGKILL);
  return (int)work;
}

static int sleep_long(void *context, uint32_t work) {
  (void)context;
  (void)work;
  sleep(1000);
  return 0;
}

static void ended(void *context, uint32_t work, const struct ending *ending) {
  struct bench *bench = context;
  bench->statuses[work] = ending->status;
  bench->ended++;
}

static void tick(void *context, uint32_t running) {
  struct bench *bench = context;
  bench->most = running > bench->most ? running : bench->most;
}

static bool is_over(void *context) {
  return ((struct bench *)context)->is_stopped;
}

static void test_all(void **state) {
  (void)state;
  struct bench bench = {0};
  runner_run(&(struct runner){JOBS, &bench, next, run, ended, tick, is_over});
  assert_int_equal(bench.ended, WORKS);
  assert_true(bench.most <= JOBS);
  for (int i = 0; i < WORKS; i++)
    if (i == 7)
      assert_true(WIFSIGNALED(bench.statuses[i]));
    else
      assert_int_equal(WEXITSTATUS(bench.statuses[i]), i);
}

static void test_stopped(void **state) {
  (void)state;
  struct bench bench = {.is_stopped = true};
  runner_run(
      &(struct runner){JOBS, &bench, next, sleep_long, ended, tick, is_over});
  assert_int_equal(bench.ended, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all),
      cmocka_unit_test(test_stopped),
  };
  return cmocka_run_group_tests_name("runner", tests, NULL, NULL);
}
