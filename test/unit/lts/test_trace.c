// Traces against a simulation over sets of states.

#include "naive.h"

#include "lts/compare.h"
#include "lts/trace.h"

enum { LONGEST = 5 };

// The states after the trace, as bits, with silent steps closed.
static uint32_t close_silently(const struct naive *lts, uint32_t set) {
  for (uint32_t before = ~set; before != set;) {
    before = set;
    for (int s = 0; s < lts->states; s++)
      for (int t = 0; t < lts->states; t++)
        if ((set >> s & 1) && lts->step[0][s][t])
          set |= 1u << t;
  }
  return set;
}

static uint32_t after(const struct naive *lts, uint32_t set, int label) {
  uint32_t next = 0;
  for (int s = 0; s < lts->states; s++)
    for (int t = 0; t < lts->states; t++)
      if ((set >> s & 1) && lts->step[label][s][t])
        next |= 1u << t;
  return close_silently(lts, next);
}

static bool naive_performs(const struct naive *lts, const int *trace,
                           uint32_t length) {
  uint32_t set = close_silently(lts, 1u << lts->initial);
  for (uint32_t i = 0; i < length; i++)
    set = after(lts, set, trace[i]);
  return set != 0;
}

static uint32_t draw_trace(struct random *random, int *trace,
                           uint32_t shortest) {
  uint32_t length = shortest + random_below(random, LONGEST + 1 - shortest);
  for (uint32_t i = 0; i < length; i++)
    trace[i] = 1 + (int)random_below(random, NAIVE_LABELS - 1);
  return length;
}

static struct lts_action_vec as_actions(struct action_table *actions,
                                        const int *trace, uint32_t length) {
  struct lts_action_vec made = {0};
  for (uint32_t i = 0; i < length; i++)
    lts_action_vec_push(&made, naive_action(actions, trace[i]));
  return made;
}

static void test_performs(void **state) {
  (void)state;
  uint32_t yes = 0, no = 0;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    struct random random = {seed};
    struct naive naive;
    int trace[LONGEST];
    naive_random(&naive, &random, false);
    uint32_t length = draw_trace(&random, trace, 0);
    struct action_table *actions = action_table_new();
    struct lts *lts = naive_build(&naive, actions);
    struct lts_action_vec made = as_actions(actions, trace, length);
    bool expected = naive_performs(&naive, trace, length);
    assert_int_equal(lts_performs(lts, &made), expected);
    yes += expected;
    no += !expected;
    lts_action_vec_release(&made);
    lts_free(lts);
    action_table_free(actions);
  }
  assert_true(yes > 300 && no > 300);
}

static void test_project(void **state) {
  (void)state;
  struct action_table *actions = action_table_new();
  struct bitset alphabet = {0};
  struct lts_action_vec into = {0};
  static const int trace[] = {1, 2, 3, 2, 1}, rest[] = {1, 3, 1};
  struct lts_action_vec all = as_actions(actions, trace, 5);
  struct lts_action_vec expected = as_actions(actions, rest, 3);
  bitset_add(&alphabet, naive_action(actions, 1).id);
  bitset_add(&alphabet, naive_action(actions, 3).id);
  trace_project(&all, &alphabet, &into);
  assert_true(trace_equal(&into, &expected));
  assert_false(trace_equal(&into, &all));
  into.at[2] = naive_action(actions, 2);
  assert_false(trace_equal(&into, &expected));
  bitset_release(&alphabet);
  lts_action_vec_release(&into);
  lts_action_vec_release(&expected);
  lts_action_vec_release(&all);
  action_table_free(actions);
}

// Is the word one of everything but the trace? Occurrences of the last action
// before its turn do not count where they are skipped.
static bool is_other(const int *word, uint32_t length, const int *trace,
                     uint32_t count, bool skips) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < length; i++) {
    if (skips && at + 1 < count && word[i] == trace[count - 1])
      continue;
    if (word[i] != trace[at])
      return true;
    if (++at == count)
      return false;
  }
  return true;
}

static void check_words(const struct lts *lts, const int *trace, uint32_t count,
                        bool skips) {
  int word[LONGEST];
  for (uint32_t length = 0; length <= LONGEST; length++) {
    uint32_t words = 1;
    for (uint32_t i = 0; i < length; i++)
      words *= NAIVE_LABELS - 1;
    for (uint32_t w = 0; w < words; w++) {
      for (uint32_t i = 0, rest = w; i < length; i++, rest /= NAIVE_LABELS - 1)
        word[i] = 1 + (int)(rest % (NAIVE_LABELS - 1));
      struct lts_action_vec made = as_actions(lts->actions, word, length);
      assert_int_equal(lts_performs(lts, &made),
                       is_other(word, length, trace, count, skips));
      lts_action_vec_release(&made);
    }
  }
}

// All words up to a length. An action that is skipped is not in the trace
// before its end.
static void test_all_but(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct random random = {seed};
    int trace[LONGEST];
    bool skips = seed % 2;
    uint32_t count = draw_trace(&random, trace, 1);
    for (uint32_t i = 0; skips && i + 1 < count; i++)
      if (trace[i] == trace[count - 1])
        trace[i] = 1 + trace[i] % (NAIVE_LABELS - 1);
    struct action_table *actions = action_table_new();
    struct bitset alphabet = {0};
    for (int a = 1; a < NAIVE_LABELS; a++)
      bitset_add(&alphabet, naive_action(actions, a).id);
    struct lts_action_vec made = as_actions(actions, trace, count);
    struct lts *lts = lts_all_but(actions, &made, &alphabet, skips);
    check_words(lts, trace, count, skips);
    assert_true(bitset_equal(&lts->alphabet, &alphabet));
    lts_free(lts);
    lts_action_vec_release(&made);
    bitset_release(&alphabet);
    action_table_free(actions);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_performs),
      cmocka_unit_test(test_project),
      cmocka_unit_test(test_all_but),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
