// Places against sets of offsets, written out in a window.
#include "../unit.h"

#include "memory/place.h"
#include "term/bits.h"

enum { LOW = -120, HIGH = 240, ROUNDS = 20000 };

static bool has(struct place place, int64_t offset) {
  if (place.modulus == 0)
    return offset == place.offset;
  int64_t apart = offset - place.offset;
  return apart % (int64_t)place.modulus == 0;
}

static struct place random_place(struct random *random, uint32_t objects) {
  static const uint64_t moduli[] = {0, 0, 0, 1, 2, 3, 4, 6, 8, 12, 16, 24};
  uint64_t modulus = moduli[random_below(random, 12)];
  int64_t offset = (int64_t)random_below(random, 60) - 10;
  return (struct place){1 + random_below(random, objects),
                        place_residue(offset, modulus), modulus};
}

static void test_residue(void **state) {
  (void)state;
  assert_int_equal(place_residue(-1, 8), 7);
  assert_int_equal(place_residue(-8, 8), 0);
  assert_int_equal(place_residue(17, 8), 1);
  assert_int_equal(place_residue(-5, 0), -5);
  assert_int_equal(common_divisor(0, 6), 6);
  assert_int_equal(common_divisor(12, 18), 6);
}

static bool overlaps_naively(struct place a, uint64_t a_size, struct place b,
                             uint64_t b_size) {
  for (int64_t x = LOW; x < HIGH; x++)
    for (int64_t y = x - 20; has(a, x) && y < x + 20; y++)
      if (has(b, y) && x < y + (int64_t)b_size && y < x + (int64_t)a_size)
        return true;
  return false;
}

static void test_overlap(void **state) {
  (void)state;
  struct random random = {1};
  for (int i = 0; i < ROUNDS / 20; i++) {
    struct place a = random_place(&random, 1), b = random_place(&random, 1);
    uint64_t a_size = 1 + random_below(&random, 8);
    uint64_t b_size = 1 + random_below(&random, 8);
    assert_int_equal(place_overlaps(a, a_size, b, b_size),
                     overlaps_naively(a, a_size, b, b_size));
  }
  assert_false(
      place_overlaps((struct place){1, 0, 1}, 4, (struct place){2, 0, 1}, 4));
}

static void test_shift(void **state) {
  (void)state;
  struct random random = {2};
  for (int i = 0; i < ROUNDS; i++) {
    struct place place = random_place(&random, 1);
    int64_t by = (int64_t)random_below(&random, 40) - 20;
    uint64_t stride = random_below(&random, 3) ? random_below(&random, 13) : 0;
    struct place moved = place_shift(place, by, stride);
    for (int64_t x = -20; x < 60; x++)
      for (int64_t k = -2; has(place, x) && k <= 2; k++)
        assert_true(has(moved, x + by + k * (int64_t)stride));
  }
}

// A set covers whatever was added, and keeps to its shape.
static void test_add(void **state) {
  (void)state;
  struct random random = {3};
  for (int i = 0; i < ROUNDS / 20; i++) {
    struct place_vec set = {0}, added = {0};
    for (uint32_t n = 1 + random_below(&random, 14); n > 0; n--) {
      struct place place = random_place(&random, 2);
      place_vec_push(&added, place);
      bool changed = place_add(&set, place);
      assert_false(place_add(&set, place));
      (void)changed;
    }
    for (uint32_t k = 0; k < added.count; k++)
      for (int64_t x = -30; x < 60; x++) {
        bool found = !has(added.at[k], x);
        for (uint32_t m = 0; m < set.count && !found; m++)
          found = set.at[m].object == added.at[k].object && has(set.at[m], x);
        assert_true(found);
      }
    for (uint32_t object = 1; object <= 2; object++) {
      uint32_t exact = 0, classes = 0;
      for (uint32_t m = 0; m < set.count; m++)
        if (set.at[m].object == object)
          *(set.at[m].modulus ? &classes : &exact) += 1;
      assert_true(classes <= 1 && exact <= PLACE_EXACT);
      assert_true(classes == 0 || exact == 0);
    }
    place_vec_release(&set);
    place_vec_release(&added);
  }
}

// Adding more and more steps comes to an end.
static void test_ladder(void **state) {
  (void)state;
  struct place_vec set = {0};
  uint32_t changes = 0;
  for (int64_t i = 0; i < 1000; i++)
    changes += place_add(&set, (struct place){1, i * 12, 0});
  assert_true(changes <= PLACE_EXACT + 1);
  assert_int_equal(set.count, 1);
  assert_int_equal(set.at[0].modulus, 12);
  assert_int_equal(set.at[0].offset, 0);
  place_vec_release(&set);
}

static void add_random(struct random *random, struct place_vec *set) {
  for (uint32_t i = random_below(random, 12); i; i--)
    place_add(set, random_place(random, 6));
}

static void expect_same(const struct place_vec *a, const struct place_vec *b) {
  assert_int_equal(a->count, b->count);
  for (uint32_t i = 0; i < a->count; i++) {
    assert_int_equal(a->at[i].object, b->at[i].object);
    assert_int_equal(a->at[i].offset, b->at[i].offset);
    assert_int_equal(a->at[i].modulus, b->at[i].modulus);
  }
}

// Uniting two sets is adding the places of one to the other, one by one.
static void test_unite(void **state) {
  (void)state;
  struct random random = {7};
  for (uint32_t round = 0; round < 20000; round++) {
    struct place_vec set = {0}, with = {0}, one_by_one = {0};
    bool is_blurred = round % 2, changes = false;
    add_random(&random, &set);
    add_random(&random, &with);
    place_vec_append(&one_by_one, set.at, set.count);
    for (uint32_t i = 0; i < with.count; i++)
      changes |= place_add(&one_by_one,
                           is_blurred ? (struct place){with.at[i].object, 0, 1}
                                      : with.at[i]);
    bool has_changed = is_blurred ? place_unite_blurred(&set, &with)
                                  : place_unite(&set, &with);
    assert_int_equal(has_changed, changes);
    expect_same(&set, &one_by_one);
    place_vec_release(&set);
    place_vec_release(&with);
    place_vec_release(&one_by_one);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_residue), cmocka_unit_test(test_overlap),
      cmocka_unit_test(test_shift),   cmocka_unit_test(test_add),
      cmocka_unit_test(test_ladder),  cmocka_unit_test(test_unite),
  };
  return cmocka_run_group_tests_name("place", tests, NULL, NULL);
}
