// Floating point in Z3's language: every exact operator against the host, on
// random and special numbers; cores; what is left open.
#include "fixture.h"

#include "term/float_bits.h"

static const uint64_t special64[] = {
    0,
    0x8000000000000000u, // -0
    1,                   // smallest subnormal
    0x000fffffffffffffu, // largest one
    0x0010000000000000u,
    0x3ff0000000000000u, // 1
    0xbff8000000000000u, // -1.5
    0x41dfffffffc00000u, // 2^31 - 1
    0x41e0000000000000u, // 2^31
    0xc1e0000000200000u, // just below -2^31
    0x43e0000000000000u, // 2^63
    0x7fefffffffffffffu,
    0x7ff0000000000000u, // infinity
    0xfff0000000000000u,
    0x7ff8000000000000u, // NaN
};

static const uint32_t special32[] = {0,           0x80000000u, 1,
                                     0x007fffffu, 0x3f800000u, 0xbfc00000,
                                     0x4effffffu, 0x4f000000u, 0x7f7fffffu,
                                     0x7f800000u, 0xff800000,  0x7fc00000u};

static u128 random_bits(struct random *random, unsigned width) {
  bool is_special = random_below(random, 3) == 0;
  uint64_t any = random_next(random);
  if (width == 32)
    return is_special ? special32[random_below(random, 12)] : (uint32_t)any;
  return is_special ? special64[random_below(random, 15)] : any;
}

static bool is_nan(unsigned width, u128 bits) {
  return !float_bits_compare(OP_FEQ, width, bits, bits);
}

static struct term number(struct fixture *f, const char *name, unsigned width) {
  return fixture_variable(f, name, sort_bits(width));
}

// With the variables fixed, the term can have the value and no other.
static void check_value(struct fixture *f, struct term given, struct term term,
                        struct term value) {
  struct term is = term_eq(f->terms, term, value);
  struct term yes[] = {given, is};
  struct term no[] = {given, term_not(f->terms, is)};
  assert_int_equal(solver_check(f->solver, PURPOSE_PROOF, yes, 2), ANSWER_SAT);
  assert_int_equal(solver_check(f->solver, PURPOSE_PROOF, no, 2), ANSWER_UNSAT);
}

static struct term fix(struct fixture *f, struct term variable, u128 bits) {
  unsigned width = term_width(f->terms, variable);
  return term_eq(f->terms, variable, term_const(f->terms, width, bits));
}

// A NaN comes out as some NaN, whose bits are left open.
static void check_bits(struct fixture *f, struct term given, struct term term,
                       u128 bits) {
  struct term_table *terms = f->terms;
  unsigned width = term_width(terms, term);
  if (is_nan(width, bits))
    check_value(f, given, term_compare(terms, OP_FEQ, term, term),
                term_false(terms));
  else
    check_value(f, given, term, term_const(terms, width, bits));
}

static void try_binary(struct fixture *f, unsigned width) {
  static const enum term_op ops[] = {OP_FADD, OP_FSUB, OP_FMUL, OP_FDIV};
  struct term_table *terms = f->terms;
  struct term x = number(f, width == 32 ? "x" : "X", width);
  struct term y = number(f, width == 32 ? "y" : "Y", width);
  enum term_op op = ops[random_below(&f->random, 4)];
  u128 a = random_bits(&f->random, width), b = random_bits(&f->random, width);
  struct term given = term_and(terms, fix(f, x, a), fix(f, y, b));
  check_bits(f, given, term_binary(terms, op, x, y),
             float_bits_binary(op, width, a, b));
}

static void try_compare(struct fixture *f, unsigned width) {
  static const enum term_op ops[] = {OP_FEQ, OP_FLT, OP_FLE};
  struct term_table *terms = f->terms;
  struct term x = number(f, width == 32 ? "x" : "X", width);
  struct term y = number(f, width == 32 ? "y" : "Y", width);
  enum term_op op = ops[random_below(&f->random, 3)];
  u128 a = random_bits(&f->random, width), b = random_bits(&f->random, width);
  if (random_below(&f->random, 4) == 0)
    b = a;
  struct term given = term_and(terms, fix(f, x, a), fix(f, y, b));
  bool holds = float_bits_compare(op, width, a, b);
  check_value(f, given, term_compare(terms, op, x, y),
              holds ? term_true(terms) : term_false(terms));
}

static void test_binary(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 11);
  for (uint32_t i = 0; i < 60; i++)
    try_binary(&f, i % 3 ? 32 : 64);
  fixture_release(&f);
}

static void test_compare(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 12);
  for (uint32_t i = 0; i < 100; i++)
    try_compare(&f, i % 2 ? 32 : 64);
  fixture_release(&f);
}

static void test_resize_and_negate(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 13);
  struct term x = number(&f, "x", 32), y = number(&f, "Y", 64);
  for (uint32_t i = 0; i < 40; i++) {
    u128 a = random_bits(&f.random, 32), b = random_bits(&f.random, 64);
    check_bits(&f, fix(&f, x, a), term_convert(f.terms, OP_FTOF, 64, x),
               float_bits_resize(32, 64, a));
    check_bits(&f, fix(&f, y, b), term_convert(f.terms, OP_FTOF, 32, y),
               float_bits_resize(64, 32, b));
    check_value(&f, fix(&f, x, a), term_unary(f.terms, OP_FNEG, x),
                term_const(f.terms, 32, a ^ 0x80000000u));
  }
  fixture_release(&f);
}

// Numbers that fit: the host and Z3 agree. Others: nothing is said.
static void check_integer(struct fixture *f, struct term y, u128 bits,
                          unsigned width, bool is_signed) {
  enum term_op op = is_signed ? OP_FTOSI : OP_FTOUI;
  struct term made = term_convert(f->terms, op, width, y);
  u128 value = is_signed ? float_bits_to_signed(64, width, bits)
                         : float_bits_to_unsigned(64, width, bits);
  u128 back = is_signed ? float_bits_from_signed(width, 64, value)
                        : float_bits_from_unsigned(64, value);
  u128 beyond = float_bits_binary(OP_FSUB, 64, bits, back);
  u128 one = 0x3ff0000000000000u, minus = 0xbff0000000000000u;
  struct term given = fix(f, y, bits);
  bool fits = float_bits_compare(OP_FLT, 64, beyond, one) &&
              float_bits_compare(OP_FLT, 64, minus, beyond);
  if (fits) {
    check_value(f, given, made, term_const(f->terms, width, value));
    return;
  }
  for (uint64_t other = 5; other < 7; other++) {
    struct term is =
        term_eq(f->terms, made, term_const(f->terms, width, other));
    struct term both[] = {given, is};
    assert_int_equal(solver_check(f->solver, PURPOSE_PROOF, both, 2),
                     ANSWER_SAT);
  }
}

static void test_integers(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 14);
  struct term y = number(&f, "Y", 64), n = number(&f, "n", 32);
  for (uint32_t i = 0; i < 60; i++) {
    u128 bits = random_bits(&f.random, 64);
    if (i % 2) // a number of a middling size
      bits = float_bits_from_signed(
          64, 64, (u128)(i128)((int64_t)random_next(&f.random) >> (i + 2)));
    check_integer(&f, y, bits, i % 3 ? 32 : 16, i % 5 != 0);
    u128 integer = (uint32_t)random_next(&f.random);
    check_bits(&f, fix(&f, n, integer), term_convert(f.terms, OP_SITOF, 32, n),
               float_bits_from_signed(32, 32, integer));
    check_bits(&f, fix(&f, n, integer), term_convert(f.terms, OP_UITOF, 64, n),
               float_bits_from_unsigned(64, integer));
  }
  fixture_release(&f);
}

// x <= 1, 2 <= x and something that has nothing to do with it.
static void test_core(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 15);
  struct term_table *terms = f.terms;
  struct term x = number(&f, "x", 32), y = number(&f, "y", 32);
  struct term one = term_const(terms, 32, 0x3f800000u);
  struct term two = term_const(terms, 32, 0x40000000u);
  struct term assumptions[] = {term_compare(terms, OP_FLE, y, two),
                               term_compare(terms, OP_FLE, x, one),
                               term_compare(terms, OP_FLE, two, x)};
  struct query *query = query_new(f.solver, PURPOSE_PROOF);
  assert_int_equal(query_check(query, assumptions, 3), ANSWER_UNSAT);
  struct u32_vec core = {0};
  query_core(query, true, &core);
  assert_int_equal(core.count, 2);
  assert_int_equal(core.at[0], 1);
  assert_int_equal(core.at[1], 2);
  u32_vec_release(&core);
  query_free(query);
  fixture_release(&f);
}

// The sign of a NaN is not known, and neither is its payload.
static void test_nan_is_open(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, 16);
  struct term_table *terms = f.terms;
  struct term x = number(&f, "x", 32);
  struct term sum = term_binary(terms, OP_FADD, x, x);
  struct term given = fix(&f, x, 0x7fc00000u);
  for (u128 bits = 0x7fc00001u; bits < 0x7fc00004u; bits++) {
    struct term both[] = {given,
                          term_eq(terms, sum, term_const(terms, 32, bits))};
    assert_int_equal(solver_check(f.solver, PURPOSE_PROOF, both, 2),
                     ANSWER_SAT);
  }
  struct term no[] = {given,
                      term_eq(terms, sum, term_const(terms, 32, 0x7f800001u))};
  assert_int_equal(solver_check(f.solver, PURPOSE_PROOF, no, 2),
                   ANSWER_UNSAT); // not a signalling one
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_binary),
      cmocka_unit_test(test_compare),
      cmocka_unit_test(test_resize_and_negate),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_core),
      cmocka_unit_test(test_nan_is_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
