// Least covers against all subsets.

#include "fixture.h"

enum { MOST_ITEMS = 10, MOST_CLAUSES = 8, MOST_LENGTH = 4 };

struct problem {
  uint32_t item_count;
  uint32_t weights[MOST_ITEMS];
  uint32_t items[MOST_CLAUSES * MOST_LENGTH];
  uint32_t starts[MOST_CLAUSES + 1];
  struct clause_set clauses;
};

static void problem_draw(struct problem *problem, struct random *random) {
  *problem =
      (struct problem){.item_count = 1 + random_below(random, MOST_ITEMS)};
  uint32_t heaviest = 1 + random_below(random, 5);
  for (uint32_t i = 0; i < problem->item_count; i++)
    problem->weights[i] = random_below(random, heaviest + 1);
  uint32_t count = random_below(random, MOST_CLAUSES + 1), at = 0;
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t n = 1 + random_below(random, MOST_LENGTH); n > 0; n--)
      problem->items[at++] = random_below(random, problem->item_count);
    problem->starts[i + 1] = at;
  }
  problem->clauses =
      (struct clause_set){problem->items, problem->starts, count};
}

static bool covers(const struct problem *problem, uint32_t set) {
  for (uint32_t i = 0; i < problem->clauses.count; i++) {
    bool is_hit = false;
    for (uint32_t j = problem->starts[i]; j < problem->starts[i + 1]; j++)
      is_hit |= set >> problem->items[j] & 1;
    if (!is_hit)
      return false;
  }
  return true;
}

struct cost {
  uint32_t weight; // first
  uint32_t zeros;  // then the number of items without weight
  uint32_t order;  // then those with small items: item 0 is the highest bit
};

static struct cost cost_of(const struct problem *problem, uint32_t set) {
  struct cost cost = {0, 0, 0};
  for (uint32_t i = 0; i < problem->item_count; i++) {
    bool is_in = set >> i & 1;
    cost.weight += is_in ? problem->weights[i] : 0;
    cost.zeros += is_in && problem->weights[i] == 0;
    cost.order = cost.order << 1 | !is_in;
  }
  return cost;
}

static bool is_less(struct cost a, struct cost b) {
  if (a.weight != b.weight)
    return a.weight < b.weight;
  return a.zeros != b.zeros ? a.zeros < b.zeros : a.order < b.order;
}

static uint32_t brute_force(const struct problem *problem) {
  uint32_t best = (1u << problem->item_count) - 1;
  for (uint32_t set = 0; set < 1u << problem->item_count; set++)
    if (covers(problem, set) &&
        is_less(cost_of(problem, set), cost_of(problem, best)))
      best = set;
  return best;
}

static void test_random(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 21);
  for (unsigned round = 0; round < 150; round++) {
    struct problem problem;
    struct u32_vec chosen = {0};
    problem_draw(&problem, &f.random);
    assert_true(solver_least_cover(f.solver, problem.item_count,
                                   problem.weights, &problem.clauses, &chosen));
    uint32_t set = 0;
    for (uint32_t i = 0; i < chosen.count; i++) {
      assert_true(i == 0 || chosen.at[i - 1] < chosen.at[i]);
      set |= 1u << chosen.at[i];
    }
    assert_int_equal(set, brute_force(&problem));
    u32_vec_release(&chosen);
  }
  fixture_release(&f);
}

static void test_impossible(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 22);
  const uint32_t weights[] = {1, UINT32_MAX}, items[] = {0, 1};
  const uint32_t empty[] = {0, 2, 2}, heavy[] = {0, 2};
  struct u32_vec chosen = {0};
  assert_false(solver_least_cover(
      f.solver, 2, weights, &(struct clause_set){items, empty, 2}, &chosen));
  assert_false(solver_least_cover(
      f.solver, 2, weights, &(struct clause_set){items, heavy, 1}, &chosen));
  assert_true(solver_least_cover(
      f.solver, 1, weights, &(struct clause_set){items, (uint32_t[]){0, 1}, 1},
      &chosen));
  assert_int_equal(chosen.count, 1);
  u32_vec_release(&chosen);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_impossible),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
