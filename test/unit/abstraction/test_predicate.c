// Atoms, predicates and units.

#include "random_automaton.h"

#include "abstraction/predicate.h"
#include "term/split.h"

struct setting {
  struct automaton a;
  struct term_table *terms;
  struct predicate_table *table;
  struct term x, y, b;
};

static void setting_init(struct setting *s, uint64_t seed) {
  automaton_init(&s->a, seed, 2);
  s->terms = s->a.fx.program->terms;
  s->table = predicate_table_new(s->terms);
  s->x = value_of(&s->a.fx, s->a.variables[0]);
  s->y = value_of(&s->a.fx, s->a.variables[1]);
  s->b = term_variable(s->terms, name_of(&s->a.fx, "b"), sort_bool());
}

static void setting_release(struct setting *s) {
  predicate_table_free(s->table);
  automaton_release(&s->a);
}

static struct term number(struct setting *s, u128 value) {
  return constant(&s->a.fx, AUTOMATON_WIDTH, value);
}

static void test_atoms(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 1);
  struct term less = term_compare(s.terms, OP_ULT, s.x, number(&s, 5));
  struct term same = term_eq(s.terms, s.x, s.y);
  assert_true(term_is_atom(s.terms, less));
  assert_true(term_is_atom(s.terms, same));
  assert_true(term_is_atom(s.terms, s.b));
  assert_false(term_is_atom(s.terms, term_true(s.terms)));
  assert_false(term_is_atom(s.terms, term_false(s.terms)));
  assert_false(term_is_atom(s.terms, term_not(s.terms, s.b)));
  assert_false(term_is_atom(s.terms, term_and(s.terms, less, same)));
  assert_false(term_is_atom(s.terms, term_or(s.terms, less, same)));
  assert_false(term_is_atom(s.terms, term_eq(s.terms, s.b, same)));
  assert_false(term_is_atom(s.terms, term_ite(s.terms, s.b, less, same)));
  setting_release(&s);
}

static bool has_term(const struct term_vec *list, struct term t) {
  for (uint32_t i = 0; i < list->count; i++)
    if (term_equal(list->at[i], t))
      return true;
  return false;
}

// Each once, whatever the structure above.
static void test_atoms_of_structure(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 2);
  struct term less = term_compare(s.terms, OP_ULT, s.x, number(&s, 5));
  struct term same = term_eq(s.terms, s.x, s.y);
  struct term_vec atoms = {0};
  predicate_atoms(s.terms, term_true(s.terms), &atoms);
  assert_int_equal(atoms.count, 0);
  struct term all =
      term_and(s.terms, term_eq(s.terms, s.b, same),
               term_or(s.terms, term_ite(s.terms, s.b, less, same),
                       term_not(s.terms, same)));
  predicate_atoms(s.terms, all, &atoms);
  assert_int_equal(atoms.count, 3);
  assert_true(has_term(&atoms, s.b));
  assert_true(has_term(&atoms, same));
  assert_true(has_term(&atoms, less));
  term_vec_release(&atoms);
  setting_release(&s);
}

static void test_negations(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 3);
  for (uint32_t round = 0; round < 300; round++) {
    struct term atom = automaton_atom(&s.a);
    if (term_is_literal(s.terms, atom))
      continue;
    struct term opposite = term_not(s.terms, atom);
    bool is_negated, is_opposite;
    struct predicate p = predicate_of(s.table, atom, &is_negated);
    assert_int_not_equal(p.id, 0);
    assert_int_equal(predicate_of(s.table, opposite, &is_opposite).id, p.id);
    assert_int_equal(is_opposite, !is_negated);
    assert_int_equal(predicate_lookup(s.table, atom, &is_opposite).id, p.id);
    assert_int_equal(is_opposite, is_negated);
    assert_true(term_equal(predicate_literal(s.table, p, !is_negated), atom));
    assert_true(
        term_equal(predicate_literal(s.table, p, is_negated), opposite));
    assert_true(term_equal(predicate_literal(s.table, p, true),
                           predicate_term(s.table, p)));
    assert_in_range(p.id, 1, predicate_count(s.table));
  }
  setting_release(&s);
}

static void test_lookup(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 4);
  struct term less = term_compare(s.terms, OP_ULT, s.x, number(&s, 5));
  struct term least = term_compare(s.terms, OP_ULE, number(&s, 5), s.x);
  bool is_negated;
  assert_int_equal(predicate_lookup(s.table, less, &is_negated).id, 0);
  assert_int_equal(predicate_count(s.table), 0);
  struct predicate p = predicate_of(s.table, less, &is_negated);
  assert_int_equal(predicate_lookup(s.table, least, &is_negated).id, p.id);
  assert_int_equal(predicate_count(s.table), 1);
  // A Boolean variable stands for itself, whichever is met first.
  p = predicate_of(s.table, term_not(s.terms, s.b), &is_negated);
  assert_true(is_negated);
  assert_true(term_equal(predicate_term(s.table, p), s.b));
  assert_true(term_equal(predicate_unit(s.table, p), s.b));
  setting_release(&s);
}

static struct term unit_of(struct setting *s, struct term atom) {
  bool is_negated;
  return predicate_unit(s->table, predicate_of(s->table, atom, &is_negated));
}

static void test_units(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 5);
  struct term five = number(&s, 5), sum = term_add(s.terms, s.x, s.y);
  struct term about_x[] = {
      term_compare(s.terms, OP_ULT, s.x, five),
      term_compare(s.terms, OP_ULE, five, s.x),
      term_compare(s.terms, OP_SLT, s.x, number(&s, 2)),
      term_eq(s.terms, s.x, number(&s, 3)),
      term_eq(s.terms, s.x, number(&s, 0)),
  };
  for (uint32_t i = 0; i < sizeof about_x / sizeof *about_x; i++)
    assert_true(term_equal(unit_of(&s, about_x[i]), s.x));
  struct term same = term_eq(s.terms, s.x, s.y);
  assert_true(term_equal(unit_of(&s, same), same));
  for (enum term_op op = OP_ULT; op <= OP_SLE; op++) {
    struct term one = term_compare(s.terms, op, s.x, s.y);
    struct term other = term_compare(s.terms, op, s.y, s.x);
    assert_true(term_equal(unit_of(&s, one), same));
    assert_true(term_equal(unit_of(&s, other), same));
  }
  assert_true(
      term_equal(unit_of(&s, term_compare(s.terms, OP_ULT, sum, five)), sum));
  setting_release(&s);
}

static void test_support(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 6);
  bool is_negated;
  uint32_t x = term_variable_index(s.terms, s.x);
  uint32_t y = term_variable_index(s.terms, s.y);
  struct term sum = term_add(s.terms, s.y, term_add(s.terms, s.x, s.y));
  struct predicate p = predicate_of(
      s.table, term_compare(s.terms, OP_ULT, sum, s.x), &is_negated);
  const struct u32_vec *support = predicate_support(s.table, p);
  assert_int_equal(support->count, 2);
  assert_int_equal(support->at[0], x < y ? x : y);
  assert_int_equal(support->at[1], x < y ? y : x);
  struct u32_vec appended = {0};
  u32_vec_push(&appended, 1000);
  term_support(s.terms, number(&s, 1), &appended);
  assert_int_equal(appended.count, 1);
  term_support(s.terms, sum, &appended);
  assert_int_equal(appended.count, 3);
  assert_int_equal(appended.at[0], 1000);
  u32_vec_release(&appended);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_atoms),
      cmocka_unit_test(test_atoms_of_structure),
      cmocka_unit_test(test_negations),
      cmocka_unit_test(test_lookup),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_support),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
