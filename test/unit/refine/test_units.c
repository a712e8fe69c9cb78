// Units: all comparisons of one term, wherever the program makes them.

#include "../abstraction/random_automaton.h"

#include "refine/units.h"

struct setting {
  struct automaton a;
  struct predicate_table *table;
  struct units *units;
};

static void setting_finish(struct setting *s) {
  s->table = predicate_table_new(s->a.fx.program->terms);
  s->units = units_new(s->a.effects, s->table);
}

static void setting_release(struct setting *s) {
  units_free(s->units);
  predicate_table_free(s->table);
  automaton_release(&s->a);
}

static bool has_seed(const struct seed_vec *seeds, struct location_id location,
                     struct term atom) {
  for (uint32_t i = 0; i < seeds->count; i++)
    if (seeds->at[i].location.id == location.id &&
        term_equal(seeds->at[i].atom, atom))
      return true;
  return false;
}

// x < 5 || x == y at the entry, then x == 2, then y < x.
static void test_grouping(void **state) {
  (void)state;
  struct setting s;
  automaton_begin(&s.a, 1, 2);
  struct fixture *fx = &s.a.fx;
  struct term_table *terms = fx->program->terms;
  struct term x = value_of(fx, s.a.variables[0]);
  struct term y = value_of(fx, s.a.variables[1]);
  struct location_id one = location(fx, 2), two = location(fx, 3);
  struct term small = term_compare(terms, OP_ULT, x, constant(fx, 3, 5));
  struct term same = term_eq(terms, x, y);
  struct term less = term_compare(terms, OP_ULT, y, x);
  struct term is_two = term_eq(terms, x, constant(fx, 3, 2));
  automaton_branch(&s.a, fx->f->entry, one, fx->f->exit,
                   term_or(terms, small, same));
  automaton_branch(&s.a, one, two, fx->f->exit, is_two);
  automaton_branch(&s.a, two, s.a.bad, fx->f->exit, less);
  automaton_end(&s.a);
  setting_finish(&s);
  assert_int_equal(units_count(s.units), 2);
  struct u32_vec about_x = {0}, about_both = {0}, all = {0};
  units_of(s.units, is_two, &about_x);
  units_of(s.units, less, &about_both);
  assert_int_equal(about_x.count, 1);
  assert_int_equal(about_both.count, 1);
  assert_true(term_equal(unit_term(s.units, about_x.at[0]), x));
  assert_true(term_equal(unit_term(s.units, about_both.at[0]), same));
  // A branch and its opposite are one comparison.
  const struct seed_vec *seeds = unit_seeds(s.units, about_x.at[0]);
  assert_int_equal(seeds->count, 2);
  bool is_negated;
  struct predicate p = predicate_of(s.table, small, &is_negated);
  struct location_id entry = fx->f->entry;
  assert_true(has_seed(seeds, entry, predicate_term(s.table, p)));
  seeds = unit_seeds(s.units, about_both.at[0]);
  assert_int_equal(seeds->count, 2);
  assert_true(has_seed(seeds, entry, same));
  // Each once, in a guard that has both.
  units_of(s.units, term_or(terms, small, same), &all);
  units_of(s.units, is_two, &all);
  assert_int_equal(all.count, 2);
  // What the program never compares is nobody's.
  units_of(s.units, term_eq(terms, y, constant(fx, 3, 2)), &all);
  units_of(s.units, term_true(terms), &all);
  assert_int_equal(all.count, 2);
  u32_vec_release(&about_x);
  u32_vec_release(&about_both);
  u32_vec_release(&all);
  setting_release(&s);
}

// Every atom of every guard is a seed of exactly one unit, at its location.
static void check_atom(struct setting *s, struct location_id from,
                       struct term atom) {
  bool is_negated;
  struct predicate p = predicate_lookup(s->table, atom, &is_negated);
  assert_int_not_equal(p.id, 0);
  uint32_t found = 0;
  for (uint32_t u = 0; u < units_count(s->units); u++)
    if (has_seed(unit_seeds(s->units, u), from, predicate_term(s->table, p))) {
      assert_true(
          term_equal(unit_term(s->units, u), predicate_unit(s->table, p)));
      found++;
    }
  assert_int_equal(found, 1);
}

static void test_random(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 100; seed++) {
    struct setting s;
    automaton_init(&s.a, seed, 3);
    setting_finish(&s);
    struct term_vec atoms = {0};
    for (uint32_t i = 1; i < s.a.fx.f->edges.count; i++) {
      term_vec_clear(&atoms);
      predicate_atoms(s.a.fx.program->terms, s.a.effects->at[i].guard, &atoms);
      for (uint32_t k = 0; k < atoms.count; k++)
        check_atom(&s, s.a.fx.f->edges.at[i].from, atoms.at[k]);
    }
    term_vec_release(&atoms);
    setting_release(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grouping),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
