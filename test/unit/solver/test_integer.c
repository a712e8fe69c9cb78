// Questions as ones about integers: small ones against the truth by trying
// every assignment, wide ones against the value that a term has.

#include "fixture.h"

#include "../term/random_tree.h"
#include "solver/internal.h"

enum { LIMIT = 400000, ROUNDS = 500, WIDE_ROUNDS = 600, DEPTH = 4 };

static unsigned rounds(const char *name, unsigned usual) {
  const char *text = getenv(name);
  return text ? (unsigned)atoi(text) : usual;
}

// The core that it leaves must be impossible by itself.
static void check_core(struct fixture *f, const struct query *query) {
  struct term_vec some = {0};
  term_vec_append(&some, query->asserted.at, query->asserted.count);
  for (uint32_t i = 0; i < query->core.count; i++)
    term_vec_push(&some, query->assumptions.at[query->core.at[i]]);
  assert_false(is_possible(f, some.at, some.count));
  term_vec_release(&some);
}

static enum answer check_small(struct fixture *f) {
  struct term list[3];
  struct query *query = query_new(f->solver, PURPOSE_OTHER);
  for (unsigned i = 0; i < 3; i++)
    list[i] = small_bool(f, 1 + random_below(&f->random, DEPTH));
  query_assert(query, list[0]);
  term_vec_append(&query->assumptions, list + 1, 2);
  bool is_false = term_is_false(f->terms, list[0]);
  enum answer truth = expected(f, list, 3);
  enum answer answer = is_false ? ANSWER_UNKNOWN : integer_check(query, LIMIT);
  if (answer != ANSWER_UNKNOWN)
    assert_int_equal(answer, truth);
  if (answer == ANSWER_UNSAT)
    check_core(f, query);
  for (uint32_t i = 0; answer == ANSWER_SAT && i < 3; i++)
    assert_int_equal(term_evaluate(query->values, list[i]), 1);
  query_free(query);
  return answer;
}

static void test_small(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 11);
  unsigned decided = 0, count = rounds("INTEGER_ROUNDS", ROUNDS);
  for (unsigned i = 0; i < count; i++)
    decided += check_small(&f) != ANSWER_UNKNOWN;
  assert_true(decided > count / 2);
  fixture_release(&f);
}

// Products and quotients of a few variables, which share factors: the facts
// that relate them must be true.

enum { FACTOR_WIDTH = 4, FACTORS = 3, WIDE = 12, PRODUCT_ROUNDS = 250 };

static struct term any_factor(struct fixture *f, const struct term *v) {
  return term_convert(f->terms, random_below(&f->random, 2) ? OP_ZEXT : OP_SEXT,
                      WIDE, v[random_below(&f->random, FACTORS)]);
}

static struct term any_product(struct fixture *f, const struct term *v) {
  struct term a = any_factor(f, v), b = any_factor(f, v);
  switch (random_below(&f->random, 6)) {
  case 0:
    return term_binary(f->terms, OP_UDIV + random_below(&f->random, 4), a, b);
  case 1:
    return term_add(f->terms, term_binary(f->terms, OP_MUL, a, b),
                    any_factor(f, v));
  case 2: return a;
  case 3: return term_const(f->terms, WIDE, random_below(&f->random, 60) - 20u);
  default: return term_binary(f->terms, OP_MUL, a, b);
  }
}

static struct term any_comparison(struct fixture *f, const struct term *v) {
  struct term a = any_product(f, v), b = any_product(f, v);
  unsigned kind = random_below(&f->random, 5);
  return kind == 4 ? term_eq(f->terms, a, b)
                   : term_compare(f->terms, OP_ULT + kind, a, b);
}

static enum answer truth_of(struct fixture *f, const struct term *v,
                            const struct term *list, uint32_t count) {
  for (unsigned n = 0; n < 1u << (FACTOR_WIDTH * FACTORS); n++) {
    for (unsigned i = 0; i < FACTORS; i++)
      assignment_set(f->assignment, v[i],
                     n >> (FACTOR_WIDTH * i) & bits_mask(FACTOR_WIDTH));
    if (holds(f, list, count))
      return ANSWER_SAT;
  }
  return ANSWER_UNSAT;
}

static void test_products(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 17);
  struct term v[FACTORS], list[4];
  for (unsigned i = 0; i < FACTORS; i++)
    v[i] = fixture_variable(&f, "v", sort_bits(FACTOR_WIDTH));
  for (unsigned i = rounds("INTEGER_PRODUCTS", PRODUCT_ROUNDS); i > 0; i--) {
    struct query *query = query_new(f.solver, PURPOSE_OTHER);
    for (unsigned j = 0; j < 4; j++)
      list[j] = any_comparison(&f, v);
    term_vec_append(&query->assumptions, list, 4);
    enum answer answer = integer_check(query, LIMIT / 10);
    if (answer != ANSWER_UNKNOWN)
      assert_int_equal(answer, truth_of(&f, v, list, 4));
    query_free(query);
  }
  fixture_release(&f);
}

// A term has the value it has: with the variables fixed, its being equal to it
// is not impossible, and its being anything else never possible.
static void check_value(struct tree_terms *to, struct solver *solver,
                        struct tree_values *values, const struct tree *tree) {
  struct term_table *terms = to->terms;
  struct term t = tree_term(to, tree);
  struct query *query = query_new(solver, PURPOSE_OTHER);
  for (unsigned s = 0; s < to->count; s++)
    for (unsigned i = 0; i < TREE_VARIABLES; i++) {
      struct sort sort = to->sorts[s].sort;
      struct term v = to->sorts[s].variables[i];
      u128 bits = tree_values_of(values, sort, i)->bits;
      if (sort_is_bits(sort))
        query_assert(query, term_eq(terms, v,
                                    term_const(terms, sort_width(sort), bits)));
      if (sort_is_bool(sort))
        query_assert(query, term_eq(terms, v, term_bool(terms, bits)));
    }
  u128 value = tree_evaluate(values, tree).bits;
  struct term constant = sort_is_bool(tree->sort)
                             ? term_bool(terms, value)
                             : term_const(terms, sort_width(tree->sort), value);
  struct term same = term_eq(terms, t, constant);
  if (!term_is_literal(terms, same)) {
    query_assert(query, same);
    assert_int_not_equal(integer_check(query, LIMIT), ANSWER_UNSAT);
  }
  query_free(query);
}

static void test_wide(void **state) {
  (void)state;
  struct tree_maker maker = {.random = {5}};
  arena_init(&maker.arena);
  unsigned count = rounds("INTEGER_WIDE_ROUNDS", WIDE_ROUNDS);
  for (unsigned i = 0; i < count; i += 100) {
    struct tree_terms to;
    tree_terms_init(&to);
    struct solver *solver = solver_new(to.terms);
    for (unsigned j = 0; j < 100; j++) {
      struct tree *tree = tree_next(&maker, 1 + j % 4);
      static struct tree_values values;
      values.count = 0;
      values.maker = &maker;
      check_value(&to, solver, &values, tree);
    }
    solver_free(solver);
    tree_terms_release(&to);
  }
  arena_release(&maker.arena);
}

// What is hard as bits: x / 10 * 10 + x % 10 == x in 64 bits, through a query.
static void test_query(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 3);
  solver_set_limit(f.solver, 20000000);
  struct term x = fixture_variable(&f, "wide", sort_bits(64));
  struct term ten = term_const(f.terms, 64, 10);
  struct term q = term_binary(f.terms, OP_SDIV, x, ten);
  struct term r = term_binary(f.terms, OP_SREM, x, ten);
  struct term back = term_add(f.terms, term_binary(f.terms, OP_MUL, q, ten), r);
  struct term list[] = {f.b, term_not(f.terms, term_eq(f.terms, back, x)),
                        term_eq(f.terms, r, term_const(f.terms, 64, 7))};
  struct query *query = query_new(f.solver, PURPOSE_OTHER);
  struct u32_vec core = {0};
  assert_int_equal(query_check(query, list, 3), ANSWER_UNSAT);
  query_core(query, true, &core);
  assert_int_equal(core.count, 1);
  assert_int_equal(core.at[0], 1);
  list[1] = term_compare(f.terms, OP_SLT, ten, q);
  assert_int_equal(query_check(query, list, 3), ANSWER_SAT);
  assert_true(query_model(query, f.assignment));
  assert_true(holds(&f, list, 3));
  u32_vec_release(&core);
  query_free(query);
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_wide),
      cmocka_unit_test(test_query),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
