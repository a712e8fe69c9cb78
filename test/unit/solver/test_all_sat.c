// Enumeration of valuations against brute force.

#include "fixture.h"

enum { MOST = 4 };

struct seen {
  uint32_t count;
  uint32_t stop_after; // 0: never
  uint32_t total;
  bool valuations[1 << MOST];
};

static bool record(void *context, const bool *values) {
  struct seen *seen = context;
  uint32_t number = 0;
  for (uint32_t i = 0; i < seen->count; i++)
    number |= (uint32_t)values[i] << i;
  assert_false(seen->valuations[number]);
  seen->valuations[number] = true;
  return ++seen->total != seen->stop_after;
}

static void brute_force(struct fixture *f, struct term asserted,
                        const struct term *literals, struct seen *seen) {
  for (unsigned n = 0; n < 1u << SMALL_BITS; n++) {
    fixture_assign(f, n);
    if (!holds(f, &asserted, 1))
      continue;
    uint32_t number = 0;
    for (uint32_t i = 0; i < seen->count; i++)
      number |= (uint32_t)holds(f, &literals[i], 1) << i;
    seen->total += !seen->valuations[number];
    seen->valuations[number] = true;
  }
}

static void test_random(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 11);
  for (unsigned round = 0; round < 120; round++) {
    struct seen wanted = {.count = random_below(&f.random, MOST + 1)};
    struct seen found = {.count = wanted.count};
    struct term asserted = small_bool(&f, 3), literals[MOST];
    for (uint32_t i = 0; i < wanted.count; i++)
      literals[i] = small_bool(&f, 1 + random_below(&f.random, 3));
    brute_force(&f, asserted, literals, &wanted);
    struct query *query = query_new(f.solver, PURPOSE_SUCCESSOR);
    query_assert(query, asserted);
    assert_int_equal(query_all(query, literals, found.count, record, &found),
                     ANSWER_SAT);
    assert_int_equal(found.total, wanted.total);
    assert_memory_equal(found.valuations, wanted.valuations,
                        sizeof wanted.valuations);
    // The query is as it was before.
    assert_int_equal(query_check(query, NULL, 0), expected(&f, &asserted, 1));
    query_free(query);
  }
  fixture_release(&f);
}

static void test_early_stop(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 12);
  struct query *query = query_new(f.solver, PURPOSE_SUCCESSOR);
  struct term literals[3];
  for (unsigned i = 0; i < 3; i++)
    literals[i] = term_nonzero(f.terms, term_extract(f.terms, i, 1, f.x));
  struct seen seen = {.count = 3, .stop_after = 5};
  assert_int_equal(query_all(query, literals, 3, record, &seen),
                   ANSWER_UNKNOWN);
  assert_int_equal(seen.total, 5);
  assert_int_equal(query_reason(query), UNKNOWN_NONE);
  seen = (struct seen){.count = 3};
  assert_int_equal(query_all(query, literals, 3, record, &seen), ANSWER_SAT);
  assert_int_equal(seen.total, 8);
  query_free(query);
  fixture_release(&f);
}

// With what Z3 does not know all are found, and it is said that they may be too
// many.
static void test_uninterpreted(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 13);
  struct query *query = query_new(f.solver, PURPOSE_SUCCESSOR);
  struct term p = fixture_variable(&f, "p", sort_bits(64));
  struct term q = fixture_variable(&f, "q", sort_bits(64));
  struct term literals[] = {
      term_compare(f.terms, OP_FLT, term_binary(f.terms, OP_FREM, p, q), q),
      f.b};
  struct seen seen = {.count = 2};
  assert_int_equal(query_all(query, literals, 2, record, &seen),
                   ANSWER_UNKNOWN);
  assert_int_equal(query_reason(query), UNKNOWN_UNINTERPRETED);
  assert_int_equal(seen.total, 4);
  query_assert(query, literals[0]);
  query_assert(query, term_not(f.terms, literals[0]));
  seen = (struct seen){.count = 2};
  assert_int_equal(query_all(query, literals, 2, record, &seen), ANSWER_SAT);
  assert_int_equal(seen.total, 0);
  query_free(query);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_early_stop),
      cmocka_unit_test(test_uninterpreted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
