// Branches: seeds of one location count once.

#include "../abstraction/random_automaton.h"

#include "refine/branch.h"

static void test_count(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 50; seed++) {
    struct automaton a;
    struct seed_vec seeds = {0};
    bool has[40] = {false};
    uint32_t expected = 0;
    automaton_init(&a, seed, 2);
    assert_int_equal(branch_count(&seeds), 0);
    for (uint32_t i = 0; i < seed; i++) {
      uint32_t location = 1 + random_below(&a.random, 39);
      seed_vec_push(&seeds, (struct seed){{location}, automaton_atom(&a)});
      expected += !has[location];
      has[location] = true;
      assert_int_equal(branch_count(&seeds), expected);
    }
    seed_vec_release(&seeds);
    automaton_release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_count)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
