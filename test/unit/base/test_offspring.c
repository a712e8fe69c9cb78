#include "../unit.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/offspring.h"
#include "base/stats.h"

static bool at_once(void *context) {
  (void)context;
  return true;
}

// Answers with what it hears, and changes what nobody else sees.
static void echo(void *context, int in, int out) {
  char byte;
  *(int *)context = 7;
  while (file_receive(in, &byte, 1))
    file_send(out, &byte, 1);
}

static void test_answer(void **state) {
  (void)state;
  struct offspring offspring;
  struct strbuf answer = {0};
  int mine = 3;
  assert_true(offspring_start(&offspring, echo, &mine));
  assert_true(offspring_ask(&offspring, "abc", 3, (struct poll){0}, &answer));
  assert_int_equal(answer.length, 3);
  assert_memory_equal(answer.text, "abc", 3);
  assert_int_equal(mine, 3);
  offspring_end(&offspring);
  assert_int_equal(offspring.process, 0);
  offspring_end(&offspring); // again: nothing to do
  strbuf_release(&answer);
}

static void sleep_for_ever(void *context, int in, int out) {
  (void)context, (void)in, (void)out;
  for (;;)
    pause();
}

static void test_stop(void **state) {
  (void)state;
  struct offspring offspring;
  struct strbuf answer = {0};
  assert_true(offspring_start(&offspring, sleep_for_ever, NULL));
  assert_false(
      offspring_ask(&offspring, "", 0, (struct poll){at_once, NULL}, &answer));
  offspring_end(&offspring);
  strbuf_release(&answer);
}

// Says half of what it has to say.
static void die(void *context, int in, int out) {
  (void)in;
  file_send(out, "ab", 2);
  raise(*(int *)context);
}

// A library that ends the process ends the child, and nothing else is done.
static void leave(void *context, int in, int out) {
  (void)context, (void)in, (void)out;
  exit(0);
}

static int end_file[2]; // what this process or a copy writes at its end

static void note_end(void) {
  file_send(end_file[1], "x", 1);
}

static void test_death(void **state) {
  (void)state;
  int signals[] = {SIGSEGV, SIGABRT, SIGKILL};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct offspring offspring;
    struct strbuf answer = {0};
    assert_true(offspring_start(&offspring, die, &signals[i]));
    offspring_ask(&offspring, "", 0, (struct poll){0}, &answer);
    assert_int_equal(answer.length, 2);
    offspring_end(&offspring);
    strbuf_release(&answer);
  }
}

static void test_exit(void **state) {
  (void)state;
  struct offspring offspring;
  struct strbuf answer = {0}, noted = {0};
  assert_int_equal(pipe(end_file), 0);
  atexit(note_end);
  assert_true(offspring_start(&offspring, leave, NULL));
  offspring_ask(&offspring, "", 0, (struct poll){0}, &answer);
  assert_int_equal(answer.length, 0);
  offspring_end(&offspring);
  close(end_file[1]);
  assert_true(file_hear(end_file[0], (struct poll){0}, &noted));
  assert_int_equal(noted.length, 0);
  strbuf_release(&answer);
  strbuf_release(&noted);
}

static void work_for_ever(void *context, int in, int out) {
  (void)context, (void)in, (void)out;
  for (volatile unsigned i = 0;; i++)
    ;
}

// The time of a child is time of the check also before it ends: else a limit
// would not be seen.
static bool is_over(void *context) {
  return stats_cpu_ms() >= *(uint64_t *)context;
}

static void test_time(void **state) {
  (void)state;
  struct offspring offspring;
  struct strbuf answer = {0};
  uint64_t end = stats_cpu_ms() + 200;
  assert_true(offspring_start(&offspring, work_for_ever, NULL));
  assert_false(
      offspring_ask(&offspring, "", 0, (struct poll){is_over, &end}, &answer));
  offspring_end(&offspring);
  assert_true(stats_cpu_ms() >= end);
  strbuf_release(&answer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answer), cmocka_unit_test(test_stop),
      cmocka_unit_test(test_death),  cmocka_unit_test(test_exit),
      cmocka_unit_test(test_time),
  };
  return cmocka_run_group_tests_name("offspring", tests, NULL, NULL);
}
