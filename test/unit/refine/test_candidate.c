// Candidates hold of every sample, and the expected ones are there.

#include "../program/fixture.h"

#include "refine/candidate.h"
#include "term/evaluate.h"

enum { MOST_COLUMNS = 6, MOST_ROWS = 20 };

struct setting {
  struct fixture fx;
  struct random random;
  struct sample_table table;
  struct samples samples;
  struct term_vec atoms;
  struct term_vec found;
  struct assignment *values;
};

static void setting_init(struct setting *s, uint64_t seed) {
  *s = (struct setting){.random = {seed}};
  fixture_init(&s->fx);
  begin(&s->fx, "f", 1);
  s->samples.at = &s->table;
  s->samples.count = 1;
  s->values = assignment_new(s->fx.program->terms);
}

static void setting_release(struct setting *s) {
  assignment_free(s->values);
  term_vec_release(&s->atoms);
  term_vec_release(&s->found);
  variable_vec_release(&s->table.columns);
  u64_vec_release(&s->table.values);
  u64_vec_release(&s->samples.constants);
  fixture_release(&s->fx);
}

// A variable of the width; of width 0 it is Boolean.
static struct variable add_column(struct setting *s, unsigned width) {
  struct variable_info info = {.kind = VARIABLE_LOCAL,
                               .name = name_of(&s->fx, "v"),
                               .owner = s->fx.f->self};
  struct variable v = program_add_variable(
      s->fx.program, info, width ? sort_bits(width) : sort_bool());
  variable_vec_push(&s->table.columns, v);
  return v;
}

static struct term column(struct setting *s, uint32_t i) {
  return value_of(&s->fx, s->table.columns.at[i]);
}

static unsigned width_of(struct setting *s, uint32_t i) {
  struct sort sort = term_sort(s->fx.program->terms, column(s, i));
  return sort_is_bool(sort) ? 1 : sort_width(sort);
}

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// Also the ends of the orders of all widths.
static void draw_constants(struct setting *s) {
  static const unsigned widths[] = {8, 16, 32, 64};
  struct u64_vec *into = &s->samples.constants;
  u64_vec_push(into, 0);
  for (uint32_t i = random_below(&s->random, 6); i > 0; i--) {
    uint64_t middle = (uint64_t)1 << (widths[random_below(&s->random, 4)] - 1);
    uint64_t value = random_below(&s->random, 12);
    value = random_below(&s->random, 2) ? value : 0 - value;
    u64_vec_push(into, random_below(&s->random, 2) ? value : middle + value);
  }
  qsort(into->at, into->count, sizeof *into->at, compare);
}

// Constants, few values, functions of other columns, anything.
static uint64_t draw_value(struct setting *s, uint32_t kind, uint64_t first,
                           const uint64_t *row, uint32_t column_index) {
  uint64_t near = first + random_below(&s->random, 9);
  uint64_t before = column_index ? row[column_index - 1] : near;
  switch (kind) {
  case 0: return first;
  case 1: return random_below(&s->random, 3);
  case 2: return before * 3 + first;
  case 3: return near;
  case 4: return before + random_below(&s->random, 4);
  default: return random_next(&s->random);
  }
}

static void draw_rows(struct setting *s) {
  uint32_t kinds[MOST_COLUMNS], columns = s->table.columns.count;
  uint64_t first[MOST_COLUMNS], row[MOST_COLUMNS];
  for (uint32_t i = 0; i < columns; i++) {
    kinds[i] = random_below(&s->random, 6);
    first[i] = s->samples.constants
                   .at[random_below(&s->random, s->samples.constants.count)];
  }
  s->table.rows = random_below(&s->random, MOST_ROWS + 1);
  for (uint32_t k = 0; k < s->table.rows; k++)
    for (uint32_t i = 0; i < columns; i++) {
      row[i] = (uint64_t)bits_truncate(
          draw_value(s, kinds[i], first[i], row, i), width_of(s, i));
      u64_vec_push(&s->table.values, row[i]);
    }
}

static void draw_atoms(struct setting *s) {
  struct term_table *terms = s->fx.program->terms;
  for (uint32_t i = 0; i + 1 < s->table.columns.count; i++) {
    struct term a = column(s, i), b = column(s, i + 1);
    unsigned width = width_of(s, i);
    if (sort_is_bool(term_sort(terms, a)) ||
        !sort_equal(term_sort(terms, a), term_sort(terms, b)))
      continue;
    term_vec_push(&s->atoms, term_compare(terms, OP_ULT, a, b));
    term_vec_push(&s->atoms, term_compare(terms, OP_SLE, term_add(terms, a, b),
                                          term_const(terms, width,
                                                     random_next(&s->random))));
  }
  // Of a variable that is no column.
  struct variable other =
      variable(&s->fx, VARIABLE_LOCAL, "other", s->fx.type_int);
  term_vec_push(&s->atoms, term_compare(terms, OP_ULT, value_of(&s->fx, other),
                                        constant(&s->fx, 32, 5)));
}

static void load_row(struct setting *s, uint32_t row) {
  assignment_clear(s->values);
  for (uint32_t i = 0; i < s->table.columns.count; i++)
    assignment_set(s->values, column(s, i), sample_value(&s->table, row, i));
}

// Each holds in every row, is over columns, and is there once.
static const struct term_vec none;

static void check_found(struct setting *s) {
  struct term_table *terms = s->fx.program->terms;
  for (uint32_t i = 0; i < s->found.count; i++) {
    struct term_vec parts = {0};
    term_collect(terms, &s->found.at[i], 1, &parts);
    for (uint32_t k = 0; k < parts.count; k++) {
      bool is_column = term_op(terms, parts.at[k]) != OP_VAR;
      for (uint32_t n = 0; n < s->table.columns.count; n++)
        is_column |= term_equal(parts.at[k], column(s, n));
      assert_true(is_column);
    }
    term_vec_release(&parts);
  }
  for (uint32_t row = 0; row < s->table.rows; row++) {
    load_row(s, row);
    for (uint32_t i = 0; i < s->found.count; i++)
      assert_true(term_evaluate(s->values, s->found.at[i]));
  }
}

static void test_random(void **state) {
  (void)state;
  static const unsigned widths[] = {8, 16, 32, 64, 0, 32, 64, 5};
  uint32_t found = 0;
  for (uint64_t seed = 0; seed < 1500; seed++) {
    struct setting s;
    setting_init(&s, seed);
    unsigned usual = widths[random_below(&s.random, 8)];
    for (uint32_t i = random_below(&s.random, MOST_COLUMNS) + 1; i > 0; i--)
      add_column(&s, random_below(&s.random, 3)
                         ? usual
                         : widths[random_below(&s.random, 8)]);
    draw_constants(&s);
    draw_rows(&s);
    draw_atoms(&s);
    candidates_guess(s.fx.program, &s.samples, 0, &s.atoms, &s.atoms, &s.found);
    assert_true(s.found.count <= CANDIDATES);
    assert_true(s.table.rows || !s.found.count);
    check_found(&s);
    found += s.found.count;
    setting_release(&s);
  }
  assert_true(found > 10000);
}

static void check_has(const struct setting *s, struct term t) {
  for (uint32_t i = 0; i < s->found.count; i++)
    if (term_equal(s->found.at[i], t))
      return;
  fail_msg("a candidate is missing");
}

// Rows of i from 0 to 8, with s = 2 i + 3 and a flag that is i < 4.
static void test_expected(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 1);
  struct fixture *fx = &s.fx;
  struct term_table *terms = fx->program->terms;
  struct term i = value_of(fx, add_column(&s, 32));
  struct term sum = value_of(fx, add_column(&s, 32));
  struct term flag = value_of(fx, add_column(&s, 0));
  struct term fixed = value_of(fx, add_column(&s, 8));
  for (uint64_t k = 0; k <= 8; k++) {
    const uint64_t row[] = {k, 2 * k + 3, k < 4, 77};
    u64_vec_append(&s.table.values, row, 4);
  }
  s.table.rows = 9;
  u64_vec_push(&s.samples.constants, 0);
  u64_vec_push(&s.samples.constants, 8);
  candidates_guess(fx->program, &s.samples, 0, NULL, &none, &s.found);
  check_found(&s);
  struct term zero = constant(fx, 32, 0), eight = constant(fx, 32, 8);
  check_has(&s, term_eq(terms, fixed, constant(fx, 8, 77)));
  check_has(&s, term_compare(terms, OP_SLE, zero, i));
  check_has(&s, term_compare(terms, OP_SLE, i, eight));
  check_has(&s, term_compare(terms, OP_ULE, i, eight));
  check_has(&s, term_compare(terms, OP_SLT, i, sum));
  check_has(&s,
            term_implies(terms, flag,
                         term_compare(terms, OP_SLE, i, constant(fx, 32, 3))));
  // i is the pivot: its differences are odd.
  struct term line = term_add(
      terms, term_binary(terms, OP_MUL, i, constant(fx, 32, (u128)0 - 2)), sum);
  check_has(&s, term_eq(terms, line, constant(fx, 32, 3)));
  setting_release(&s);
}

// Of many constants the nearest ones: negative ones are below zero.
static void test_nearest(void **state) {
  (void)state;
  static const uint64_t constants[] = {(uint64_t)-20, (uint64_t)-10, 0, 10, 20};
  struct setting s;
  setting_init(&s, 1);
  struct term x = value_of(&s.fx, add_column(&s, 32));
  u64_vec_append(&s.samples.constants, constants, 5);
  u64_vec_push(&s.table.values, 14);
  u64_vec_push(&s.table.values, 16);
  s.table.rows = 2;
  candidates_guess(s.fx.program, &s.samples, 0, NULL, &none, &s.found);
  check_has(&s, term_compare(s.fx.program->terms, OP_SLE,
                             constant(&s.fx, 32, 10), x));
  check_has(&s, term_compare(s.fx.program->terms, OP_SLE, x,
                             constant(&s.fx, 32, 20)));
  s.table.values.at[0] = (uint32_t)-14;
  s.table.values.at[1] = (uint32_t)-16;
  term_vec_clear(&s.found);
  candidates_guess(s.fx.program, &s.samples, 0, NULL, &none, &s.found);
  check_has(&s, term_compare(s.fx.program->terms, OP_SLE, x,
                             constant(&s.fx, 32, (u128)0 - 10)));
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_expected),
      cmocka_unit_test(test_nearest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
