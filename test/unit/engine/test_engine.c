// Every kind of question has its engine, or a reason why there is none.
#include "../unit.h"

#include "engine/engine.h"

static void expect(const struct engine_question *question, const char *name,
                   const char *reason) {
  struct strbuf why = {0};
  const struct engine *engine = engine_for(question, &why);
  assert_int_equal(engine != NULL, name != NULL);
  if (engine)
    assert_string_equal(engine->name, name);
  assert_string_equal(strbuf_text(&why), reason);
  strbuf_release(&why);
}

static void test_assertions(void **state) {
  (void)state;
  struct engine_question question = {0};
  expect(&question, "assertions", "");
  question.beyond = "valid-memsafety";
  expect(&question, NULL, "valid-memsafety");
}

static void test_checks(void **state) {
  (void)state;
  struct item item = {.check = {.goal = GOAL_REFINES}};
  struct spec_check check = {.item = &item};
  struct engine_question question = {.check = &check};
  check.subject = SUBJECT_FUNCTION;
  expect(&question, "conformance", "");
  check.subject = SUBJECT_SYSTEM;
  expect(&question, "systems", "");
  check.subject = SUBJECT_PROCESS;
  expect(&question, "processes", "");
  item.check.goal = GOAL_DEADLOCK_FREE;
  expect(&question, "processes", "");
  item.check.goal = GOAL_ASSERTIONS;
  expect(&question, NULL, "there is no such check of processes");
}

// Without an engine the answer is honest, and nothing else is touched.
static void test_unknown(void **state) {
  (void)state;
  struct engine_context context = {0};
  struct engine_question question = {.beyond = "termination"};
  struct result result = {0};
  engine_answer(&context, &question, &result);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_string_equal(strbuf_text(&result.reason), "termination");
  result_release(&result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assertions),
      cmocka_unit_test(test_checks),
      cmocka_unit_test(test_unknown),
  };
  return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
