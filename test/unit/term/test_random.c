// A hundred thousand random expressions: simplification keeps their values,
// the results are in normal form, and substitution agrees with evaluation.
#include "random_tree.h"

#include "term/print.h"
#include "term/substitute.h"

enum {
  ROUNDS = 200,
  TREES_PER_ROUND = 500,
  ASSIGNMENTS = 3,
  MAX_DEPTH = 6,
};

struct fixture {
  struct tree_maker maker;
  struct tree_terms to;
  struct assignment *assignment;
  struct tree_values values;
};

static void fixture_draw(struct fixture *f) {
  f->values.maker = &f->maker;
  f->values.count = 0;
  assignment_clear(f->assignment);
  tree_assign(&f->to, &f->values, f->assignment);
}

// Runs the check on random trees; each round has a table of its own.
static void for_trees(uint64_t seed, unsigned rounds,
                      void (*check)(struct fixture *f, const struct tree *tree,
                                    struct term t)) {
  struct fixture *f = calloc(1, sizeof *f);
  f->maker.random.state = seed;
  arena_init(&f->maker.arena);
  for (unsigned round = 0; round < rounds; round++) {
    tree_terms_init(&f->to);
    f->assignment = assignment_new(f->to.terms);
    for (unsigned i = 0; i < TREES_PER_ROUND; i++) {
      unsigned depth = 1 + random_below(&f->maker.random, MAX_DEPTH);
      struct tree *tree = tree_next(&f->maker, depth);
      check(f, tree, tree_term(&f->to, tree));
    }
    assignment_free(f->assignment);
    tree_terms_release(&f->to);
  }
  arena_release(&f->maker.arena);
  free(f);
}

// Values

static void check_values(struct fixture *f, const struct tree *tree,
                         struct term t) {
  assert_true(sort_equal(term_sort(f->to.terms, t), tree->sort));
  for (unsigned i = 0; i < ASSIGNMENTS; i++) {
    fixture_draw(f);
    u128 expected = tree_evaluate(&f->values, tree).bits;
    assert_true(term_evaluate(f->assignment, t) == expected);
  }
}

// Normal forms

static bool is_scaled(const struct term_table *terms, struct term t) {
  return term_op(terms, t) == OP_MUL &&
         term_is_const(terms, term_operand(terms, t, 1));
}

static struct term base_of(const struct term_table *terms, struct term t) {
  return is_scaled(terms, t) ? term_operand(terms, t, 0) : t;
}

static void check_sum(const struct term_table *terms, struct term t) {
  uint32_t arity = term_arity(terms, t), last_base = 0;
  assert_true(arity >= 2);
  for (uint32_t i = 0; i < arity; i++) {
    struct term operand = term_operand(terms, t, i);
    if (term_is_const(terms, operand)) {
      assert_int_equal(i, arity - 1);
      assert_true(term_value(terms, operand) != 0);
      continue;
    }
    assert_true(base_of(terms, operand).id > last_base);
    last_base = base_of(terms, operand).id;
  }
}

static void check_junction(const struct term_table *terms, struct term t) {
  uint32_t arity = term_arity(terms, t);
  assert_true(arity >= 2);
  for (uint32_t i = 0; i < arity; i++) {
    struct term operand = term_operand(terms, t, i);
    assert_false(term_is_literal(terms, operand));
    assert_true(i == 0 || operand.id > term_operand(terms, t, i - 1).id);
  }
}

static void check_negation(const struct term_table *terms, struct term t) {
  enum term_op op = term_op(terms, term_operand(terms, t, 0));
  assert_true(op != OP_NOT && op != OP_TRUE && op != OP_FALSE);
  assert_true(op != OP_ULT && op != OP_ULE && op != OP_SLT && op != OP_SLE);
}

static void check_pair(const struct term_table *terms, struct term t) {
  struct term a = term_operand(terms, t, 0), b = term_operand(terms, t, 1);
  assert_false(term_is_literal(terms, a));
  bool is_square = term_equal(a, b) && term_op(terms, t) == OP_MUL;
  assert_true(a.id < b.id || term_is_const(terms, b) || is_square);
}

static void check_node(const struct term_table *terms, struct term t) {
  bool all_const = term_arity(terms, t) > 0;
  for (uint32_t i = 0; i < term_arity(terms, t); i++) {
    struct term operand = term_operand(terms, t, i);
    assert_true(operand.id < t.id);
    all_const &= term_is_literal(terms, operand);
  }
  assert_true(!all_const || term_op(terms, t) == OP_CONST_ARRAY ||
              term_op(terms, t) == OP_STORE);
  switch (term_op(terms, t)) {
  case OP_ADD: check_sum(terms, t); break;
  case OP_AND:
  case OP_OR: check_junction(terms, t); break;
  case OP_NOT: check_negation(terms, t); break;
  case OP_EQ:
  case OP_MUL:
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR: check_pair(terms, t); break;
  case OP_EXTRACT: {
    struct term whole = term_operand(terms, t, 0);
    enum term_op op = term_op(terms, whole);
    assert_true(term_width(terms, t) < term_width(terms, whole));
    assert_true(op != OP_EXTRACT && op != OP_ZEXT && op != OP_SEXT &&
                op != OP_CONCAT);
    break;
  }
  default: break;
  }
}

static void fail_on_rebuild(const struct term_table *terms, struct term t,
                            struct term again) {
  struct strbuf text = {0};
  term_print_smt(terms, t, &text);
  strbuf_add(&text, "\nis rebuilt as\n");
  term_print_smt(terms, again, &text);
  print_error("%s\n", strbuf_text(&text));
  strbuf_release(&text);
  fail();
}

static void check_normal_form(struct fixture *f, struct term root) {
  struct term_table *terms = f->to.terms;
  struct term_vec all = {0};
  term_collect(terms, &root, 1, &all);
  assert_true(term_equal(all.at[all.count - 1], root));
  for (uint32_t i = 0; i < all.count; i++) {
    struct term t = all.at[i], operands[40];
    check_node(terms, t);
    for (uint32_t j = 0; j < term_arity(terms, t); j++)
      operands[j] = term_operand(terms, t, j);
    struct term again = term_rebuild(terms, t, operands);
    if (!term_equal(again, t))
      fail_on_rebuild(terms, t, again);
  }
  term_vec_release(&all);
}

static void check_term(struct fixture *f, const struct tree *tree,
                       struct term t) {
  check_values(f, tree, t);
  check_normal_form(f, t);
}

static void test_simplification(void **state) {
  (void)state;
  for_trees(1, ROUNDS, check_term);
}

// Substitution

// Replaces some variables by random terms: the value is that of the original
// under the values of the replacements.
static void check_substitution(struct fixture *f, const struct tree *tree,
                               struct term t) {
  (void)tree;
  struct term_table *terms = f->to.terms;
  struct substitution *s = substitution_new(terms);
  struct assignment *changed = assignment_new(terms);
  fixture_draw(f);
  struct term variables[4], replacements[4];
  for (unsigned i = 0; i < 4; i++) {
    struct sort sort =
        i == 0 ? sort_bool() : sort_bits(tree_any_width(&f->maker));
    variables[i] = tree_variable(&f->to, sort, i % TREE_VARIABLES);
    replacements[i] = tree_term(&f->to, tree_make(&f->maker, sort, 3));
    substitution_set(s, variables[i], replacements[i]);
  }
  fixture_draw(f); // there may be new variables now
  tree_assign(&f->to, &f->values, changed);
  for (unsigned i = 0; i < 4; i++)
    assignment_set(changed, variables[i],
                   term_evaluate(f->assignment, replacements[i]));
  struct term result = substitution_apply(s, t);
  assert_true(term_evaluate(f->assignment, result) ==
              term_evaluate(changed, t));
  assert_true(term_equal(substitution_apply(s, t), result));
  assignment_free(changed);
  substitution_free(s);
}

static void test_substitution(void **state) {
  (void)state;
  for_trees(2, ROUNDS / 5, check_substitution);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_simplification),
      cmocka_unit_test(test_substitution),
  };
  return cmocka_run_group_tests_name("random terms", tests, NULL, NULL);
}
