// Affine relations against brute force: small widths, where all coefficients
// can be tried.

#include "../unit.h"

#include "refine/affine.h"

enum { MOST_COLUMNS = 4, MOST_ROWS = 7, MOST_VECTORS = 1 << 12 };

struct setting {
  struct random random;
  unsigned width;
  uint32_t columns;
  uint32_t rows;
  uint64_t points[MOST_ROWS * MOST_COLUMNS];
  struct affine affine;
};

// A vector of coefficients as one number, column after column.
static uint32_t vectors(const struct setting *s) {
  return 1u << s->width * s->columns;
}

static uint64_t coefficient(const struct setting *s, uint32_t vector,
                            uint32_t column) {
  return vector >> s->width * column & ((1u << s->width) - 1);
}

static uint64_t product(const struct setting *s, uint32_t vector,
                        uint32_t row) {
  uint64_t sum = 0;
  for (uint32_t k = 0; k < s->columns; k++)
    sum += coefficient(s, vector, k) * s->points[row * s->columns + k];
  return sum & ((1u << s->width) - 1);
}

static bool is_valid(const struct setting *s, uint32_t vector) {
  for (uint32_t row = 1; row < s->rows; row++)
    if (product(s, vector, row) != product(s, vector, 0))
      return false;
  return true;
}

static const uint64_t *relation(const struct setting *s, uint32_t which) {
  return s->affine.relations.at + (size_t)which * (s->columns + 1);
}

// vector + times * relation, in every column.
static uint32_t plus(const struct setting *s, uint32_t vector, uint32_t which,
                     uint64_t times) {
  uint32_t sum = 0, mask = (1u << s->width) - 1;
  for (uint32_t k = 0; k < s->columns; k++) {
    uint64_t value = coefficient(s, vector, k) + times * relation(s, which)[k];
    sum |= (uint32_t)(value & mask) << s->width * k;
  }
  return sum;
}

// Everything that the relations found generate.
static void span(const struct setting *s, bool *is_spanned) {
  static bool before[MOST_VECTORS];
  memset(is_spanned, 0, MOST_VECTORS);
  is_spanned[0] = true;
  for (uint32_t i = 0; i < s->affine.count; i++) {
    memcpy(before, is_spanned, MOST_VECTORS);
    for (uint32_t v = 0; v < vectors(s); v++)
      for (uint64_t times = 1; before[v] && times < 1u << s->width; times++)
        is_spanned[plus(s, v, i, times)] = true;
  }
}

// Differences with low bits that are zero, columns that depend on others, and
// bits beyond the width, which do not count.
static void draw_points(struct setting *s) {
  for (uint32_t k = 0; k < s->columns; k++) {
    uint32_t kind = random_below(&s->random, 4), shift = s->width;
    uint64_t first = random_next(&s->random);
    shift = random_below(&s->random, shift);
    uint32_t other = k ? random_below(&s->random, k) : 0;
    for (uint32_t i = 0; i < s->rows; i++) {
      const uint64_t *row = &s->points[i * s->columns];
      uint64_t value = first + (random_next(&s->random) << shift);
      if (k && kind == 0)
        value = first + row[other] * 3;
      if (k && kind == 1)
        value = first - row[other] + (row[0] << shift);
      s->points[i * s->columns + k] = value;
    }
  }
}

static void setting_init(struct setting *s, uint64_t seed) {
  *s = (struct setting){.random = {seed}};
  s->width = 1 + random_below(&s->random, 5);
  s->columns = 1 + random_below(&s->random, MOST_COLUMNS);
  while (s->width * s->columns > 12)
    s->columns--;
  s->rows = 1 + random_below(&s->random, MOST_ROWS);
  draw_points(s);
  affine_find(&s->affine, s->width, s->columns, s->points, s->rows);
}

static void test_sound_and_complete(void **state) {
  (void)state;
  static bool is_spanned[MOST_VECTORS];
  uint32_t low_bits = 0;
  for (uint64_t seed = 0; seed < 1500; seed++) {
    struct setting s;
    setting_init(&s, seed);
    span(&s, is_spanned);
    for (uint32_t v = 0; v < vectors(&s); v++)
      assert_int_equal(is_spanned[v], is_valid(&s, v));
    for (uint32_t i = 0; i < s.affine.count; i++) {
      uint32_t v = plus(&s, 0, i, 1);
      assert_int_equal(relation(&s, i)[s.columns], product(&s, v, 0));
      low_bits += !(v & 0x1111) && s.width == 4;
    }
    affine_release(&s.affine);
  }
  assert_true(low_bits > 100);
}

// The same for 64 bits, where nothing can be tried but the points.
static void test_wide(void **state) {
  (void)state;
  static const unsigned widths[] = {8, 16, 31, 32, 33, 63, 64};
  for (uint64_t seed = 0; seed < 500; seed++) {
    struct setting s = {.random = {seed}, .columns = MOST_COLUMNS};
    s.width = widths[seed % (sizeof widths / sizeof *widths)];
    s.rows = 1 + random_below(&s.random, MOST_ROWS);
    draw_points(&s);
    affine_find(&s.affine, s.width, s.columns, s.points, s.rows);
    assert_true(s.affine.count + s.rows > s.columns);
    for (uint32_t i = 0; i < s.affine.count * s.rows; i++) {
      const uint64_t *one = relation(&s, i / s.rows);
      uint64_t sum = 0 - one[s.columns];
      for (uint32_t k = 0; k < s.columns; k++)
        sum += one[k] * s.points[i % s.rows * s.columns + k];
      assert_int_equal(sum << (64 - s.width), 0);
    }
    affine_release(&s.affine);
  }
}

// x = 1, 5, 13 and y = 2x + 7: the low bits of x are 01, and y - 2x is 7, with
// no help from the low bits.
static void test_example(void **state) {
  (void)state;
  static const uint64_t points[] = {1, 9, 5, 17, 13, 33};
  static const uint64_t expected[] = {64, 0, 64, 254, 1, 7};
  struct affine affine;
  affine_find(&affine, 8, 2, points, 3);
  assert_int_equal(affine.count, 2);
  assert_memory_equal(affine.relations.at, expected, sizeof expected);
  affine_release(&affine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound_and_complete),
      cmocka_unit_test(test_wide),
      cmocka_unit_test(test_example),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
