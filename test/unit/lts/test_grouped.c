// Composition in groups against brute force; witnesses against the definition.
#include "lts/grouped.h"

#include "systems.h"

enum { ROUNDS = 12000 };

static void check_answers(bool deadlock, uint64_t seed) {
  static struct brute_search brute;
  struct random random = {seed};
  int fails = 0, composed = 0, left = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct system system;
    system_draw(&system, &random);
    const struct lts *const *parts = (const struct lts *const *)system.parts;
    struct joint_question question = system_ask(&system, deadlock);
    uint64_t limit = random_below(&random, 3) ? 0 : random_below(&random, 20);
    struct grouped *grouped =
        grouped_new(parts, system.count, &question, limit);
    brute_run(&brute, &system, parts, deadlock);
    enum joint_answer answer = grouped_run(grouped, 0);
    assert_int_equal(answer, brute.depth < 0 ? JOINT_HOLDS : JOINT_FAILS);
    composed += grouped_counts(grouped).composed > 0;
    left += grouped_counts(grouped).groups > 1;
    if (answer == JOINT_FAILS) {
      struct joint_witness witness = grouped_witness(grouped);
      system_check_witness(&brute, &witness);
      joint_witness_release(&witness);
      fails++;
    }
    grouped_free(grouped);
    system_release(&system);
  }
  assert_true(fails > ROUNDS / 10 && fails < ROUNDS - ROUNDS / 10);
  assert_true(composed > ROUNDS / 4 && left > ROUNDS / 10);
}

static void test_inclusion(void **state) {
  (void)state;
  check_answers(false, 31);
}

static void test_deadlock(void **state) {
  (void)state;
  check_answers(true, 32);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_inclusion),
      cmocka_unit_test(test_deadlock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
