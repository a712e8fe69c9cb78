// The search with decision diagrams against brute force; witnesses against the
// definition.
#include "lts/symbolic.h"

#include "systems.h"

enum { ROUNDS = 6000 };

static void check_answers(bool deadlock, uint64_t seed, int rounds,
                          bool own_manager) {
  static struct brute_search brute;
  struct random random = {seed};
  struct dd_manager *m = own_manager ? NULL : dd_manager_new();
  int fails = 0;
  for (int round = 0; round < rounds; round++) {
    struct system system;
    system_draw(&system, &random);
    const struct lts *const *parts = (const struct lts *const *)system.parts;
    struct joint_question question = system_ask(&system, deadlock);
    struct symbolic_options options = {.breadth_first = round % 2};
    brute_run(&brute, &system, parts, deadlock);
    struct symbolic_result result =
        symbolic_run(parts, system.count, &question, options, m);
    assert_int_equal(result.answer,
                     brute.depth < 0 ? JOINT_HOLDS : JOINT_FAILS);
    if (result.answer == JOINT_FAILS) {
      if (options.breadth_first)
        assert_int_equal(result.witness.run.count, brute.depth);
      system_check_witness(&brute, &result.witness);
      fails++;
    } else if (!deadlock) {

      assert_true(result.states == brute.count);
    }
    symbolic_result_release(&result);
    system_release(&system);
  }
  if (m)
    dd_manager_free(m);
  assert_true(fails > rounds / 10 && fails < rounds - rounds / 10);
}

static void test_inclusion(void **state) {
  (void)state;
  check_answers(false, 41, ROUNDS, false);
}

static void test_deadlock(void **state) {
  (void)state;
  check_answers(true, 42, ROUNDS, false);
}

static void test_own_manager(void **state) {
  (void)state;
  check_answers(false, 43, ROUNDS / 50, true);
  check_answers(true, 44, ROUNDS / 50, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_inclusion),
      cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_own_manager),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
