// The partitions in O(m log n) against rounds of signature refinement, on
// systems larger than the naive fixpoints can take.
#include "lts/partition.h"

#include "lts/levels.h"
#include "lts/transform.h"
#include "naive.h"

// Silent steps lead to higher numbers only, so that there are no cycles.
static struct lts *random_lts(struct random *random,
                              struct action_table *actions) {
  struct lts_builder builder;
  uint32_t states = 1 + random_below(random, 1 + random_below(random, 120));
  uint32_t labels = 1 + random_below(random, 4);
  uint32_t steps = random_below(random, 4 * states + 1);
  bool is_local = random_below(random, 2);
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, states);
  for (uint32_t i = 0; i < steps; i++) {
    uint32_t from = random_below(random, states);
    uint32_t to = is_local ? (from + random_below(random, 4)) % states
                           : random_below(random, states);
    uint32_t label = random_below(random, labels);
    if (!label && from == to)
      continue;
    if (!label && from > to) {
      uint32_t other = from;
      from = to;
      to = other;
    }
    lts_builder_step(&builder, from, naive_action(actions, (int)label), to);
  }
  return lts_builder_finish(&builder);
}

// Same partition: a one-to-one map between the blocks.
static void check_same(const struct lts *lts, const uint32_t *block_of,
                       uint32_t count, const struct levels *levels) {
  uint32_t there[128], back[128];
  memset(there, 0xff, sizeof there);
  memset(back, 0xff, sizeof back);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint32_t x = block_of[s], y = levels_block_of(levels, s);
    assert_true(x < count && y < lts->state_count);
    if (there[x] == UINT32_MAX && back[y] == UINT32_MAX) {
      there[x] = y;
      back[y] = x;
    }
    assert_int_equal(there[x], y);
    assert_int_equal(back[y], x);
  }
}

static uint32_t *partition(const struct lts *lts, bool branching,
                           uint32_t guesses, uint32_t *count) {
  return branching ? partition_branching_after(lts, guesses, count)
                   : partition_strong_after(lts, guesses, count);
}

static void check_many(bool branching, uint32_t guesses, uint32_t rounds,
                       uint64_t seed) {
  struct random random = {seed};
  uint32_t merged = 0;
  for (uint32_t i = 0; i < rounds; i++) {
    struct action_table *actions = action_table_new();
    struct lts *lts = random_lts(&random, actions);
    uint32_t count;
    uint32_t *block_of = partition(lts, branching, guesses, &count);
    struct levels *levels = levels_new(lts, branching);
    check_same(lts, block_of, count, levels);
    merged += count < lts->state_count;
    levels_free(levels);
    free(block_of);
    lts_free(lts);
    action_table_free(actions);
  }
  assert_true(merged > rounds / 4);
}

static uint32_t round_count(void) {
  const char *text = getenv("LTS_ROUNDS");
  return text ? (uint32_t)atoi(text) : 3000;
}

static void test_strong(void **state) {
  (void)state;
  check_many(false, 0, round_count(), 11);
}

static void test_branching(void **state) {
  (void)state;
  check_many(true, 0, round_count(), 12);
}

static void test_after_guesses(void **state) {
  (void)state;
  check_many(false, 1, round_count(), 17);
  check_many(false, 100, round_count(), 18);
  check_many(true, 1, round_count(), 14);
  check_many(true, 2, round_count(), 15);
  check_many(true, 100, round_count(), 16);
}

static void check_quotient(struct lts *lts, bool branching) {
  uint32_t states = lts->state_count, count, *map;
  uint32_t *block_of = branching ? partition_branching(lts, &count)
                                 : partition_strong(lts, &count);
  struct lts *expected = lts_quotient(lts, block_of, count, !branching);
  struct lts *quotient = branching ? partition_branching_quotient(lts, &map)
                                   : partition_strong_quotient(lts, &map);
  struct strbuf errors = {0};
  assert_memory_equal(map, block_of, states * sizeof *map);
  assert_true(lts_validate(quotient, &errors));
  assert_true(lts_equal(quotient, expected));
  free(map);
  free(block_of);
  strbuf_release(&errors);
  lts_free(expected);
  lts_free(quotient);
}

// The quotients that take their argument over are the quotients.
static void test_quotients(void **state) {
  (void)state;
  struct random random = {13};
  for (int i = 0; i < 2000; i++) {
    struct action_table *actions = action_table_new();
    check_quotient(random_lts(&random, actions), i % 2);
    action_table_free(actions);
  }
}

// More actions than fit into one byte.
static void test_many_actions(void **state) {
  (void)state;
  struct action_table *actions = action_table_new();
  struct lts_builder builder;
  lts_builder_init(&builder, actions);
  lts_builder_states(&builder, 1001);
  for (uint32_t s = 0; s < 1000; s++) {
    char name[16];
    snprintf(name, sizeof name, "a%u", s / 2);
    lts_builder_step(&builder, s, action_intern(actions, name), s + 1);
    if (s % 2)
      lts_builder_step(&builder, s - 1, action_tau, s);
  }
  check_quotient(lts_builder_finish(&builder), true);
  action_table_free(actions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strong),        cmocka_unit_test(test_branching),
      cmocka_unit_test(test_after_guesses), cmocka_unit_test(test_quotients),
      cmocka_unit_test(test_many_actions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
