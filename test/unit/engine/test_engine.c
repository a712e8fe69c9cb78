// Every kind of demand has its engine, or a reason why there is none.
#include "../unit.h"

#include "engine/engine.h"

static void expect(const struct demand *demand, const char *name,
                   const char *reason) {
  struct strbuf why = {0};
  const struct engine *engine = engine_for(demand, &why);
  assert_int_equal(engine != NULL, name != NULL);
  if (engine)
    assert_string_equal(engine->name, name);
  assert_string_equal(strbuf_text(&why), reason);
  strbuf_release(&why);
}

static void test_assertions(void **state) {
  (void)state;
  struct demand demand = {0};
  expect(&demand, "assertions", "");
  demand.beyond = "valid-memsafety";
  expect(&demand, NULL, "valid-memsafety");
}

static void test_checks(void **state) {
  (void)state;
  struct item item = {.check = {.goal = GOAL_REFINES}};
  struct spec_check check = {.item = &item};
  struct demand demand = {.check = &check};
  check.subject = SUBJECT_FUNCTION;
  expect(&demand, "conformance", "");
  check.subject = SUBJECT_SYSTEM;
  expect(&demand, "systems", "");
  check.subject = SUBJECT_PROCESS;
  expect(&demand, "processes", "");
  item.check.goal = GOAL_DEADLOCK_FREE;
  expect(&demand, "processes", "");
  item.check.goal = GOAL_ASSERTIONS;
  expect(&demand, NULL, "there is no such check of processes");
}

// Without an engine the answer is honest, and nothing else is touched.
static void test_unknown(void **state) {
  (void)state;
  struct engine_context context = {0};
  struct demand demand = {.beyond = "termination"};
  struct result result = {0};
  engine_answer(&context, &demand, &result);
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
