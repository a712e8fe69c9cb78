// Minimisation: the result is equivalent to the original by the naive
// fixpoints, and as small as the number of reachable classes.
#include "lts/minimise.h"

#include "lts/compare.h"
#include "naive.h"

static void relate(const struct naive *lts, enum lts_equivalence equivalence,
                   naive_matrix related) {
  struct naive exposed = *lts, weak;
  naive_expose(&exposed, false);
  naive_saturate(&exposed, &weak);
  switch (equivalence) {
  case LTS_STRONG: naive_simulation(&exposed, &exposed, true, related); break;
  case LTS_BRANCHING: naive_branching(&exposed, related); break;
  case LTS_DIVERGENCE: naive_divergence(&exposed, related); break;
  default: naive_simulation(&exposed, &weak, true, related); break;
  }
}

static uint32_t count_classes(const struct naive *lts,
                              const naive_matrix related) {
  uint32_t reached = 1u << lts->initial, before = 0, count = 0;
  while (before != reached) {
    before = reached;
    for (int a = 0; a < NAIVE_ACTIONS; a++)
      reached |= naive_post(lts, reached, a);
  }
  for (int s = 0; s < lts->states; s++) {
    bool is_first = reached >> s & 1;
    for (int t = 0; t < s; t++)
      if ((reached >> t & 1) && related[s][t])
        is_first = false;
    count += is_first;
  }
  return count;
}

// Without any of its steps the system has other weak steps.
static void check_no_step_follows(const struct naive *small) {
  struct naive all, fewer, left;
  naive_saturate(small, &all);
  for (int a = 0; a < NAIVE_ACTIONS; a++)
    for (int s = 0; s < small->states; s++)
      for (int t = 0; t < small->states; t++)
        if (small->step[a][s][t]) {
          fewer = *small;
          fewer.step[a][s][t] = false;
          naive_saturate(&fewer, &left);
          assert_memory_not_equal(all.step, left.step, sizeof all.step);
        }
}

static void check_one(const struct naive *from,
                      enum lts_equivalence equivalence) {
  struct action_table *actions = action_table_new();
  uint32_t *map;
  struct lts *small =
      lts_minimise(naive_build(from, actions), equivalence, 0, &map);
  struct naive to, both;
  naive_matrix related;
  struct strbuf errors = {0};
  assert_true(lts_validate(small, &errors));
  naive_from(small, &to);
  if (equivalence == LTS_WEAK)
    check_no_step_follows(&to);
  naive_union(from, &to, &both);
  relate(&both, equivalence, related);
  assert_true(related[from->initial][to.initial + from->states]);
  assert_int_equal(count_classes(from, related), small->state_count);
  // Every state is equivalent to the one it is mapped to.
  for (int s = 0; s < from->states; s++)
    if (map[s] != STATE_NONE)
      assert_true(related[s][(int)map[s] + from->states]);
  assert_int_equal(map[from->initial], small->initial);
  free(map);
  strbuf_release(&errors);
  lts_free(small);
  action_table_free(actions);
}

static void check_many(enum lts_equivalence equivalence) {
  struct random random = {500 + (uint64_t)equivalence};
  for (int i = 0; i < 3000; i++) {
    struct naive first, lts;
    naive_random(&first, &random, i % 4 == 0);
    naive_vary(&first, &lts, &random);
    if (2 * lts.states > NAIVE_STATES)
      lts = first;
    check_one(&lts, equivalence);
  }
}

static void test_strong(void **state) {
  (void)state;
  check_many(LTS_STRONG);
}
static void test_branching(void **state) {
  (void)state;
  check_many(LTS_BRANCHING);
}
static void test_divergence(void **state) {
  (void)state;
  check_many(LTS_DIVERGENCE);
}
static void test_weak(void **state) {
  (void)state;
  check_many(LTS_WEAK);
}

// Trace minimisation: deterministic, the same traces, and no two states with
// the same ones.
static void check_traces(bool weak) {
  struct random random = {600 + weak};
  for (int i = 0; i < 2000; i++) {
    struct naive from, to;
    naive_random(&from, &random, false);
    struct action_table *actions = action_table_new();
    uint32_t *map;
    struct lts *small =
        lts_minimise(naive_build(&from, actions),
                     weak ? LTS_WEAK_TRACE : LTS_TRACE, 14, &map);
    assert_null(map);
    if (!small) { // more sets than the naive systems can hold
      action_table_free(actions);
      continue;
    }
    naive_from(small, &to);
    for (int s = 0; s < to.states; s++)
      for (int a = 0; a < NAIVE_ACTIONS; a++) {
        uint32_t next = naive_post(&to, 1u << s, a);
        assert_true((next & (next - 1)) == 0 && (a || !weak || !next));
      }
    assert_int_equal(naive_inclusion(&from, &to, weak), -1);
    assert_int_equal(naive_inclusion(&to, &from, weak), -1);
    for (int s = 0; s < to.states; s++)
      for (int t = 0; t < s; t++) {
        struct naive x = to, y = to;
        x.initial = s;
        y.initial = t;
        assert_true(naive_inclusion(&x, &y, weak) >= 0 ||
                    naive_inclusion(&y, &x, weak) >= 0);
      }
    lts_free(small);
    action_table_free(actions);
  }
}

static void test_trace(void **state) {
  (void)state;
  check_traces(false);
}
static void test_weak_trace(void **state) {
  (void)state;
  check_traces(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strong),     cmocka_unit_test(test_branching),
      cmocka_unit_test(test_divergence), cmocka_unit_test(test_weak),
      cmocka_unit_test(test_trace),      cmocka_unit_test(test_weak_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
