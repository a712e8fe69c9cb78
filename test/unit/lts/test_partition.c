// The partitions in O(m log n) against rounds of signature refinement, on
// systems larger than the naive fixpoints can take.
#include "lts/partition.h"

#include "lts/levels.h"
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

// The quotient that takes its argument over is the quotient.
static void test_strong_quotient(void **state) {
  (void)state;
  struct random random = {13};
  for (int i = 0; i < 500; i++) {
    struct action_table *actions = action_table_new();
    struct lts *lts = random_lts(&random, actions);
    uint32_t states = lts->state_count, count, *map;
    uint32_t *block_of = partition_strong(lts, &count);
    struct lts *quotient = partition_strong_quotient(lts, &map);
    struct strbuf errors = {0};
    assert_int_equal(quotient->state_count, count);
    assert_memory_equal(map, block_of, states * sizeof *map);
    assert_true(lts_validate(quotient, &errors));
    free(map);
    free(block_of);
    block_of = partition_strong(quotient, &count);
    assert_int_equal(quotient->state_count, count);
    free(block_of);
    strbuf_release(&errors);
    lts_free(quotient);
    action_table_free(actions);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strong),
      cmocka_unit_test(test_branching),
      cmocka_unit_test(test_after_guesses),
      cmocka_unit_test(test_strong_quotient),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
