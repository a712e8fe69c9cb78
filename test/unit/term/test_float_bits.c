// Floating-point operators on bit patterns against the host's types.
#include "../unit.h"

#include <math.h>

#include "term/bits.h"

static u128 bits_of_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static double double_of_bits(u128 bits) {
  uint64_t raw = (uint64_t)bits;
  double value;
  memcpy(&value, &raw, sizeof value);
  return value;
}

static u128 bits_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float float_of_bits(u128 bits) {
  uint32_t raw = (uint32_t)bits;
  float value;
  memcpy(&value, &raw, sizeof value);
  return value;
}

static u128 bits_of_extended(long double value) {
  u128 bits = 0;
  memcpy(&bits, &value, 10);
  return bits;
}

// Any pattern, or one with few digits, so that exact and tied results occur.
static double draw_double(struct random *random) {
  static const double special[] = {
      0.0, -0.0, 1.0, INFINITY, -INFINITY, NAN, 5e-324, 1.7976931348623157e308};
  switch (random_below(random, 3)) {
  case 0: return double_of_bits(random_next(random));
  case 1:
    return ldexp((double)(int64_t)random_next(random),
                 (int)random_below(random, 100) - 80);
  default: return special[random_below(random, 8)];
  }
}

static void assert_same_double(u128 bits, double expected) {
  if (isnan(expected))
    assert_true(isnan(double_of_bits(bits)));
  else
    assert_true(bits == bits_of_double(expected));
}

static void assert_same_float(u128 bits, float expected) {
  if (isnan(expected))
    assert_true(isnan(float_of_bits(bits)));
  else
    assert_true(bits == bits_of_float(expected));
}

static void test_double(void **state) {
  (void)state;
  struct random random = {1};
  for (unsigned i = 0; i < 50000; i++) {
    double a = draw_double(&random), b = draw_double(&random);
    u128 p = bits_of_double(a), q = bits_of_double(b);
    assert_same_double(bits_binary(OP_FADD, 64, p, q), a + b);
    assert_same_double(bits_binary(OP_FSUB, 64, p, q), a - b);
    assert_same_double(bits_binary(OP_FMUL, 64, p, q), a * b);
    assert_same_double(bits_binary(OP_FDIV, 64, p, q), a / b);
    assert_same_double(bits_binary(OP_FREM, 64, p, q), fmod(a, b));
    assert_true(bits_compare(OP_FEQ, 64, p, q) == (a == b));
    assert_true(bits_compare(OP_FLT, 64, p, q) == (a < b));
    assert_true(bits_compare(OP_FLE, 64, p, q) == (a <= b));
    assert_same_float(bits_convert(OP_FTOF, 64, 32, p), (float)a);
    assert_true(
        bits_convert(OP_FTOF, 80, 64, bits_convert(OP_FTOF, 64, 80, p)) == p ||
        isnan(a));
    assert_true(bits_convert(OP_FTOF, 128, 64,
                             bits_convert(OP_FTOF, 64, 128, p)) == p ||
                isnan(a));
  }
}

static void test_float(void **state) {
  (void)state;
  struct random random = {2};
  for (unsigned i = 0; i < 50000; i++) {
    float a = float_of_bits(random_next(&random));
    float b = (float)draw_double(&random);
    u128 p = bits_of_float(a), q = bits_of_float(b);
    assert_same_float(bits_binary(OP_FADD, 32, p, q), a + b);
    assert_same_float(bits_binary(OP_FMUL, 32, p, q), a * b);
    assert_same_float(bits_binary(OP_FDIV, 32, p, q), a / b);
    assert_same_float(bits_binary(OP_FREM, 32, p, q), fmodf(a, b));
    assert_same_double(bits_convert(OP_FTOF, 32, 64, p), a);
  }
}

// Half by hand: the sum in double is exact, and one rounding remains.
static void test_half(void **state) {
  (void)state;
  struct random random = {3};
  for (unsigned i = 0; i < 20000; i++) {
    u128 p = random_next(&random) & 0xffff, q = random_next(&random) & 0xffff;
    u128 a = bits_convert(OP_FTOF, 16, 64, p);
    u128 b = bits_convert(OP_FTOF, 16, 64, q);
    u128 sum = bits_binary(OP_FADD, 64, a, b);
    if (isnan(double_of_bits(sum)))
      continue;
    assert_true(bits_binary(OP_FADD, 16, p, q) ==
                bits_convert(OP_FTOF, 64, 16, sum));
    assert_true(bits_convert(OP_FTOF, 64, 16, a) == p);
  }
  assert_true(bits_convert(OP_UITOF, 32, 16, 2049) == 0x6800); // ties to even
  assert_true(bits_convert(OP_UITOF, 32, 16, 2051) == 0x6802);
  assert_true(bits_convert(OP_UITOF, 32, 16, 65519) == 0x7bff);
  assert_true(bits_convert(OP_UITOF, 32, 16, 65520) == 0x7c00); // infinity
}

static void test_wide(void **state) {
  (void)state;
  struct random random = {4};
  for (unsigned i = 0; i < 20000; i++) {
    long double a = (long double)draw_double(&random) / 3;
    long double b = (long double)draw_double(&random) / 7;
    u128 p = bits_of_extended(a), q = bits_of_extended(b);
    if (isnan(a + b) || isnan(a * b))
      continue;
    assert_true(bits_binary(OP_FADD, 80, p, q) == bits_of_extended(a + b));
    assert_true(bits_binary(OP_FMUL, 80, p, q) == bits_of_extended(a * b));
    assert_true(bits_compare(OP_FLT, 80, p, q) == (a < b));
    u128 quad = bits_convert(OP_FTOF, 80, 128, p);
    assert_true(bits_convert(OP_FTOF, 128, 80, quad) == p);
    u128 quad_b = bits_convert(OP_FTOF, 80, 128, q);
    assert_true(bits_compare(OP_FLE, 128, quad, quad_b) == (a <= b));
  }
}

static void test_negation(void **state) {
  (void)state;
  assert_true(bits_unary(OP_FNEG, 64, 0) == (u128)1 << 63);
  u128 payload = 0x7ff0000000000123; // a signalling NaN
  assert_true(bits_unary(OP_FNEG, 64, payload) == (payload | (u128)1 << 63));
  assert_true(bits_unary(OP_FNEG, 80, 5) == ((u128)1 << 79 | 5));
}

// In range as in C; out of range as gcc's code for x86-64 does it.
static void test_to_integer(void **state) {
  (void)state;
  struct random random = {5};
  for (unsigned i = 0; i < 50000; i++) {
    double a = draw_double(&random);
    u128 p = bits_of_double(a);
    if (a > -2147483649.0 && a < 2147483648.0)
      assert_true((int32_t)bits_convert(OP_FTOSI, 64, 32, p) == (int32_t)a);
    if (a >= -9223372036854775808.0 && a < 9223372036854775808.0)
      assert_true((int64_t)bits_convert(OP_FTOSI, 64, 64, p) == (int64_t)a);
    if (a > -1 && a < 18446744073709551616.0)
      assert_true((uint64_t)bits_convert(OP_FTOUI, 64, 64, p) == (uint64_t)a);
    if (a > -1 && a < 4294967296.0)
      assert_true((uint32_t)bits_convert(OP_FTOUI, 64, 32, p) == (uint32_t)a);
  }
  u128 huge = bits_of_double(1e30), minus = bits_of_double(-1.5);
  assert_true(bits_convert(OP_FTOSI, 64, 32, huge) == 0x80000000);
  assert_true(bits_convert(OP_FTOSI, 64, 64, huge) == (u128)1 << 63);
  assert_true(bits_convert(OP_FTOSI, 64, 8, bits_of_double(300)) == 44);
  assert_true(bits_convert(OP_FTOSI, 64, 8, huge) == 0);
  assert_true(bits_convert(OP_FTOUI, 64, 32, minus) == 0xffffffff);
  assert_true(bits_convert(OP_FTOUI, 64, 64, minus) == UINT64_MAX);
  assert_true(bits_convert(OP_FTOUI, 64, 64, huge) == 0);
  assert_true(bits_convert(OP_FTOUI, 64, 64, bits_of_double(NAN)) == (u128)1
                                                                         << 63);
  assert_true(bits_convert(OP_FTOSI, 64, 128, huge) == (u128)(i128)1e30);
}

static void test_from_integer(void **state) {
  (void)state;
  struct random random = {6};
  for (unsigned i = 0; i < 50000; i++) {
    uint64_t a = random_next(&random) >> random_below(&random, 64);
    a = random_below(&random, 2) ? a : -a;
    assert_true(bits_convert(OP_SITOF, 64, 64, a) ==
                bits_of_double((double)(int64_t)a));
    assert_true(bits_convert(OP_UITOF, 64, 64, a) == bits_of_double((double)a));
    assert_true(bits_convert(OP_SITOF, 64, 32, a) ==
                bits_of_float((float)(int64_t)a));
    assert_true(bits_convert(OP_UITOF, 64, 32, a) == bits_of_float((float)a));
    assert_true(bits_convert(OP_SITOF, 64, 80, a) ==
                bits_of_extended((int64_t)a));
    u128 wide = (u128)a << 64 | random_next(&random);
    assert_true(bits_convert(OP_UITOF, 128, 64, wide) ==
                bits_of_double((double)wide));
    assert_true(bits_convert(OP_SITOF, 128, 64, wide) ==
                bits_of_double((double)(i128)wide));
  }
  u128 all = ~(u128)0; // rounds to 2^128
  assert_true(bits_convert(OP_UITOF, 128, 64, all) ==
              bits_of_double(ldexp(1, 128)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_double),       cmocka_unit_test(test_float),
      cmocka_unit_test(test_half),         cmocka_unit_test(test_wide),
      cmocka_unit_test(test_negation),     cmocka_unit_test(test_to_integer),
      cmocka_unit_test(test_from_integer),
  };
  return cmocka_run_group_tests_name("float_bits", tests, NULL, NULL);
}
