#include "refine/candidate.h"

#include "base/map.h"
#include "refine/affine.h"
#include "term/evaluate.h"
#include "term/variables.h"

HANDLE_MAP_DEFINE(term_set, struct term, bool);

// Some rows of a table, and under which premise they are all there is.
struct guessing {
  struct program *program;
  struct term_table *terms;
  const struct samples *samples;
  const struct sample_table *table;
  struct u32_vec rows;
  struct term premise;
  struct term_set seen; // candidates made, premise aside: once is enough
  struct term_vec *into;
};

static uint64_t value(const struct guessing *guessing, uint32_t row,
                      uint32_t column) {
  return sample_value(guessing->table, guessing->rows.at[row], column);
}

static struct term column_term(const struct guessing *guessing,
                               uint32_t column) {
  return program_term(guessing->program, guessing->table->columns.at[column]);
}

static unsigned column_width(const struct guessing *guessing, uint32_t column) {
  struct sort sort = term_sort(guessing->terms, column_term(guessing, column));
  return sort_is_bool(sort) ? 0 : sort_width(sort);
}

static void add(struct guessing *guessing, struct term t) {
  bool is_new;
  if (term_is_literal(guessing->terms, t) ||
      guessing->into->count >= CANDIDATES)
    return;
  term_set_insert(&guessing->seen, t, &is_new);
  if (is_new)
    term_vec_push(guessing->into,
                  term_implies(guessing->terms, guessing->premise, t));
}

static bool is_constant(const struct guessing *guessing, uint32_t column) {
  for (uint32_t i = 1; i < guessing->rows.count; i++)
    if (value(guessing, i, column) != value(guessing, 0, column))
      return false;
  return true;
}

// Single variables

static void guess_constant(struct guessing *guessing, uint32_t column) {
  struct term t = column_term(guessing, column);
  uint64_t first = value(guessing, 0, column);
  unsigned width = column_width(guessing, column);
  if (!width)
    add(guessing, first ? t : term_not(guessing->terms, t));
  else
    add(guessing,
        term_eq(guessing->terms, t, term_const(guessing->terms, width, first)));
}

struct range {
  int64_t least, greatest; // signed
  uint64_t unsigned_least, unsigned_greatest;
};

static struct range range_of(const struct guessing *guessing, uint32_t column) {
  unsigned width = column_width(guessing, column);
  struct range range = {INT64_MAX, INT64_MIN, UINT64_MAX, 0};
  for (uint32_t i = 0; i < guessing->rows.count; i++) {
    uint64_t bits = value(guessing, i, column);
    int64_t number = (int64_t)bits_signed(bits, width);
    if (number < range.least)
      range.least = number;
    if (number > range.greatest)
      range.greatest = number;
    if (bits < range.unsigned_least)
      range.unsigned_least = bits;
    if (bits > range.unsigned_greatest)
      range.unsigned_greatest = bits;
  }
  return range;
}

// As a bound of that comparison: a number beyond its order would come out as
// another one.
static bool fits(int64_t number, enum term_op op, unsigned width) {
  if (op == OP_ULE && number < 0)
    return false;
  if (width == 64)
    return true;
  int64_t limit = (int64_t)1 << (op == OP_ULE ? width : width - 1);
  return number >= -limit && number < limit;
}

static void add_bound(struct guessing *guessing, uint32_t column,
                      enum term_op op, int64_t bound, bool is_lower) {
  struct term t = column_term(guessing, column);
  struct term constant = term_const(
      guessing->terms, column_width(guessing, column), (u128)(__int128)bound);
  add(guessing, is_lower ? term_compare(guessing->terms, op, constant, t)
                         : term_compare(guessing->terms, op, t, constant));
}

// A constant of the program or one next to it, three of each; false when there
// is none.
static bool bound_at(const struct guessing *guessing, uint32_t place,
                     int64_t *bound) {
  int64_t constant = (int64_t)guessing->samples->constants.at[place / 3];
  return !__builtin_add_overflow(constant, (int64_t)(place % 3) - 1, bound);
}

// Several of each kind: the tightest need not be inductive.
static void guess_bounds(struct guessing *guessing, uint32_t column) {
  enum { EACH = 3 };
  struct range range = range_of(guessing, column);
  unsigned width = column_width(guessing, column);
  uint32_t places = guessing->samples->constants.count * 3;
  uint32_t lower = 0, upper = 0, unsigned_upper = 0;
  int64_t bound;
  for (uint32_t i = places; i-- > 0 && lower < EACH;)
    if (bound_at(guessing, i, &bound) && fits(bound, OP_SLE, width) &&
        bound <= range.least && ++lower)
      add_bound(guessing, column, OP_SLE, bound, true);
  for (uint32_t i = 0; i < places; i++) {
    if (!bound_at(guessing, i, &bound))
      continue;
    if (fits(bound, OP_SLE, width) && bound >= range.greatest && upper++ < EACH)
      add_bound(guessing, column, OP_SLE, bound, false);
    if (fits(bound, OP_ULE, width) &&
        (uint64_t)bound >= range.unsigned_greatest && unsigned_upper++ < EACH)
      add_bound(guessing, column, OP_ULE, bound, false);
  }
  add_bound(guessing, column, OP_SLE, range.least, true);
  add_bound(guessing, column, OP_SLE, range.greatest, false);
}

// Pairs

// x <= y + 1, written so that the end of the range does not matter.
static void guess_next(struct guessing *guessing, uint32_t a, uint32_t b) {
  unsigned width = column_width(guessing, a);
  bool holds = true;
  for (uint32_t i = 0; i < guessing->rows.count && holds; i++) {
    u128 before = bits_truncate((u128)value(guessing, i, a) - 1, width);
    holds = bits_compare(OP_SLE, width, before, value(guessing, i, b));
  }
  struct term_table *terms = guessing->terms;
  struct term one = term_const(terms, width, 1);
  if (holds)
    add(guessing, term_compare(terms, OP_SLE,
                               term_sub(terms, column_term(guessing, a), one),
                               column_term(guessing, b)));
}

static void guess_order(struct guessing *guessing, uint32_t a, uint32_t b) {
  unsigned width = column_width(guessing, a);
  bool less = true, less_equal = true, below = true, below_equal = true;
  for (uint32_t i = 0; i < guessing->rows.count; i++) {
    uint64_t x = value(guessing, i, a), y = value(guessing, i, b);
    less &= bits_compare(OP_SLT, width, x, y);
    less_equal &= bits_compare(OP_SLE, width, x, y);
    below &= x < y;
    below_equal &= x <= y;
  }
  struct term x = column_term(guessing, a), y = column_term(guessing, b);
  struct term_table *terms = guessing->terms;
  if (!less_equal)
    guess_next(guessing, a, b);
  if (less)
    add(guessing, term_compare(terms, OP_SLT, x, y));
  if (less_equal)
    add(guessing, term_compare(terms, OP_SLE, x, y));
  if (below)
    add(guessing, term_compare(terms, OP_ULT, x, y));
  if (below_equal)
    add(guessing, term_compare(terms, OP_ULE, x, y));
}

static void guess_pairs(struct guessing *guessing,
                        const struct u32_vec *varying) {
  for (uint32_t i = 0; i < varying->count; i++)
    for (uint32_t k = 0; k < varying->count; k++) {
      uint32_t a = varying->at[i], b = varying->at[k];
      if (a != b && column_width(guessing, a) &&
          column_width(guessing, a) == column_width(guessing, b))
        guess_order(guessing, a, b);
    }
}

// Affine relations

static struct term relation_term(const struct guessing *guessing,
                                 const struct u32_vec *columns,
                                 const struct affine *affine, uint32_t which) {
  struct term_table *terms = guessing->terms;
  const uint64_t *relation =
      affine->relations.at + (size_t)which * (affine->columns + 1);
  struct term sum = term_const(terms, affine->width, 0);
  for (uint32_t i = 0; i < affine->columns; i++)
    if (relation[i])
      sum = term_add(
          terms, sum,
          term_binary(terms, OP_MUL, column_term(guessing, columns->at[i]),
                      term_const(terms, affine->width, relation[i])));
  return term_eq(terms, sum,
                 term_const(terms, affine->width, relation[affine->columns]));
}

static void guess_affine_of_width(struct guessing *guessing,
                                  const struct u32_vec *varying,
                                  unsigned width) {
  struct u32_vec columns = {0};
  struct u64_vec points = {0};
  for (uint32_t i = 0; i < varying->count; i++)
    if (column_width(guessing, varying->at[i]) == width)
      u32_vec_push(&columns, varying->at[i]);
  for (uint32_t i = 0; i < guessing->rows.count; i++)
    for (uint32_t k = 0; k < columns.count; k++)
      u64_vec_push(&points, value(guessing, i, columns.at[k]));
  struct affine affine = {0};
  if (columns.count)
    affine_find(&affine, width, columns.count, points.at, guessing->rows.count);
  for (uint32_t i = 0; i < affine.count; i++)
    add(guessing, relation_term(guessing, &columns, &affine, i));
  affine_release(&affine);
  u32_vec_release(&columns);
  u64_vec_release(&points);
}

static void guess_affine(struct guessing *guessing,
                         const struct u32_vec *varying) {
  for (unsigned width = 8; width <= 64; width *= 2)
    guess_affine_of_width(guessing, varying, width);
}

// The program's comparisons

static void load_row(const struct guessing *guessing, uint32_t row,
                     struct assignment *values) {
  assignment_clear(values);
  for (uint32_t i = 0; i < guessing->table->columns.count; i++)
    assignment_set(values, column_term(guessing, i), value(guessing, row, i));
}

static bool is_over_columns(const struct guessing *guessing, struct term t) {
  struct term_vec parts = {0};
  term_variables(guessing->terms, &t, 1, &parts);
  bool ok = true;
  for (uint32_t i = 0; i < parts.count && ok; i++) {
    ok = false;
    for (uint32_t k = 0; k < guessing->table->columns.count && !ok; k++)
      ok = term_equal(parts.at[i], column_term(guessing, k));
  }
  term_vec_release(&parts);
  return ok;
}

static void guess_atoms(struct guessing *guessing,
                        const struct term_vec *atoms) {
  struct assignment *values = assignment_new(guessing->terms);
  struct term_vec positive = {0}, negative = {0};
  for (uint32_t i = 0; i < atoms->count; i++)
    if (is_over_columns(guessing, atoms->at[i])) {
      term_vec_push(&positive, atoms->at[i]);
      term_vec_push(&negative, term_not(guessing->terms, atoms->at[i]));
    }
  for (uint32_t row = 0; row < guessing->rows.count; row++) {
    load_row(guessing, row, values);
    for (uint32_t i = 0; i < positive.count; i++) {
      if (!term_evaluate(values, positive.at[i]))
        positive.at[i] = term_true(guessing->terms);
      if (!term_evaluate(values, negative.at[i]))
        negative.at[i] = term_true(guessing->terms);
    }
  }
  for (uint32_t i = 0; i < positive.count; i++) {
    add(guessing, positive.at[i]);
    add(guessing, negative.at[i]);
  }
  term_vec_release(&positive);
  term_vec_release(&negative);
  assignment_free(values);
}

// All of it for the present rows.
static void guess_all(struct guessing *guessing, const struct term_vec *atoms) {
  struct u32_vec varying = {0};
  for (uint32_t i = 0; i < guessing->table->columns.count; i++) {
    if (is_constant(guessing, i)) {
      guess_constant(guessing, i);
      continue;
    }
    if (!column_width(guessing, i))
      continue;
    u32_vec_push(&varying, i);
    guess_bounds(guessing, i);
  }
  guess_affine(guessing, &varying);
  guess_pairs(guessing, &varying);
  if (atoms)
    guess_atoms(guessing, atoms);
  u32_vec_release(&varying);
}

// Premises: a variable that has two to four values in the samples.

static struct term_set copy_set(const struct term_set *set) {
  struct term_set copy = {0};
  for (uint32_t i = 0; i < set->count; i++)
    term_set_put(&copy, set->entries[i].key, true);
  return copy;
}

enum { FEW_VALUES = 4, FEW_ROWS = 3 };

static bool few_values(const struct guessing *guessing, uint32_t column,
                       struct u64_vec *values) {
  u64_vec_clear(values);
  for (uint32_t row = 0; row < guessing->table->rows; row++) {
    uint64_t now = sample_value(guessing->table, row, column);
    bool is_known = false;
    for (uint32_t i = 0; i < values->count && !is_known; i++)
      is_known = values->at[i] == now;
    if (!is_known)
      u64_vec_push(values, now);
    if (values->count > FEW_VALUES)
      return false;
  }
  return values->count > 1;
}

static void guess_under(struct guessing *guessing, uint32_t column,
                        uint64_t constant) {
  struct term t = column_term(guessing, column);
  unsigned width = column_width(guessing, column);
  u32_vec_clear(&guessing->rows);
  for (uint32_t row = 0; row < guessing->table->rows; row++)
    if (sample_value(guessing->table, row, column) == constant)
      u32_vec_push(&guessing->rows, row);
  guessing->premise =
      width ? term_eq(guessing->terms, t,
                      term_const(guessing->terms, width, constant))
            : (constant ? t : term_not(guessing->terms, t));
  if (guessing->rows.count >= FEW_ROWS)
    guess_all(guessing, NULL);
}

// The rows in which a comparison holds. False when these are all.
static bool guess_under_atom(struct guessing *guessing, struct term atom) {
  struct assignment *values = assignment_new(guessing->terms);
  struct u32_vec chosen = {0};
  u32_vec_clear(&guessing->rows);
  for (uint32_t row = 0; row < guessing->table->rows; row++)
    u32_vec_push(&guessing->rows, row);
  for (uint32_t row = 0; row < guessing->rows.count; row++) {
    load_row(guessing, row, values);
    if (term_evaluate(values, atom))
      u32_vec_push(&chosen, row);
  }
  bool is_split = chosen.count < guessing->rows.count;
  u32_vec_clear(&guessing->rows);
  u32_vec_append(&guessing->rows, chosen.at, chosen.count);
  guessing->premise = atom;
  if (is_split && chosen.count >= FEW_ROWS)
    guess_all(guessing, NULL);
  u32_vec_release(&chosen);
  assignment_free(values);
  return is_split;
}

// Comparisons of what the loop does not change.
static void guess_fixed_premises(struct guessing *guessing,
                                 const struct term_set *general,
                                 const struct term_vec *fixed) {
  enum { MOST_PREMISES = 6 };
  uint32_t used = 0;
  for (uint32_t i = 0; i < fixed->count && used < MOST_PREMISES; i++) {
    if (!is_over_columns(guessing, fixed->at[i]))
      continue;
    bool is_split = true;
    for (int is_negated = 0; is_negated < 2; is_negated++) {
      guessing->seen = copy_set(general);
      is_split &= guess_under_atom(
          guessing,
          is_negated ? term_not(guessing->terms, fixed->at[i]) : fixed->at[i]);
      term_set_release(&guessing->seen);
    }
    used += is_split;
  }
}

static void guess_premises(struct guessing *guessing,
                           const struct term_vec *fixed) {
  struct u64_vec values = {0};
  struct term_set general = guessing->seen;
  guess_fixed_premises(guessing, &general, fixed);
  for (uint32_t i = 0; i < guessing->table->columns.count; i++) {
    if (!few_values(guessing, i, &values))
      continue;
    for (uint32_t k = 0; k < values.count; k++) {
      guessing->seen = copy_set(&general);
      guess_under(guessing, i, values.at[k]);
      term_set_release(&guessing->seen);
    }
  }
  guessing->seen = general;
  u64_vec_release(&values);
}

void candidates_guess(struct program *program, const struct samples *samples,
                      uint32_t cut, const struct term_vec *atoms,
                      const struct term_vec *fixed, struct term_vec *into) {
  struct guessing guessing = {.program = program,
                              .terms = program->terms,
                              .samples = samples,
                              .table = &samples->at[cut],
                              .premise = term_true(program->terms),
                              .into = into};
  for (uint32_t row = 0; row < guessing.table->rows; row++)
    u32_vec_push(&guessing.rows, row);
  if (guessing.rows.count) {
    guess_all(&guessing, atoms);
    guess_premises(&guessing, fixed);
  }
  u32_vec_release(&guessing.rows);
  term_set_release(&guessing.seen);
}
