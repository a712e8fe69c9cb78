#include "../unit.h"

#include <unistd.h>

#include "base/offspring.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answer),
      cmocka_unit_test(test_stop),
  };
  return cmocka_run_group_tests_name("offspring", tests, NULL, NULL);
}
