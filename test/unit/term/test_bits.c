// The arithmetic of bit strings against native C, and bit by bit.
#include "../unit.h"
#include "naive_bits.h"

static const enum term_op binary_ops[] = {
    OP_ADD,   OP_MUL,  OP_UDIV,  OP_SDIV, OP_UREM, OP_SREM,
    OP_BVAND, OP_BVOR, OP_BVXOR, OP_SHL,  OP_LSHR, OP_ASHR,
};
static const enum term_op order_ops[] = {OP_ULT, OP_ULE, OP_SLT, OP_SLE};

enum { BINARY_OPS = sizeof binary_ops / sizeof *binary_ops };

static void check_pair(unsigned width, u128 a, u128 b) {
  for (unsigned i = 0; i < BINARY_OPS; i++) {
    u128 got = bits_binary(binary_ops[i], width, a, b);
    assert_true(got == naive_binary(binary_ops[i], width, a, b));
  }
  for (unsigned i = 0; i < 4; i++)
    assert_true(bits_compare(order_ops[i], width, a, b) ==
                naive_compare(order_ops[i], width, a, b));
  assert_true(bits_compare(OP_EQ, width, a, b) == (a == b));
  assert_true(bits_unary(OP_BVNOT, width, a) == naive_not(width, a));
}

static void test_all_of_small_widths(void **state) {
  (void)state;
  for (unsigned width = 1; width <= 5; width++)
    for (u128 a = 0; a <= bits_mask(width); a++)
      for (u128 b = 0; b <= bits_mask(width); b++)
        check_pair(width, a, b);
}

// Shift amounts and divisors are small as often as not.
static u128 draw(struct random *random, unsigned width) {
  u128 any = (u128)random_next(random) << 64 | random_next(random);
  u128 edges[] = {0,
                  1,
                  bits_mask(width),
                  (u128)1 << (width - 1),
                  bits_mask(width) >> 1,
                  random_below(random, 130),
                  any >> random_below(random, 128),
                  any};
  return bits_truncate(edges[random_below(random, 8)], width);
}

static void test_every_width(void **state) {
  (void)state;
  struct random random = {7};
  for (unsigned width = 1; width <= 128; width++)
    for (unsigned i = 0; i < 60; i++)
      check_pair(width, draw(&random, width), draw(&random, width));
}

static void test_extensions(void **state) {
  (void)state;
  struct random random = {8};
  for (unsigned from = 1; from <= 128; from++)
    for (unsigned to = from; to <= 128; to++) {
      u128 a = draw(&random, from);
      assert_true(bits_convert(OP_ZEXT, from, to, a) ==
                  naive_extend(OP_ZEXT, from, to, a));
      assert_true(bits_convert(OP_SEXT, from, to, a) ==
                  naive_extend(OP_SEXT, from, to, a));
    }
}

// What C says, for the types that C has. The product is taken in a type that
// does not promote to int.
#define CHECK_NATIVE(random, width, signed_type, unsigned_type)                \
  do {                                                                         \
    unsigned_type a = (unsigned_type)draw(random, width);                      \
    unsigned_type b = (unsigned_type)draw(random, width);                      \
    signed_type p = (signed_type)a, q = (signed_type)b;                        \
    assert_true((unsigned_type)bits_binary(OP_ADD, width, a, b) ==             \
                (unsigned_type)(a + b));                                       \
    assert_true((unsigned_type)bits_binary(OP_MUL, width, a, b) ==             \
                (unsigned_type)((uint64_t)a * b));                             \
    assert_true(bits_compare(OP_SLT, width, a, b) == (p < q));                 \
    assert_true(bits_compare(OP_ULE, width, a, b) == (a <= b));                \
    if (b == 0)                                                                \
      break;                                                                   \
    assert_true(bits_binary(OP_UDIV, width, a, b) == (unsigned_type)(a / b));  \
    assert_true(bits_binary(OP_UREM, width, a, b) == (unsigned_type)(a % b));  \
    if (q == -1)                                                               \
      break;                                                                   \
    assert_true(bits_binary(OP_SDIV, width, a, b) == (unsigned_type)(p / q));  \
    assert_true(bits_binary(OP_SREM, width, a, b) == (unsigned_type)(p % q));  \
    if (b >= width)                                                            \
      break;                                                                   \
    assert_true(bits_binary(OP_LSHR, width, a, b) == (unsigned_type)(a >> b)); \
    assert_true(bits_binary(OP_ASHR, width, a, b) == (unsigned_type)(p >> b)); \
  } while (0)

static void test_native(void **state) {
  (void)state;
  struct random random = {9};
  for (unsigned i = 0; i < 20000; i++) {
    CHECK_NATIVE(&random, 8, int8_t, uint8_t);
    CHECK_NATIVE(&random, 16, int16_t, uint16_t);
    CHECK_NATIVE(&random, 32, int32_t, uint32_t);
    CHECK_NATIVE(&random, 64, int64_t, uint64_t);
  }
}

static void test_division_by_zero(void **state) {
  (void)state;
  assert_true(bits_binary(OP_UDIV, 8, 7, 0) == 0xff);
  assert_true(bits_binary(OP_SDIV, 8, 7, 0) == 0xff);
  assert_true(bits_binary(OP_SDIV, 8, 0xf9, 0) == 1);
  assert_true(bits_binary(OP_UREM, 8, 7, 0) == 7);
  assert_true(bits_binary(OP_SREM, 8, 0xf9, 0) == 0xf9);
  assert_true(bits_binary(OP_SDIV, 32, 0x80000000, 0xffffffff) == 0x80000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_of_small_widths),
      cmocka_unit_test(test_every_width),
      cmocka_unit_test(test_extensions),
      cmocka_unit_test(test_native),
      cmocka_unit_test(test_division_by_zero),
  };
  return cmocka_run_group_tests_name("bits", tests, NULL, NULL);
}
