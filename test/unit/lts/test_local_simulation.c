// The local game against the naive fixpoint, and inclusion between two states
// of one LTS against inclusion between two systems.
#include "lts/local_simulation.h"

#include "lts/inclusion.h"
#include "naive.h"

static void check_pairs(const struct naive *naive, const struct lts *lts,
                        bool weak) {
  struct naive saturated;
  naive_matrix related;
  naive_saturate(naive, &saturated);
  naive_simulation(naive, weak ? &saturated : naive, false, related);
  for (int s = 0; s < naive->states; s++)
    for (int t = 0; t < naive->states; t++) {
      enum local_answer answer =
          lts_simulate_locally(lts, (uint32_t)s, (uint32_t)t, weak, 100000);
      assert_int_equal(answer, related[s][t] ? LOCAL_SIMULATED : LOCAL_REFUTED);
    }
}

static void test_simulation(void **state) {
  (void)state;
  struct random random = {77};
  for (int i = 0; i < 3000; i++) {
    struct action_table *actions = action_table_new();
    struct naive first, naive;
    naive_random(&first, &random, false);
    naive_vary(&first, &naive, &random);
    if (2 * naive.states > NAIVE_STATES)
      naive = first;
    struct lts *lts = naive_build(&naive, actions);
    check_pairs(&naive, lts, i % 2);
    lts_free(lts);
    action_table_free(actions);
  }
}

static void test_budget(void **state) {
  (void)state;
  struct action_table *actions = action_table_new();
  struct naive naive = {.states = 6};
  for (int s = 0; s < 3; s++) {
    naive.step[1][s][(s + 1) % 3] = true;
    naive.step[1][s + 3][(s + 1) % 3 + 3] = true;
  }
  struct lts *lts = naive_build(&naive, actions);
  assert_int_equal(lts_simulate_locally(lts, 0, 3, true, 2), LOCAL_UNKNOWN);
  assert_int_equal(lts_simulate_locally(lts, 0, 3, true, 1000),
                   LOCAL_SIMULATED);
  lts_free(lts);
  action_table_free(actions);
}

static void check_inclusions(struct lts *lts, bool weak) {
  struct lts other = *lts;
  struct lts_view view = lts_view_of(&other);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    other.initial = s;
    struct inclusion_options options = {.weak = weak};
    struct inclusion plain = lts_check_inclusion(&view, lts, options);
    options.same_states = true;
    struct inclusion merged = lts_check_inclusion(&view, lts, options);
    assert_int_equal(plain.answer, merged.answer);
    assert_true(merged.pairs <= plain.pairs);
    uint32_t lengths[2] = {0};
    for (uint32_t i = 0; i < plain.run.count; i++)
      lengths[0] += !weak || !action_is_tau(plain.run.at[i].action);
    for (uint32_t i = 0; i < merged.run.count; i++)
      lengths[1] += !weak || !action_is_tau(merged.run.at[i].action);
    assert_int_equal(lengths[0], lengths[1]);
    inclusion_release(&plain);
    inclusion_release(&merged);
  }
}

static void test_same_states(void **state) {
  (void)state;
  struct random random = {78};
  for (int i = 0; i < 3000; i++) {
    struct action_table *actions = action_table_new();
    struct naive naive;
    naive_random(&naive, &random, false);
    struct lts *lts = naive_build(&naive, actions);
    check_inclusions(lts, i % 2);
    lts_free(lts);
    action_table_free(actions);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_simulation),
      cmocka_unit_test(test_budget),
      cmocka_unit_test(test_same_states),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
