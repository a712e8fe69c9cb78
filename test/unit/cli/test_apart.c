// Questions in processes of their own: what comes back, also from those that
// crash or give up.
#include "../unit.h"

#include <signal.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "cli/apart.h"

static void prove(void *context, struct outcome *outcome) {
  (*(int *)context)++; // in the child only
  outcome->result.verdict = VERDICT_TRUE;
  outcome->result.stats.procedures = 3;
}

static void refute(void *context, struct outcome *outcome) {
  (void)context;
  outcome->result.verdict = VERDICT_FALSE;
  outcome->result.property = intern(outcome->result.names, "unreach-call");
  outcome->is_lost = true;
}

static void crash(void *context, struct outcome *outcome) {
  (void)context;
  outcome->result.verdict = VERDICT_TRUE;
  signal(SIGABRT, SIG_DFL);
  abort();
}

static void give_up(void *context, struct outcome *outcome) {
  (void)context;
  outcome->result.verdict = VERDICT_TRUE;
  _exit(EXIT_UNKNOWN);
}

static void doubt(void *context, struct outcome *outcome) {
  outcome->result.verdict = VERDICT_UNKNOWN;
  strbuf_add(&outcome->result.reason, context);
}

// Asks, and says what came back.
static struct outcome asked(void (*question)(void *, struct outcome *),
                            void *context, struct stats *sum) {
  struct outcome outcome = {.result = {.names = interner_new()}};
  apart_run(question, context, &outcome, sum);
  return outcome;
}

static void outcome_release(struct outcome *outcome) {
  interner_free(outcome->result.names);
  result_release(&outcome->result);
}

static void test_outcomes(void **state) {
  (void)state;
  struct stats sum = {.procedures = 4};
  int touched = 0;
  struct outcome outcome = asked(prove, &touched, &sum);
  assert_int_equal(outcome.result.verdict, VERDICT_TRUE);
  assert_int_equal(touched, 0);
  assert_int_equal(sum.procedures, 7);
  outcome_release(&outcome);
  outcome = asked(refute, NULL, &sum);
  assert_int_equal(outcome.result.verdict, VERDICT_FALSE);
  assert_true(outcome.is_lost);
  assert_string_equal(name_text(outcome.result.names, outcome.result.property),
                      "unreach-call");
  outcome_release(&outcome);
}

// Texts come back whole.
static void test_long_texts(void **state) {
  (void)state;
  enum { LENGTH = 200000 }; // more than a pipe holds
  struct stats sum = {0};
  char *text = memory_new_zero(LENGTH + 1, 1);
  memset(text, 'x', LENGTH);
  struct outcome outcome = asked(doubt, text, &sum);
  assert_int_equal(outcome.result.verdict, VERDICT_UNKNOWN);
  assert_string_equal(strbuf_text(&outcome.result.reason), text);
  outcome_release(&outcome);
  free(text);
}

static void expect_lost(void (*question)(void *, struct outcome *),
                        const char *reason) {
  struct stats sum = {0};
  struct outcome outcome = asked(question, NULL, &sum);
  assert_int_equal(outcome.result.verdict, VERDICT_UNKNOWN);
  assert_non_null(strstr(strbuf_text(&outcome.result.reason), reason));
  outcome_release(&outcome);
}

// Nobody who did not get to its end has proved anything.
static void test_lost_processes(void **state) {
  (void)state;
  expect_lost(crash, "crashed");
  expect_lost(give_up, "timeout");
}

static int conclusion(const struct outcome *outcome, const char *expected) {
  struct capture out;
  capture_init(&out);
  int code = outcome_conclude(outcome, (struct text_style){0}, out.out);
  assert_string_equal(capture_text(&out), expected);
  capture_release(&out);
  return code;
}

static void test_conclusions(void **state) {
  (void)state;
  struct outcome outcome = {.result = {.names = interner_new()}};
  struct result *result = &outcome.result;
  result->verdict = VERDICT_TRUE;
  assert_int_equal(conclusion(&outcome, "RESULT: true\n"), EXIT_TRUE);
  outcome.is_lost = true;
  assert_int_equal(conclusion(&outcome, "RESULT: true\n"), EXIT_BAD_INPUT);
  outcome.is_lost = false;
  strbuf_add(&result->vacuity, "no calls");
  assert_int_equal(conclusion(&outcome, "RESULT: true (vacuous: no calls)\n"),
                   EXIT_VACUOUS);
  result->verdict = VERDICT_FALSE;
  result->property = intern(result->names, "p");
  assert_int_equal(conclusion(&outcome, "RESULT: false(p)\n"), EXIT_FALSE);
  result->verdict = VERDICT_UNKNOWN;
  strbuf_add(&result->reason, "why");
  assert_int_equal(conclusion(&outcome, "RESULT: unknown (why)\n"),
                   EXIT_UNKNOWN);
  outcome_release(&outcome);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_outcomes),
      cmocka_unit_test(test_long_texts),
      cmocka_unit_test(test_lost_processes),
      cmocka_unit_test(test_conclusions),
  };
  return cmocka_run_group_tests_name("apart", tests, NULL, NULL);
}
