// Normal forms by example: what the constructors must collapse, and that long
// chains cost linear time and space.
#include "../unit.h"

#include "term/term.h"

static struct interner *names;
static struct term_table *terms;
static struct term x, y, z; // 32 bits
static struct term c, d;    // 8 bits
static struct term p, q;    // Booleans

static struct term var(const char *name, struct sort sort) {
  return term_variable(terms, intern(names, name), sort);
}

static int set_up(void **state) {
  (void)state;
  names = interner_new();
  terms = term_table_new(names);
  x = var("x", sort_bits(32));
  y = var("y", sort_bits(32));
  z = var("z", sort_bits(32));
  c = var("c", sort_bits(8));
  d = var("d", sort_bits(8));
  p = var("p", sort_bool());
  q = var("q", sort_bool());
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  term_table_free(terms);
  interner_free(names);
  return 0;
}

// Short names for the constructors

static struct term k(unsigned width, long long value) {
  return term_const(terms, width, (u128)(i128)value);
}
static struct term bin(enum term_op op, struct term a, struct term b) {
  return term_binary(terms, op, a, b);
}
static struct term cmp(enum term_op op, struct term a, struct term b) {
  return term_compare(terms, op, a, b);
}
static struct term eq(struct term a, struct term b) {
  return term_eq(terms, a, b);
}
static struct term no(struct term a) {
  return term_not(terms, a);
}
static struct term zext(unsigned width, struct term a) {
  return term_convert(terms, OP_ZEXT, width, a);
}
static struct term sext(unsigned width, struct term a) {
  return term_convert(terms, OP_SEXT, width, a);
}
static struct term cut(unsigned low, unsigned width, struct term a) {
  return term_extract(terms, low, width, a);
}
static struct term bits(unsigned width, struct term a) {
  return term_from_bool(terms, width, a);
}

static void same(struct term a, struct term b) {
  assert_int_equal(a.id, b.id);
}

static void test_boolean(void **state) {
  (void)state;
  struct term t = term_true(terms), f = term_false(terms);
  same(no(no(p)), p);
  same(term_and(terms, p, t), p);
  same(term_and(terms, p, f), f);
  same(term_and(terms, p, p), p);
  same(term_and(terms, p, no(p)), f);
  same(term_or(terms, p, no(p)), t);
  same(term_and(terms, p, q), term_and(terms, q, p));
  same(term_and(terms, cmp(OP_SLT, x, y), cmp(OP_SLE, y, x)), f);
  same(term_and_all(terms, NULL, 0), t);
  same(term_or_all(terms, NULL, 0), f);
  same(term_implies(terms, p, p), t);
  same(no(cmp(OP_ULT, x, y)), cmp(OP_ULE, y, x));
  same(eq(p, t), p);
  same(eq(f, p), no(p));
  same(eq(p, no(p)), f);
  same(eq(no(p), q), no(eq(p, q)));
  same(term_ite(terms, p, t, f), p);
  same(term_ite(terms, p, f, t), no(p));
  same(term_ite(terms, p, q, f), term_and(terms, p, q));
  same(term_ite(terms, p, q, no(q)), eq(p, q));
  same(term_ite(terms, no(p), x, y), term_ite(terms, p, y, x));
  same(term_ite(terms, eq(x, y), x, y), y);
  same(term_ite(terms, p, term_ite(terms, p, x, y), z),
       term_ite(terms, p, x, z));
}

static void test_sums(void **state) {
  (void)state;
  same(bin(OP_ADD, x, k(32, 0)), x);
  same(term_sub(terms, x, x), k(32, 0));
  same(bin(OP_ADD, x, x), bin(OP_MUL, x, k(32, 2)));
  same(bin(OP_ADD, bin(OP_ADD, x, y), z), bin(OP_ADD, z, bin(OP_ADD, y, x)));
  same(term_sub(terms, bin(OP_ADD, x, y), y), x);
  same(term_neg(terms, term_neg(terms, x)), x);
  same(bin(OP_MUL, bin(OP_ADD, x, k(32, 1)), k(32, 4)),
       bin(OP_ADD, bin(OP_MUL, x, k(32, 4)), k(32, 4)));
  same(bin(OP_MUL, bin(OP_MUL, x, k(32, 3)), bin(OP_MUL, k(32, 5), y)),
       bin(OP_MUL, bin(OP_MUL, y, x), k(32, 15)));
  same(bin(OP_ADD, term_unary(terms, OP_BVNOT, x), k(32, 1)),
       term_neg(terms, x));
  same(term_unary(terms, OP_BVNOT, term_unary(terms, OP_BVNOT, x)), x);
  assert_int_equal(term_op(terms, bin(OP_SHL, x, k(32, 3))), OP_SHL);
}

static void test_equations(void **state) {
  (void)state;
  same(eq(x, x), term_true(terms));
  same(eq(k(32, 1), k(32, 2)), term_false(terms));
  same(eq(bin(OP_ADD, x, k(32, 3)), k(32, 5)), eq(x, k(32, 2)));
  same(eq(k(32, 5), term_sub(terms, k(32, 3), x)), eq(x, k(32, -2)));
  same(eq(bin(OP_ADD, x, y), bin(OP_ADD, y, z)), eq(z, x));
  same(eq(term_sub(terms, x, y), k(32, 0)), eq(x, y));
  same(eq(bin(OP_MUL, x, k(32, 3)), k(32, 6)), eq(x, k(32, 2)));
  same(eq(bin(OP_MUL, x, k(32, 2)), k(32, 7)), term_false(terms));
  same(eq(x, bin(OP_ADD, x, k(32, 1))), term_false(terms));
  same(eq(bin(OP_BVXOR, x, y), k(32, 0)), eq(x, y));
  same(eq(bin(OP_BVXOR, x, k(32, 5)), k(32, 4)), eq(x, k(32, 1)));
  same(eq(bin(OP_BVAND, x, k(32, 4)), k(32, 3)), term_false(terms));
  same(eq(term_concat(terms, c, d), k(16, 0x1234)),
       term_and(terms, eq(c, k(8, 0x12)), eq(d, k(8, 0x34))));
  assert_true(term_is_const(terms, term_operand(terms, eq(k(32, 7), x), 1)));
}

static void test_order(void **state) {
  (void)state;
  same(cmp(OP_SLT, x, x), term_false(terms));
  same(cmp(OP_ULE, x, x), term_true(terms));
  same(cmp(OP_ULT, x, k(32, 1)), eq(x, k(32, 0)));
  same(cmp(OP_ULT, x, k(32, 0)), term_false(terms));
  same(cmp(OP_ULE, x, k(32, -1)), term_true(terms));
  same(cmp(OP_SLT, x, k(32, INT32_MIN)), term_false(terms));
  same(cmp(OP_SLE, x, k(32, INT32_MIN)), eq(x, k(32, INT32_MIN)));
  same(cmp(OP_SLE, x, k(32, 9)), cmp(OP_SLT, x, k(32, 10)));
  same(cmp(OP_SLT, k(32, 9), x), no(cmp(OP_SLT, x, k(32, 10))));
  same(cmp(OP_SLT, sext(32, c), k(32, 10)), cmp(OP_SLT, c, k(8, 10)));
  same(cmp(OP_SLT, sext(32, c), k(32, 1000)), term_true(terms));
  same(cmp(OP_SLT, zext(32, c), k(32, -1)), term_false(terms));
  same(cmp(OP_SLT, zext(32, c), zext(32, d)), cmp(OP_ULT, c, d));
  same(cmp(OP_ULT, sext(32, c), sext(32, d)), cmp(OP_ULT, c, d));
  same(cmp(OP_ULT, bin(OP_UREM, x, k(32, 10)), k(32, 10)), term_true(terms));
  same(cmp(OP_ULT, bin(OP_BVAND, x, k(32, 0x70)), k(32, 0x71)),
       term_true(terms));
}

static void test_bitwise(void **state) {
  (void)state;
  struct term not_x = term_unary(terms, OP_BVNOT, x);
  same(bin(OP_BVAND, x, x), x);
  same(bin(OP_BVAND, x, k(32, 0)), k(32, 0));
  same(bin(OP_BVAND, x, k(32, -1)), x);
  same(bin(OP_BVAND, x, not_x), k(32, 0));
  same(bin(OP_BVOR, x, k(32, 0)), x);
  same(bin(OP_BVOR, x, not_x), k(32, -1));
  same(bin(OP_BVOR, x, bin(OP_BVAND, x, y)), x);
  same(bin(OP_BVXOR, x, x), k(32, 0));
  same(bin(OP_BVXOR, x, k(32, -1)), not_x);
  same(bin(OP_BVXOR, bin(OP_BVXOR, x, y), y), x);
  same(bin(OP_BVAND, bin(OP_BVAND, x, k(32, 0xf0)), k(32, 0x3c)),
       bin(OP_BVAND, x, k(32, 0x30)));
  same(bin(OP_BVAND, x, k(32, 0xff)), zext(32, cut(0, 8, x)));
  same(bin(OP_BVAND, zext(32, c), k(32, 0x104)),
       zext(32, bin(OP_BVAND, c, k(8, 4))));
  same(bin(OP_SHL, bin(OP_SHL, x, k(32, 3)), k(32, 4)),
       bin(OP_SHL, x, k(32, 7)));
  same(bin(OP_SHL, x, k(32, 32)), k(32, 0));
  same(bin(OP_LSHR, x, k(32, 0)), x);
}

static void test_conversions(void **state) {
  (void)state;
  same(zext(64, zext(32, c)), zext(64, c));
  same(sext(64, zext(32, c)), zext(64, c));
  same(sext(64, sext(32, c)), sext(64, c));
  same(cut(0, 8, zext(32, c)), c);
  same(cut(0, 16, sext(32, c)), sext(16, c));
  same(cut(8, 8, zext(32, c)), k(8, 0));
  same(cut(4, 4, cut(8, 8, x)), cut(12, 4, x));
  same(cut(0, 32, x), x);
  same(cut(8, 8, term_concat(terms, c, d)), c);
  same(term_concat(terms, cut(8, 8, x), cut(0, 8, x)), cut(0, 16, x));
  same(term_concat(terms, k(8, 0), c), zext(16, c));
  same(term_resize(terms, 8, true, sext(32, c)), c);
  same(cut(0, 8, bin(OP_ADD, sext(32, c), k(32, 1))), bin(OP_ADD, c, k(8, 1)));
  // Fields of a word, as LLVM reads and writes them
  same(bin(OP_ASHR, bin(OP_SHL, x, k(32, 24)), k(32, 24)),
       sext(32, cut(0, 8, x)));
  same(bin(OP_LSHR, bin(OP_SHL, x, k(32, 16)), k(32, 24)),
       zext(32, cut(8, 8, x)));
  struct term cleared = bin(OP_BVAND, x, k(32, ~0xff00));
  struct term field = bin(OP_SHL, zext(32, c), k(32, 8));
  struct term written = bin(OP_BVOR, cleared, field);
  same(cut(8, 8, written), c);
  same(cut(0, 8, written), cut(0, 8, x));
}

// What clang -O0 makes of conditions.
static void test_compiled_booleans(void **state) {
  (void)state;
  struct term e = eq(x, y);
  same(no(eq(zext(32, bits(1, e)), k(32, 0))), e);
  same(cut(0, 1, zext(8, bits(1, e))), bits(1, e));
  same(term_nonzero(terms, bits(8, e)), e);
  same(bin(OP_BVXOR, bits(1, e), k(1, 1)), bits(1, no(e)));
  same(eq(bits(32, e), k(32, 1)), e);
  same(cmp(OP_SLT, k(32, 0), bits(32, e)), e);
  same(bin(OP_BVAND, bits(32, p), bits(32, q)),
       bits(32, term_and(terms, p, q)));
  same(bin(OP_BVOR, zext(32, bits(8, p)), zext(32, bits(8, q))),
       bits(32, term_or(terms, p, q)));
  same(eq(bits(32, p), bits(32, q)), eq(p, q));
  same(eq(term_ite(terms, p, x, k(32, 0)), k(32, 5)),
       term_and(terms, p, eq(x, k(32, 5))));
  same(eq(term_ite(terms, p, k(32, 3), k(32, 4)), k(32, 4)), no(p));
}

static void test_arrays(void **state) {
  (void)state;
  struct term a = var("a", sort_array(32, 8));
  struct term next = bin(OP_ADD, x, k(32, 1));
  struct term stored = term_store(terms, a, x, c);
  same(term_select(terms, stored, x), c);
  same(term_select(terms, stored, next), term_select(terms, a, next));
  assert_int_equal(term_op(terms, term_select(terms, stored, y)), OP_SELECT);
  same(term_store(terms, stored, x, d), term_store(terms, a, x, d));
  same(term_store(terms, a, x, term_select(terms, a, x)), a);
  same(term_select(terms, term_const_array(terms, 32, c), x), c);
}

static void test_floats(void **state) {
  (void)state;
  struct term one = k(32, 0x3f800000), f = var("f", sort_bits(32));
  same(bin(OP_FADD, one, one), k(32, 0x40000000));
  same(term_unary(terms, OP_FNEG, term_unary(terms, OP_FNEG, f)), f);
  same(cmp(OP_FLT, f, f), term_false(terms));
  assert_int_equal(term_op(terms, cmp(OP_FEQ, f, f)), OP_FEQ); // NaN
  same(term_convert(terms, OP_SITOF, 64, zext(64, c)),
       term_convert(terms, OP_UITOF, 64, c));
}

// Long chains

enum { CHAIN = 100000, DEEP = 1000000 };

static uint32_t nodes_of_chain(struct term (*step)(struct term, unsigned),
                               struct term start, unsigned count) {
  uint32_t before = term_count(terms);
  for (unsigned i = 0; i < count; i++)
    start = step(start, i);
  return term_count(terms) - before;
}

static struct term fresh_bits(void) {
  return term_variable(terms, (struct name){0}, sort_bits(32));
}

static struct term add_fresh(struct term t, unsigned i) {
  (void)i;
  return bin(OP_ADD, t, fresh_bits());
}
static struct term double_and_add(struct term t, unsigned i) {
  (void)i;
  return bin(OP_ADD, bin(OP_MUL, t, k(32, 2)), fresh_bits());
}
static struct term and_fresh(struct term t, unsigned i) {
  (void)i;
  return term_and(terms, t,
                  term_variable(terms, (struct name){0}, sort_bool()));
}
static struct term or_equation(struct term t, unsigned i) {
  return term_or(terms, t, eq(x, k(32, i)));
}
static struct term xor_and_shift(struct term t, unsigned i) {
  return bin(OP_BVXOR, bin(i % 2 ? OP_SHL : OP_LSHR, t, k(32, 1)), y);
}
static struct term not_ite(struct term t, unsigned i) {
  (void)i;
  return term_ite(terms, eq(t, y), bin(OP_ADD, t, k(32, 1)), z);
}

static void test_chains(void **state) {
  (void)state;
  assert_true(nodes_of_chain(add_fresh, x, CHAIN) < 3 * CHAIN);
  assert_true(nodes_of_chain(double_and_add, x, CHAIN / 10) < 6 * CHAIN);
  assert_true(nodes_of_chain(and_fresh, p, CHAIN) < 3 * CHAIN);
  assert_true(nodes_of_chain(or_equation, p, CHAIN) < 4 * CHAIN);
  assert_true(nodes_of_chain(xor_and_shift, x, DEEP) < 3 * DEEP);
  assert_true(nodes_of_chain(not_ite, x, CHAIN) < 5 * CHAIN);
}

static void test_wide_junction(void **state) {
  (void)state;
  struct term_vec all = {0};
  for (unsigned i = 0; i < CHAIN; i++)
    term_vec_push(&all, term_variable(terms, (struct name){0}, sort_bool()));
  struct term t = term_and_all(terms, all.at, all.count);
  assert_true(term_tree_size(terms, t) >= CHAIN);
  all.at[5] = no(all.at[CHAIN - 1]);
  same(term_and_all(terms, all.at, all.count), term_false(terms));
  term_vec_release(&all);
}

static void test_table(void **state) {
  (void)state;
  same(k(32, 0x100000007), k(32, 7));
  assert_false(term_equal(k(32, 7), k(16, 7)));
  assert_false(term_equal(var("x", sort_bits(32)), x));
  assert_int_equal(term_variable_index(terms, x), 0);
  same(term_variable_at(terms, 1), y);
  assert_string_equal(
      name_text(term_names(terms), term_variable_name(terms, x)), "x");
  struct term t = bin(OP_MUL, x, y);
  for (unsigned i = 0; i < 70; i++)
    t = bin(OP_MUL, t, t);
  assert_int_equal(term_tree_size(terms, t), UINT32_MAX);
}

static void test_collect(void **state) {
  (void)state;
  struct term roots[] = {bin(OP_SDIV, x, y), bin(OP_SREM, x, y), x};
  struct term_vec all = {0};
  term_vec_push(&all, z);
  term_collect(terms, roots, 3, &all);
  assert_int_equal(all.count, 5);
  same(all.at[0], z);
  same(all.at[1], x);
  same(all.at[2], y);
  term_vec_release(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_boolean),
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_equations),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_bitwise),
      cmocka_unit_test(test_conversions),
      cmocka_unit_test(test_compiled_booleans),
      cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_floats),
      cmocka_unit_test(test_chains),
      cmocka_unit_test(test_wide_junction),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_collect),
  };
  return cmocka_run_group_tests_name("simplify", tests, set_up, tear_down);
}
