// Questions in processes of their own: what comes back, also from those that
// crash or give up.
#include "../unit.h"

#include <signal.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "cli/apart.h"

static void prove(void *context, struct outcome *outcome) {
  (*(int *)context)++; // in the child only
  outcome->verdict = VERDICT_TRUE;
  outcome->stats.procedures = 3;
}

static void refute(void *context, struct outcome *outcome) {
  (void)context;
  outcome->verdict = VERDICT_FALSE;
  outcome_text(outcome->property, sizeof outcome->property, "unreach-call");
}

static void crash(void *context, struct outcome *outcome) {
  (void)context;
  outcome->verdict = VERDICT_TRUE;
  signal(SIGABRT, SIG_DFL);
  abort();
}

static void give_up(void *context, struct outcome *outcome) {
  (void)context;
  outcome->verdict = VERDICT_TRUE;
  _exit(EXIT_UNKNOWN);
}

static void test_outcomes(void **state) {
  (void)state;
  struct outcome outcome;
  struct stats sum = {.procedures = 4};
  int touched = 0;
  apart_run(prove, &touched, &outcome, &sum);
  assert_int_equal(outcome.verdict, VERDICT_TRUE);
  assert_int_equal(touched, 0);
  assert_int_equal(sum.procedures, 7);
  apart_run(refute, NULL, &outcome, &sum);
  assert_int_equal(outcome.verdict, VERDICT_FALSE);
  assert_string_equal(outcome.property, "unreach-call");
}

// Nobody who did not get to its end has proved anything.
static void test_lost_processes(void **state) {
  (void)state;
  struct outcome outcome;
  struct stats sum = {0};
  apart_run(crash, NULL, &outcome, &sum);
  assert_int_equal(outcome.verdict, VERDICT_UNKNOWN);
  assert_non_null(strstr(outcome.reason, "crashed"));
  apart_run(give_up, NULL, &outcome, &sum);
  assert_int_equal(outcome.verdict, VERDICT_UNKNOWN);
  assert_non_null(strstr(outcome.reason, "timeout"));
}

static int result(struct outcome outcome, const char *expected) {
  struct capture out;
  capture_init(&out);
  int code = outcome_result(&outcome, out.out);
  assert_string_equal(capture_text(&out), expected);
  capture_release(&out);
  return code;
}

static void test_results(void **state) {
  (void)state;
  struct outcome outcome = {.verdict = VERDICT_TRUE};
  assert_int_equal(result(outcome, "RESULT: true\n"), EXIT_TRUE);
  outcome.is_lost = true;
  assert_int_equal(result(outcome, "RESULT: true\n"), EXIT_BAD_INPUT);
  outcome.is_lost = false;
  outcome_text(outcome.vacuity, sizeof outcome.vacuity, "no calls");
  assert_int_equal(result(outcome, "RESULT: true (vacuous: no calls)\n"), 4);
  outcome = (struct outcome){.verdict = VERDICT_FALSE, .property = "p"};
  assert_int_equal(result(outcome, "RESULT: false(p)\n"), EXIT_FALSE);
  outcome = (struct outcome){.verdict = VERDICT_UNKNOWN, .reason = "why"};
  assert_int_equal(result(outcome, "RESULT: unknown (why)\n"), EXIT_UNKNOWN);
}

static void test_long_texts_are_cut(void **state) {
  (void)state;
  char room[8];
  outcome_text(room, sizeof room, "a long text");
  assert_string_equal(room, "a long ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_outcomes),
      cmocka_unit_test(test_lost_processes),
      cmocka_unit_test(test_results),
      cmocka_unit_test(test_long_texts_are_cut),
  };
  return cmocka_run_group_tests_name("apart", tests, NULL, NULL);
}
