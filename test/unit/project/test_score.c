// What answers are worth.
#include "../unit.h"

#include "project/score.h"

static void expect(struct score score, enum judgement judgement, int points) {
  assert_int_equal(score.judgement, judgement);
  assert_int_equal(score.points, points);
}

static void test_scores(void **state) {
  (void)state;
  expect(score_of("true", "", "true", ""), JUDGED_RIGHT, 2);
  expect(score_of("false", "", "false", "unreach-call"), JUDGED_RIGHT, 1);
  expect(score_of("false", "valid-free", "false", "valid-free"), JUDGED_RIGHT,
         1);
  expect(score_of("false", "valid-free", "false", "valid-deref"), JUDGED_WRONG,
         -16);
  expect(score_of("true", "", "false", ""), JUDGED_WRONG, -16);
  expect(score_of("false", "", "true", ""), JUDGED_WRONG, -32);
  expect(score_of("false", "", "unknown", ""), JUDGED_UNKNOWN, 0);
  expect(score_of("", "", "true", ""), JUDGED_NOT, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_scores)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
