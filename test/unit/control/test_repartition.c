// Classes that exclude all paths so far: the example of seed 002, section 2,
// and all modes on random clauses.

#include "../unit.h"

#include "control/repartition.h"

enum { PLACES = 21 };

struct setting {
  struct interner *names;
  struct term_table *terms;
  struct solver *solver;
  uint32_t owners[PLACES];
  struct repartition repartition;
};

static void begin(struct setting *s, enum control_mode mode) {
  s->names = interner_new();
  s->terms = term_table_new(s->names);
  s->solver = solver_new(s->terms);
  for (uint32_t i = 0; i < PLACES; i++)
    s->owners[i] = i > 10;
  repartition_init(&s->repartition, mode, s->solver, PLACES, s->owners);
}

static void end(struct setting *s) {
  repartition_release(&s->repartition);
  solver_free(s->solver);
  term_table_free(s->terms);
  interner_free(s->names);
}

static void add(struct setting *s, const struct colour_pair *pairs,
                uint32_t count) {
  struct colour_pair_vec clause = {0};
  colour_pair_vec_append(&clause, pairs, count);
  repartition_add(&s->repartition, &clause);
  colour_pair_vec_release(&clause);
  assert_true(repartition_solve(&s->repartition));
}

static bool together(const struct setting *s, uint32_t a, uint32_t b) {
  return s->repartition.classes[a] == s->repartition.classes[b];
}

// 11 != 13, 12 != 16, 11 != 12: {11, 16} and {12, 13} suffice, although 11 and
// 12 may have been together before.
static void test_reuse(void **state) {
  (void)state;
  struct setting s;
  begin(&s, CONTROL_FEWEST);
  add(&s, (struct colour_pair[]){{11, 13}, {14, 17}}, 2);
  assert_int_equal(s.repartition.count, 2);
  add(&s, (struct colour_pair[]){{11, 13}}, 1);
  add(&s, (struct colour_pair[]){{12, 16}}, 1);
  assert_int_equal(s.repartition.count, 2);
  add(&s, (struct colour_pair[]){{11, 12}}, 1);
  assert_int_equal(s.repartition.count, 2);
  assert_true(together(&s, 11, 16) && together(&s, 12, 13));
  assert_false(together(&s, 11, 12));
  assert_int_equal(s.repartition.clauses.ends.count, 3); // one was implied
  end(&s);
}

// Each of the places is a class of its own, and stays one.
static void test_monotonic(void **state) {
  (void)state;
  struct setting s;
  begin(&s, CONTROL_MONOTONIC);
  add(&s, (struct colour_pair[]){{11, 13}}, 1);
  assert_int_equal(s.repartition.count, 3);
  add(&s, (struct colour_pair[]){{12, 16}}, 1);
  assert_int_equal(s.repartition.count, 5);
  add(&s, (struct colour_pair[]){{11, 12}}, 1);
  assert_int_equal(s.repartition.count, 5);
  assert_true(together(&s, 14, 15) && together(&s, 1, 20));
  assert_false(together(&s, 11, 16) || together(&s, 12, 13));
  end(&s);
}

static void test_random(void **state) {
  (void)state;
  static const enum control_mode modes[] = {CONTROL_FEWEST, CONTROL_MONOTONIC,
                                            CONTROL_BALANCED};
  struct random random = {3};
  for (uint32_t round = 0; round < 30; round++) {
    struct setting s;
    begin(&s, modes[round % 3]);
    for (uint32_t i = 0; i < 8; i++) {
      struct colour_pair pairs[3];
      uint32_t count = 1 + random_below(&random, 3);
      for (uint32_t k = 0; k < count; k++) {
        pairs[k].a = random_below(&random, PLACES - 1);
        pairs[k].b =
            pairs[k].a + 1 + random_below(&random, PLACES - 1 - pairs[k].a);
      }
      add(&s, pairs, count); // which checks that all clauses are satisfied
    }
    end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reuse),
      cmocka_unit_test(test_monotonic),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
