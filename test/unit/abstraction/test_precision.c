// Predicate inference.

#include "random_automaton.h"

#include "abstraction/precision.h"

struct setting {
  struct automaton a;
  struct term_table *terms;
  struct predicate_table *table;
  struct location_id entry, middle;
};

// From the entry to a location in the middle by `op`, then on to the exit.
static void setting_init(struct setting *s) {
  automaton_begin(&s->a, 1, 2);
  s->terms = s->a.fx.program->terms;
  s->table = predicate_table_new(s->terms);
  s->entry = s->a.fx.f->entry;
  s->middle = location(&s->a.fx, 2);
}

static void setting_finish(struct setting *s) {
  edge(&s->a.fx, s->middle, s->a.bad, operation_assume(term_true(s->terms)));
  automaton_end(&s->a);
}

static void setting_release(struct setting *s) {
  predicate_table_free(s->table);
  automaton_release(&s->a);
}

static struct term x_of(struct setting *s) {
  return value_of(&s->a.fx, s->a.variables[0]);
}
static struct term y_of(struct setting *s) {
  return value_of(&s->a.fx, s->a.variables[1]);
}
static struct term below(struct setting *s, struct term t, u128 limit) {
  return term_compare(s->terms, OP_ULT, t,
                      constant(&s->a.fx, AUTOMATON_WIDTH, limit));
}

static bool tracks(struct setting *s, struct precision *precision,
                   struct location_id location, struct term atom) {
  bool is_negated;
  struct predicate p = predicate_of(s->table, atom, &is_negated);
  return precision_tracks(precision, location, p);
}

static void test_assignment(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  struct term y1 = term_add(s.terms, y_of(&s), constant(&s.a.fx, 3, 1));
  edge(&s.a.fx, s.entry, s.middle,
       operation_assign_one(s.a.fx.program, s.a.variables[0], y1));
  setting_finish(&s);
  struct precision *precision = precision_new(s.a.question, s.table);
  precision_seed(precision, s.middle, below(&s, x_of(&s), 5));
  precision_seed(precision, s.middle, below(&s, y_of(&s), 5));
  assert_int_equal(precision_at(precision, s.entry)->count, 0);
  precision_infer(precision);
  assert_int_equal(precision_at(precision, s.middle)->count, 2);
  assert_int_equal(precision_at(precision, s.entry)->count, 2);
  assert_int_equal(precision_total(precision), 4);
  assert_true(tracks(&s, precision, s.entry, below(&s, y1, 5)));
  assert_true(tracks(&s, precision, s.entry, below(&s, y_of(&s), 5)));
  assert_false(tracks(&s, precision, s.entry, below(&s, x_of(&s), 5)));
  precision_free(precision);
  setting_release(&s);
}

// What an edge makes constant or unknown is not tracked before it.
static void test_ends(void **state) {
  (void)state;
  for (int is_havoc = 0; is_havoc < 2; is_havoc++) {
    struct setting s;
    setting_init(&s);
    edge(&s.a.fx, s.entry, s.middle,
         is_havoc ? operation_havoc(s.a.fx.program, s.a.variables, 1,
                                    ORIGIN_INPUT, name_of(&s.a.fx, "input"))
                  : operation_assign_one(s.a.fx.program, s.a.variables[0],
                                         constant(&s.a.fx, 3, 3)));
    setting_finish(&s);
    struct precision *precision = precision_new(s.a.question, s.table);
    precision_seed(precision, s.middle, below(&s, x_of(&s), 5));
    precision_seed(precision, s.middle, term_eq(s.terms, x_of(&s), y_of(&s)));
    precision_infer(precision);
    assert_int_equal(precision_at(precision, s.entry)->count, is_havoc ? 0 : 1);
    precision_free(precision);
    setting_release(&s);
  }
}

static void test_structure(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  edge(&s.a.fx, s.entry, s.middle, operation_skip());
  setting_finish(&s);
  struct precision *precision = precision_new(s.a.question, s.table);
  struct term one = below(&s, x_of(&s), 5), two = below(&s, y_of(&s), 3);
  precision_seed(precision, s.middle, term_or(s.terms, one, two));
  precision_seed(precision, s.middle, term_not(s.terms, one));
  precision_seed(precision, s.middle, term_true(s.terms));
  precision_infer(precision);
  assert_int_equal(precision_at(precision, s.middle)->count, 2);
  assert_int_equal(precision_at(precision, s.entry)->count, 2);
  assert_true(tracks(&s, precision, s.entry, one));
  assert_true(tracks(&s, precision, s.entry, two));
  precision_free(precision);
  setting_release(&s);
}

// x = x + y again and again: x + y < 5, x + y + y < 5, ... comes to an end. In
// a chain of copies there is no end to be feared, and none.
static void test_loops(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s);
  edge(&s.a.fx, s.entry, s.middle, operation_skip());
  edge(&s.a.fx, s.middle, s.middle,
       operation_assign_one(s.a.fx.program, s.a.variables[0],
                            term_add(s.terms, x_of(&s), y_of(&s))));
  setting_finish(&s);
  struct precision *precision = precision_new(s.a.question, s.table);
  precision_seed(precision, s.middle, below(&s, x_of(&s), 5));
  precision_infer(precision);
  uint32_t count = precision_at(precision, s.middle)->count;
  assert_in_range(count, 2, 8);
  assert_int_equal(precision_at(precision, s.entry)->count, count);
  uint32_t total = precision_total(precision);
  precision_seed(precision, s.middle, below(&s, x_of(&s), 5));
  precision_infer(precision);
  assert_int_equal(precision_total(precision), total);
  precision_free(precision);
  setting_release(&s);
}

static void test_copies(void **state) {
  (void)state;
  enum { LENGTH = 40 };
  struct setting s;
  setting_init(&s);
  struct location_id last = s.entry;
  for (uint32_t i = 0; i < LENGTH; i++) {
    struct location_id next = i + 1 < LENGTH ? location(&s.a.fx, 3) : s.middle;
    struct binding swap[] = {{s.a.variables[0], y_of(&s)},
                             {s.a.variables[1], x_of(&s)}};
    edge(&s.a.fx, last, next, operation_assign(s.a.fx.program, swap, 2));
    last = next;
  }
  setting_finish(&s);
  struct precision *precision = precision_new(s.a.question, s.table);
  precision_seed(precision, s.middle, below(&s, x_of(&s), 5));
  precision_infer(precision);
  assert_int_equal(precision_total(precision), LENGTH + 1);
  assert_true(tracks(&s, precision, s.entry, below(&s, x_of(&s), 5)));
  precision_free(precision);
  setting_release(&s);
}

// Unions of seeds

struct seeding {
  struct location_id location;
  struct term atom;
};

static struct precision *inferred(struct automaton *a,
                                  struct predicate_table *table,
                                  const struct seeding *seeds, uint32_t from,
                                  uint32_t to) {
  struct precision *precision = precision_new(a->question, table);
  for (uint32_t i = from; i < to; i++)
    precision_seed(precision, seeds[i].location, seeds[i].atom);
  precision_infer(precision);
  return precision;
}

static void check_union(struct automaton *a, struct predicate_table *table,
                        const struct seeding *seeds, uint32_t middle,
                        uint32_t count) {
  struct precision *one = inferred(a, table, seeds, 0, middle);
  struct precision *two = inferred(a, table, seeds, middle, count);
  struct precision *all = inferred(a, table, seeds, 0, count);
  uint32_t total = 0;
  for (uint32_t l = 1; l < a->fx.f->locations.count; l++)
    for (uint32_t p = 1; p <= predicate_count(table); p++) {
      struct location_id location = {l};
      struct predicate predicate = {p};
      bool wanted = precision_tracks(one, location, predicate) ||
                    precision_tracks(two, location, predicate);
      assert_int_equal(precision_tracks(all, location, predicate), wanted);
      total += wanted;
    }
  assert_int_equal(precision_total(all), total);
  precision_unite(one, two);
  assert_int_equal(precision_total(one), total);
  for (uint32_t l = 1; l < a->fx.f->locations.count; l++)
    assert_int_equal(precision_set(one, (struct location_id){l}),
                     precision_set(all, (struct location_id){l}));
  precision_free(one);
  precision_free(two);
  precision_free(all);
}

static void test_union(void **state) {
  (void)state;
  enum { SEEDS = 6 };
  for (uint64_t seed = 0; seed < 150; seed++) {
    struct automaton a;
    automaton_init(&a, seed, 3);
    struct predicate_table *table = predicate_table_new(a.fx.program->terms);
    struct seeding seeds[SEEDS];
    for (uint32_t i = 0; i < SEEDS; i++) {
      uint32_t l = random_below(&a.random, a.fx.f->locations.count - 1);
      seeds[i] = (struct seeding){{1 + l}, automaton_atom(&a)};
    }
    check_union(&a, table, seeds, random_below(&a.random, SEEDS), SEEDS);
    predicate_table_free(table);
    automaton_release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assignment), cmocka_unit_test(test_ends),
      cmocka_unit_test(test_structure),  cmocka_unit_test(test_loops),
      cmocka_unit_test(test_copies),     cmocka_unit_test(test_union),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
