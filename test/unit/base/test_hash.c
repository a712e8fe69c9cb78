#include "../unit.h"

#include "base/hash.h"

static void test_depends_on_content_only(void **state) {
  (void)state;
  char a[40] = {0}, b[41] = {0};
  struct random random = {3};
  for (size_t length = 0; length < sizeof a; length++) {
    for (size_t i = 0; i < length; i++)
      a[i] = (char)random_next(&random);
    memcpy(b + 1, a, length); // another alignment
    assert_int_equal(hash_bytes(a, length), hash_bytes(b + 1, length));
    for (size_t i = 0; i < length; i++) {
      b[i + 1] ^= 1;
      assert_int_not_equal(hash_bytes(a, length), hash_bytes(b + 1, length));
      b[i + 1] ^= 1;
    }
  }
}

static void test_trailing_zeros_count(void **state) {
  (void)state;
  const char zeros[20] = {0};
  for (size_t i = 0; i + 1 < sizeof zeros; i++)
    assert_int_not_equal(hash_bytes(zeros, i), hash_bytes(zeros, i + 1));
}

// Keys in a row and in steps must not crowd a few slots.
static void test_low_bits_spread(void **state) {
  (void)state;
  enum { SLOTS = 1024 };
  for (uint32_t stride = 1; stride <= 1 << 16; stride *= 4) {
    uint32_t load[SLOTS] = {0}, highest = 0;
    for (uint32_t i = 0; i < SLOTS; i++) {
      uint32_t now = ++load[hash_u32(i * stride) % SLOTS];
      highest = now > highest ? now : highest;
    }
    assert_true(highest < 12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_depends_on_content_only),
      cmocka_unit_test(test_trailing_zeros_count),
      cmocka_unit_test(test_low_bits_spread),
  };
  return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
