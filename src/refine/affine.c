#include "refine/affine.h"

#include <stdlib.h>

#include "base/memory.h"

struct matrix {
  uint64_t *at; // row after row
  uint32_t rows;
  uint32_t columns;
  uint64_t mask;    // of the width
  uint32_t *column; // order: pivots first, then columns without one
  uint32_t rank;
};

static uint64_t *cell(const struct matrix *m, uint32_t row, uint32_t place) {
  return &m->at[(size_t)row * m->columns + m->column[place]];
}

static unsigned valuation(uint64_t value) {
  return value ? (unsigned)__builtin_ctzll(value) : 64;
}

// The inverse of an odd number modulo 2^64, by Newton's iteration.
static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++)
    x *= 2 - odd * x;
  return x;
}

// Among the remaining rows and columns, an element that divides all others.
static bool find_pivot(const struct matrix *m, uint32_t *row, uint32_t *place) {
  unsigned best = 64;
  for (uint32_t i = m->rank; i < m->rows; i++)
    for (uint32_t k = m->rank; k < m->columns; k++)
      if (valuation(*cell(m, i, k)) < best) {
        best = valuation(*cell(m, i, k));
        *row = i;
        *place = k;
      }
  return best < 64;
}

static void swap_rows(struct matrix *m, uint32_t a, uint32_t b) {
  for (uint32_t k = 0; a != b && k < m->columns; k++) {
    uint64_t *x = cell(m, a, k), *y = cell(m, b, k), old = *x;
    *x = *y;
    *y = old;
  }
}

static void swap_columns(struct matrix *m, uint32_t a, uint32_t b) {
  uint32_t old = m->column[a];
  m->column[a] = m->column[b];
  m->column[b] = old;
}

static void eliminate(struct matrix *m) {
  uint64_t pivot = *cell(m, m->rank, m->rank);
  unsigned shift = valuation(pivot);
  uint64_t unit = inverse(pivot >> shift);
  for (uint32_t i = m->rank + 1; i < m->rows; i++) {
    uint64_t factor = (*cell(m, i, m->rank) >> shift) * unit;
    for (uint32_t k = m->rank; factor && k < m->columns; k++) {
      uint64_t *value = cell(m, i, k);
      *value = (*value - factor * *cell(m, m->rank, k)) & m->mask;
    }
  }
}

static void triangulate(struct matrix *m) {
  uint32_t row, place;
  while (m->rank < m->rows && m->rank < m->columns &&
         find_pivot(m, &row, &place)) {
    swap_rows(m, m->rank, row);
    swap_columns(m, m->rank, place);
    eliminate(m);
    m->rank++;
  }
}

// Of the numbers that are the same under the mask, the one nearest to zero.
static uint64_t nearest(uint64_t number, uint64_t mask) {
  number &= mask;
  return number > mask / 2 + 1 ? number - mask - 1 : number;
}

// Completes a solution whose entries from place `from` on are set. Every row is
// divisible by its pivot's power of two, so its high bits are free: small
// coefficients are most likely what the program computes with.
static void substitute_back(const struct matrix *m, uint32_t from,
                            uint64_t *solution) {
  for (uint32_t row = from; row-- > 0;) {
    uint64_t pivot = *cell(m, row, row), sum = 0;
    unsigned shift = valuation(pivot);
    for (uint32_t k = row + 1; k < m->columns; k++)
      sum += (*cell(m, row, k) >> shift) * solution[m->column[k]];
    solution[m->column[row]] =
        nearest(0 - sum * inverse(pivot >> shift), m->mask >> shift) & m->mask;
  }
}

static void add_relation(struct affine *affine, const uint64_t *solution,
                         const uint64_t *point, uint64_t mask) {
  uint64_t constant = 0;
  for (uint32_t i = 0; i < affine->columns; i++)
    constant += solution[i] * point[i];
  u64_vec_append(&affine->relations, solution, affine->columns);
  u64_vec_push(&affine->relations, constant & mask);
  affine->count++;
}

static void read_solutions(struct affine *affine, const struct matrix *m,
                           const uint64_t *point) {
  for (uint32_t place = 0; place < m->columns; place++) {
    bool is_pivot = place < m->rank;
    unsigned shift = is_pivot ? valuation(*cell(m, place, place)) : 0;
    if (is_pivot && !shift)
      continue;
    uint64_t *solution = memory_new_zero(m->columns, sizeof *solution);
    solution[m->column[place]] =
        is_pivot ? (uint64_t)1 << (affine->width - shift) : 1;
    substitute_back(m, is_pivot ? place : m->rank, solution);
    add_relation(affine, solution, point, m->mask);
    free(solution);
  }
}

void affine_find(struct affine *affine, unsigned width, uint32_t columns,
                 const uint64_t *points, uint32_t rows) {
  *affine = (struct affine){.width = width, .columns = columns};
  struct matrix m = {
      .at = memory_new_zero((size_t)rows * columns + 1, sizeof *m.at),
      .rows = rows - 1,
      .columns = columns,
      .mask = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1,
      .column = memory_new_zero(columns + 1, sizeof *m.column)};
  for (uint32_t k = 0; k < columns; k++)
    m.column[k] = k;
  for (uint32_t i = 0; i + 1 < rows; i++)
    for (uint32_t k = 0; k < columns; k++)
      m.at[(size_t)i * columns + k] =
          (points[(size_t)(i + 1) * columns + k] - points[k]) & m.mask;
  triangulate(&m);
  read_solutions(affine, &m, points);
  free(m.at);
  free(m.column);
}

void affine_release(struct affine *affine) {
  u64_vec_release(&affine->relations);
}
