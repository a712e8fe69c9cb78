// Contraction against the definition: the same weak traces, and the same ones
// into ERROR; or a branching bisimilar system; never a larger one.
#include "lts/contract.h"

#include "lts/compare.h"
#include "lts/transform.h"
#include "systems.h"

enum { ROUNDS = 12000 };

static void check_related(const struct lts *a, const struct lts *b,
                          enum lts_relation relation) {
  struct compare_options options = {.relation = relation, .both = true};
  struct lts *x = lts_expose_kinds(a), *y = lts_expose_kinds(b);
  struct comparison comparison = lts_compare(x, y, options);
  assert_int_equal(comparison.answer, COMPARE_HOLDS);
  comparison_release(&comparison);
  lts_free(x);
  lts_free(y);
}

static uint32_t silent_steps(const struct lts *lts) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < lts->step_count; i++)
    count += action_is_tau(lts->steps[i].action);
  return count;
}

struct tally {
  int smaller, fewer_silent, with_error;
};

static void check_one(const struct lts *lts, const struct bitset *kept,
                      enum lts_equivalence equivalence, uint64_t limit,
                      struct tally *tally) {
  struct lts *small = lts_contract(lts, kept, equivalence, limit);
  struct lts *visible = lts_project(lts, kept);
  struct strbuf errors = {0};
  assert_true(lts_validate(small, &errors));
  assert_true(small->state_count <= lts->state_count);
  assert_true(small->state_count + small->step_count <=
              lts->state_count + lts->step_count);
  assert_true(bitset_equal(&small->alphabet, &visible->alphabet));
  check_related(small, visible,
                equivalence == LTS_BRANCHING ? RELATION_BRANCHING_BISIM
                                             : RELATION_WEAK_TRACE);
  tally->smaller += small->state_count < lts->state_count;
  tally->fewer_silent += silent_steps(small) < silent_steps(visible);
  tally->with_error += small->kinds != NULL;
  lts_free(small);
  lts_free(visible);
}

static void check_all(enum lts_equivalence equivalence, uint64_t seed) {
  struct random random = {seed};
  struct tally tally = {0};
  for (int round = 0; round < ROUNDS; round++) {
    struct system system;
    system_draw(&system, &random);
    struct bitset kept = {0};
    for (uint32_t a = 2; a <= action_count(system.actions); a++)
      if (random_below(&random, 4))
        bitset_add(&kept, a);
    uint64_t limit = random_below(&random, 2) ? 0 : random_below(&random, 20);
    check_one(system.parts[0], &kept, equivalence, limit, &tally);
    bitset_release(&kept);
    system_release(&system);
  }
  assert_true(tally.smaller > ROUNDS / 4 && tally.smaller < ROUNDS);
  assert_true(tally.fewer_silent > ROUNDS / 4);
  assert_true(tally.with_error > ROUNDS / 50);
}

static void test_traces(void **state) {
  (void)state;
  check_all(LTS_WEAK_TRACE, 21);
}

static void test_branching(void **state) {
  (void)state;
  check_all(LTS_BRANCHING, 22);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_traces),
      cmocka_unit_test(test_branching),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
