// Checks, models, cores and scopes against brute force.

#include "fixture.h"

enum { ROUNDS = 400, MANY = 4 };

static void draw(struct fixture *f, struct term *list, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    list[i] = small_bool(f, 1 + random_below(&f->random, 3));
}

static void check_model(struct fixture *f, struct query *query,
                        const struct term *list, uint32_t count) {
  assignment_clear(f->assignment);
  assert_true(query_model(query, f->assignment));
  assert_true(holds(f, list, count));
}

static void check_core(struct fixture *f, struct query *query,
                       const struct term *asserted,
                       const struct term *assumptions, bool minimise) {
  struct u32_vec core = {0};
  query_core(query, minimise, &core);
  struct term list[MANY + 1] = {*asserted};
  for (uint32_t i = 0; i < core.count; i++) {
    assert_true(i == 0 || core.at[i - 1] < core.at[i]);
    list[i + 1] = assumptions[core.at[i]];
  }
  assert_false(is_possible(f, list, core.count + 1));
  for (uint32_t i = 0; minimise && i < core.count; i++) {
    list[i + 1] = term_true(f->terms);
    assert_true(is_possible(f, list, core.count + 1));
    list[i + 1] = assumptions[core.at[i]];
  }
  u32_vec_release(&core);
}

static void test_assumptions(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 1);
  uint32_t unsat = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct term list[MANY + 1];
    struct query *query = query_new(f.solver, PURPOSE_OTHER);
    draw(&f, list, MANY + 1);
    query_assert(query, list[0]);
    for (unsigned again = 0; again < 2; again++) {
      enum answer answer = query_check(query, list + 1, MANY);
      assert_int_equal(answer, expected(&f, list, MANY + 1));
      unsat += answer == ANSWER_UNSAT;
      if (answer == ANSWER_SAT)
        check_model(&f, query, list, MANY + 1);
      else
        check_core(&f, query, &list[0], list + 1, again);
      draw(&f, list + 1, MANY);
    }
    query_free(query);
  }
  assert_in_range(unsat, ROUNDS / 4, 2 * ROUNDS - ROUNDS / 4);
  fixture_release(&f);
}

static void test_scopes(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 2);
  for (unsigned round = 0; round < 20; round++) {
    struct query *query = query_new(f.solver, PURPOSE_OTHER);
    struct term_vec list = {0};
    struct u32_vec scopes = {0};
    for (unsigned step = 0; step < 20; step++) {
      struct term assumption = small_bool(&f, 2);
      switch (random_below(&f.random, 3)) {
      case 0:
        query_push(query);
        u32_vec_push(&scopes, list.count);
        break;
      case 1:
        if (scopes.count > 0) {
          query_pop(query);
          list.count = u32_vec_pop(&scopes);
        }
        break;
      default:
        term_vec_push(&list, small_bool(&f, 2));
        query_assert(query, *term_vec_last(&list));
      }
      term_vec_push(&list, assumption);
      assert_int_equal(query_check(query, &assumption, 1),
                       expected(&f, list.at, list.count));
      term_vec_pop(&list);
    }
    query_free(query);
    term_vec_release(&list);
    u32_vec_release(&scopes);
  }
  fixture_release(&f);
}

// Literals are decided without Z3.
static void test_trivial(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 3);
  struct query *query = query_new(f.solver, PURPOSE_PROOF);
  struct term yes = term_true(f.terms), no = term_false(f.terms);
  struct u32_vec core = {0};
  assert_int_equal(query_check(query, &yes, 1), ANSWER_SAT);
  assert_true(query_model(query, f.assignment));
  struct term some[] = {yes, f.b, no};
  assert_int_equal(query_check(query, some, 3), ANSWER_UNSAT);
  query_core(query, true, &core);
  assert_int_equal(core.count, 1);
  assert_int_equal(core.at[0], 2);
  query_push(query);
  query_assert(query, no);
  assert_int_equal(query_check(query, some, 2), ANSWER_UNSAT);
  u32_vec_clear(&core);
  query_core(query, true, &core);
  assert_int_equal(core.count, 0);
  query_pop(query);
  assert_int_equal(query_check(query, NULL, 0), ANSWER_SAT);
  assert_int_equal(solver_counts(f.solver)->checks[PURPOSE_PROOF], 0);
  u32_vec_release(&core);
  query_free(query);
  fixture_release(&f);
}

static void test_equal_assumptions(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 4);
  struct query *query = query_new(f.solver, PURPOSE_OTHER);
  struct term zero = term_const(f.terms, SMALL_WIDTH, 0);
  struct term is_zero = term_eq(f.terms, f.x, zero);
  struct term list[] = {f.b, is_zero, is_zero,
                        term_compare(f.terms, OP_ULT, zero, f.x), f.b};
  struct u32_vec core = {0};
  assert_int_equal(query_check(query, list, 5), ANSWER_UNSAT);
  query_core(query, false, &core);
  assert_int_equal(core.count, 2);
  assert_int_equal(core.at[0], 1);
  assert_int_equal(core.at[1], 3);
  u32_vec_release(&core);
  query_free(query);
  fixture_release(&f);
}

// Wide constants, big arrays, and values beyond 64 bits in models.
static void test_wide(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 5);
  struct term memory = fixture_variable(&f, "memory", sort_array(64, 128));
  struct term i = fixture_variable(&f, "i", sort_bits(64));
  u128 big = (u128)0x0123456789abcdef << 64 | 0xfedcba9876543210;
  struct term value = term_const(f.terms, 128, big);
  struct term next = term_add(f.terms, i, term_const(f.terms, 64, 1));
  struct term list[] = {
      term_eq(f.terms, term_select(f.terms, memory, i), value),
      term_eq(f.terms, term_select(f.terms, memory, next),
              term_add(f.terms, value, value)),
      term_compare(f.terms, OP_ULT, term_const(f.terms, 64, 1000), i)};
  struct query *query = query_new(f.solver, PURPOSE_OTHER);
  assert_int_equal(query_check(query, list, 3), ANSWER_SAT);
  check_model(&f, query, list, 3);
  assert_true(term_evaluate(f.assignment, term_select(f.terms, memory, i)) ==
              big);
  query_free(query);
  fixture_release(&f);
}

// Chains deeper than any stack that a recursion would need.
static void test_deep(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 6);
  struct term v = fixture_variable(&f, "v", sort_bits(8)), t = v;
  for (unsigned i = 0; i < 20000; i++)
    t = term_unary(f.terms, OP_BVNOT,
                   term_binary(f.terms, i % 2 ? OP_BVXOR : OP_ADD, t,
                               term_const(f.terms, 8, 2 * i % 255 + 1)));
  struct term list[] = {term_eq(f.terms, v, term_const(f.terms, 8, 77)),
                        term_eq(f.terms, t, term_const(f.terms, 8, 5))};
  assert_int_not_equal(solver_check(f.solver, PURPOSE_OTHER, list, 2),
                       ANSWER_UNKNOWN);
  fixture_release(&f);
}

// What Z3 knows nothing about: what follows from equality alone is known, the
// rest is not.
static void test_uninterpreted(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 7);
  struct term p = fixture_variable(&f, "p", sort_bits(32));
  struct term q = fixture_variable(&f, "q", sort_bits(32));
  struct term sum_p = term_binary(f.terms, OP_FREM, p, p);
  struct term sum_q = term_binary(f.terms, OP_FREM, q, q);
  struct term differ = term_not(f.terms, term_eq(f.terms, sum_p, sum_q));
  struct term same = term_eq(f.terms, p, q);
  struct query *query = query_new(f.solver, PURPOSE_OTHER);
  assert_int_equal(query_check(query, &differ, 1), ANSWER_UNKNOWN);
  assert_int_equal(query_reason(query), UNKNOWN_UNINTERPRETED);
  assert_true(query_model(query, f.assignment));
  query_assert(query, differ);
  assert_int_equal(query_check(query, &same, 1), ANSWER_UNSAT);
  assert_int_equal(query_check(query, NULL, 0), ANSWER_UNKNOWN);
  assert_int_equal(query_reason(query), UNKNOWN_UNINTERPRETED);
  query_free(query);
  struct term less = term_compare(f.terms, OP_FLT, sum_p, q);
  struct term list[] = {less, term_nonzero(f.terms, p)};
  for (unsigned again = 0; again < 2; again++) {
    assert_int_equal(solver_check(f.solver, PURPOSE_PROOF, list, 2),
                     ANSWER_UNKNOWN);
    assert_int_equal(solver_reason(f.solver), UNKNOWN_UNINTERPRETED);
  }
  assert_int_equal(solver_counts(f.solver)->cached[PURPOSE_PROOF], 1);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assumptions),
      cmocka_unit_test(test_scopes),
      cmocka_unit_test(test_trivial),
      cmocka_unit_test(test_equal_assumptions),
      cmocka_unit_test(test_wide),
      cmocka_unit_test(test_deep),
      cmocka_unit_test(test_uninterpreted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
