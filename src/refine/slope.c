#include "refine/slope.h"

enum {
  MOST_COLUMNS = 4, // that are related
  MOST_SLOPES = 4,  // constants of the program
  LARGEST_SLOPE = 1 << 20
};

struct sloping {
  struct program *program;
  struct term_table *terms;
  const struct samples *samples;
  const struct sample_table *table;
  struct term_vec *into;
};

static void add(struct sloping *sloping, struct term t) {
  if (term_is_literal(sloping->terms, t))
    return;
  for (uint32_t i = 0; i < sloping->into->count; i++)
    if (term_equal(sloping->into->at[i], t))
      return;
  term_vec_push(sloping->into, t);
}

static struct term column_term(const struct sloping *sloping, uint32_t column) {
  return program_term(sloping->program, sloping->table->columns.at[column]);
}

static unsigned column_width(const struct sloping *sloping, uint32_t column) {
  struct sort sort = term_sort(sloping->terms, column_term(sloping, column));
  return sort_is_bool(sort) ? 0 : sort_width(sort);
}

static i128 number(const struct sloping *sloping, uint32_t row,
                   uint32_t column) {
  return bits_signed(sample_value(sloping->table, row, column),
                     column_width(sloping, column));
}

static bool varies(const struct sloping *sloping, uint32_t column) {
  for (uint32_t row = 1; row < sloping->table->rows; row++)
    if (sample_value(sloping->table, row, column) !=
        sample_value(sloping->table, 0, column))
      return true;
  return false;
}

static bool fits(i128 value, unsigned width) {
  i128 limit = (i128)1 << (width - 1);
  return value >= -limit && value < limit;
}

// How far a is from slope * b: at least, or at most, with the row that shows
// it.
static i128 extreme(const struct sloping *sloping, uint32_t a, uint32_t b,
                    int64_t slope, bool is_least, uint32_t *where) {
  i128 found = 0;
  for (uint32_t row = 0; row < sloping->table->rows; row++) {
    i128 distance = number(sloping, row, a) - slope * number(sloping, row, b);
    if (row == 0 || (is_least ? distance < found : distance > found)) {
      found = distance;
      *where = row;
    }
  }
  return found;
}

// slope * b + distance <= a, or a <= slope * b + distance, as long as the line
// stays within the width for all samples.
static void add_line(struct sloping *sloping, uint32_t a, uint32_t b,
                     int64_t slope, i128 distance, bool is_least) {
  struct term_table *terms = sloping->terms;
  unsigned width = column_width(sloping, a);
  for (uint32_t row = 0; row < sloping->table->rows; row++)
    if (!fits(slope * number(sloping, row, b) + distance, width))
      return;
  struct term right = term_const(terms, width, (u128)distance);
  struct term left = term_binary(terms, OP_MUL, column_term(sloping, b),
                                 term_const(terms, width, (u128)(i128)slope));
  struct term line = term_add(terms, left, right);
  struct term t = column_term(sloping, a);
  add(sloping, is_least ? term_compare(terms, OP_SLE, line, t)
                        : term_compare(terms, OP_SLE, t, line));
}

// Is the number not among the samples, but below or above all of them?
static bool is_beyond(const struct sloping *sloping, uint32_t column,
                      i128 bound, bool below) {
  for (uint32_t row = 0; row < sloping->table->rows; row++)
    if (below ? bound > number(sloping, row, column)
              : bound < number(sloping, row, column))
      return false;
  return true;
}

// The constant of the program that is nearest to the samples on one side.
static bool end_of(const struct sloping *sloping, uint32_t column, bool below,
                   i128 *end) {
  const struct u64_vec *constants = &sloping->samples->constants;
  bool found = false;
  for (uint32_t i = 0; i < constants->count; i++) {
    i128 constant = (int64_t)constants->at[i];
    if (is_beyond(sloping, column, constant, below) &&
        (!found || (below ? constant > *end : constant < *end))) {
      *end = constant;
      found = true;
    }
  }
  return found;
}

// The tightest line, and one for values of b that were not sampled.
static void guess_lines(struct sloping *sloping, uint32_t a, uint32_t b,
                        int64_t slope) {
  for (int is_least = 0; is_least < 2; is_least++) {
    uint32_t where = 0;
    i128 end, distance = extreme(sloping, a, b, slope, is_least, &where);
    add_line(sloping, a, b, slope, distance, is_least);
    bool below = (slope < 0) == (is_least != 0);
    if (end_of(sloping, b, below, &end))
      add_line(sloping, a, b, slope, number(sloping, where, a) - slope * end,
               is_least);
  }
}

static void guess_slopes(struct sloping *sloping, uint32_t a, uint32_t b) {
  const struct u64_vec *constants = &sloping->samples->constants;
  uint32_t used = 0;
  for (uint32_t i = 0; i < constants->count && used < MOST_SLOPES; i++) {
    int64_t slope = (int64_t)constants->at[i];
    if (slope > LARGEST_SLOPE || slope < -LARGEST_SLOPE ||
        (slope > -2 && slope < 2))
      continue;
    guess_lines(sloping, a, b, slope);
    guess_lines(sloping, a, b, -slope);
    used++;
  }
}

static void guess_pairs(struct sloping *sloping) {
  struct u32_vec columns = {0};
  for (uint32_t i = 0; i < sloping->table->columns.count; i++)
    if (column_width(sloping, i) >= 16 && varies(sloping, i))
      u32_vec_push(&columns, i);
  for (uint32_t i = 0; columns.count <= MOST_COLUMNS && i < columns.count; i++)
    for (uint32_t k = 0; k < columns.count; k++) {
      uint32_t a = columns.at[i], b = columns.at[k];
      if (a != b && column_width(sloping, a) == column_width(sloping, b))
        guess_slopes(sloping, a, b);
    }
  u32_vec_release(&columns);
}

void slopes_guess(struct program *program, const struct samples *samples,
                  uint32_t cut, struct term_vec *into) {
  struct sloping sloping = {.program = program,
                            .terms = program->terms,
                            .samples = samples,
                            .table = &samples->at[cut],
                            .into = into};
  if (sloping.table->rows)
    guess_pairs(&sloping);
}
