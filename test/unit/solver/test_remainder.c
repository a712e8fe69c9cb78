// Facts about remainders: what they exclude is impossible, by trying every
// assignment; and they suffice for what divisibility by Euclid's algorithm
// needs, in 32 bits.

#include "fixture.h"

#include "solver/internal.h"

enum { WIDTH = 4, COUNT = 3, ROUNDS = 3000, PARTS = 4, LIMIT = 400000 };

static struct term any_number(struct fixture *f, const struct term *v) {
  struct term a = v[random_below(&f->random, COUNT)];
  struct term b = v[random_below(&f->random, COUNT)];
  switch (random_below(&f->random, 6)) {
  case 0: return term_add(f->terms, a, b);
  case 1: return term_sub(f->terms, a, b);
  case 2:
    return term_ite(f->terms, term_compare(f->terms, OP_ULT, b, a),
                    term_sub(f->terms, a, b), a);
  case 3: return term_const(f->terms, WIDTH, random_below(&f->random, 4));
  default: return a;
  }
}

// Mostly remainders by the same variable.
static struct term any_remainder(struct fixture *f, const struct term *v) {
  struct term by = v[random_below(&f->random, 4) ? 0 : 1];
  enum term_op op = random_below(&f->random, 3) ? OP_UREM : OP_SREM;
  return random_below(&f->random, 4)
             ? term_binary(f->terms, op, any_number(f, v), by)
             : any_number(f, v);
}

static struct term any_comparison(struct fixture *f, const struct term *v) {
  struct term a = any_remainder(f, v);
  struct term b = random_below(&f->random, 2) ? term_const(f->terms, WIDTH, 0)
                                              : any_remainder(f, v);
  unsigned kind = random_below(&f->random, 8);
  if (kind < 4)
    return term_compare(f->terms, OP_ULT + kind, a, b);
  struct term same = term_eq(f->terms, a, b);
  return kind == 4 ? term_not(f->terms, same) : same;
}

static enum answer truth_of(struct fixture *f, const struct term *v,
                            const struct term *list, uint32_t count) {
  for (unsigned n = 0; n < 1u << (WIDTH * COUNT); n++) {
    for (unsigned i = 0; i < COUNT; i++)
      assignment_set(f->assignment, v[i], n >> (WIDTH * i) & bits_mask(WIDTH));
    if (holds(f, list, count))
      return ANSWER_SAT;
  }
  return ANSWER_UNSAT;
}

static void check_core(struct fixture *f, const struct term *v,
                       const struct query *query) {
  struct term_vec some = {0};
  term_vec_append(&some, query->asserted.at, query->asserted.count);
  for (uint32_t i = 0; i < query->core.count; i++)
    term_vec_push(&some, query->assumptions.at[query->core.at[i]]);
  assert_int_equal(truth_of(f, v, some.at, some.count), ANSWER_UNSAT);
  term_vec_release(&some);
}

static void test_random(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 23);
  struct term v[COUNT], list[PARTS];
  const char *text = getenv("REMAINDER_ROUNDS");
  unsigned excluded = 0;
  for (unsigned i = 0; i < COUNT; i++)
    v[i] = fixture_variable(&f, "v", sort_bits(WIDTH));
  for (unsigned i = text ? (unsigned)atoi(text) : ROUNDS; i > 0; i--) {
    struct query *query = query_new(f.solver, PURPOSE_OTHER);
    for (unsigned j = 0; j < PARTS; j++)
      list[j] = any_comparison(&f, v);
    bool is_false = term_is_false(f.terms, list[0]);
    query_assert(query, list[0]);
    term_vec_append(&query->assumptions, list + 1, PARTS - 1);
    if (!is_false && remainder_check(query, LIMIT) == ANSWER_UNSAT) {
      check_core(&f, v, query);
      excluded++;
    }
    query_free(query);
  }
  assert_true(excluded > 100);
  fixture_release(&f);
}

// What is switched off by a Boolean variable does not disturb.
static void test_euclid(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 3);
  struct term_table *terms = f.terms;
  solver_set_limit(f.solver, 2000000);
  struct term a = fixture_variable(&f, "a", sort_bits(32));
  struct term b = fixture_variable(&f, "b", sort_bits(32));
  struct term d = fixture_variable(&f, "d", sort_bits(32));
  struct term zero = term_const(terms, 32, 0);
  struct term less = term_sub(terms, a, b);
  struct term of_a = term_eq(terms, term_binary(terms, OP_UREM, a, d), zero);
  struct term of_b = term_eq(terms, term_binary(terms, OP_UREM, b, d), zero);
  struct term of_less =
      term_eq(terms, term_binary(terms, OP_UREM, less, d), zero);
  struct query *query = query_new(f.solver, PURPOSE_OTHER);
  query_assert(query, term_or(terms, f.b, term_not(terms, of_a)));
  query_assert(query, term_not(terms, f.b));
  struct term list[] = {of_less, of_b, term_compare(terms, OP_ULE, b, a)};
  assert_int_equal(query_check(query, list, 3), ANSWER_UNSAT);
  // Where the difference wraps it says nothing of the kind.
  assert_int_equal(query_check(query, list, 2), ANSWER_SAT);
  query_free(query);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_euclid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
