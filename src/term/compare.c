// EQ of bit-vectors and the comparisons.
//
// A comparison with a constant is x < c or, negated, c <= x: x <= c is
// x < c + 1. So each cut of x's range between two values has one form, and at
// the ends of the range it is an equation. Comparisons of extended values are
// made before the extension.

#include "term/internal.h"

static u128 least(bool is_signed, unsigned width) {
  return is_signed ? (u128)1 << (width - 1) : 0;
}

static u128 greatest(bool is_signed, unsigned width) {
  return is_signed ? bits_mask(width - 1) : bits_mask(width);
}

// ITE with constant branches, and what the comparison makes of them.
static struct term choose(struct term_table *terms, struct term ite,
                          bool if_then, bool if_otherwise) {
  struct term condition = operand_of(terms, ite, 0);
  if (if_then == if_otherwise)
    return term_bool(terms, if_then);
  return if_then ? condition : term_not(terms, condition);
}

// Two terms extended alike from different widths, before the extension: the
// narrower one is extended to the other's source.
static bool strip_extensions(struct term_table *terms, struct term *a,
                             struct term *b) {
  enum term_op op = op_of(terms, *a);
  if (!is_extension(terms, *a) || !is_op(terms, *b, op))
    return false;
  *a = operand_of(terms, *a, 0);
  *b = operand_of(terms, *b, 0);
  unsigned p = width_of(terms, *a), q = width_of(terms, *b);
  *a = term_convert(terms, op, p > q ? p : q, *a);
  *b = term_convert(terms, op, p > q ? p : q, *b);
  return true;
}

// Equality

static struct term equal_const_extended(struct term_table *terms, struct term a,
                                        u128 c) {
  struct term x = operand_of(terms, a, 0);
  unsigned width = width_of(terms, a), from = width_of(terms, x);
  u128 low = bits_truncate(c, from);
  if (bits_convert(op_of(terms, a), from, width, low) != c)
    return term_false(terms);
  return compare_equal(terms, x, term_const(terms, from, low));
}

static bool is_place(const struct term_table *terms, struct term t) {
  if (is_extension(terms, t))
    t = operand_of(terms, t, 0);
  return is_op(terms, t, OP_VAR) || is_op(terms, t, OP_SELECT);
}

// One branch is a constant, which decides or drops out; the other is simple,
// which bounds the recursion.
static bool has_const_branch(const struct term_table *terms, struct term t) {
  if (!is_op(terms, t, OP_ITE))
    return false;
  struct term then = operand_of(terms, t, 1), other = operand_of(terms, t, 2);
  return (is_const(terms, then) && is_place(terms, other)) ||
         (is_const(terms, other) && is_place(terms, then));
}

static struct term equal_const_branch(struct term_table *terms, struct term a,
                                      struct term c) {
  struct term right = compare_equal(terms, operand_of(terms, a, 2), c);
  struct term left = compare_equal(terms, operand_of(terms, a, 1), c);
  return term_ite(terms, operand_of(terms, a, 0), left, right);
}

static struct term equal_const_concat(struct term_table *terms, struct term a,
                                      u128 c) {
  struct term high = operand_of(terms, a, 0), low = operand_of(terms, a, 1);
  unsigned border = width_of(terms, low);
  struct term c_high = term_const(terms, width_of(terms, high), c >> border);
  struct term c_low = term_const(terms, border, c);
  struct term right = compare_equal(terms, low, c_low);
  struct term left = compare_equal(terms, high, c_high);
  return term_and(terms, left, right);
}

// Whether a bitwise operation with a constant can never give c.
static bool is_unreachable(const struct term_table *terms, struct term a,
                           u128 c) {
  if (known_zeros(terms, a) & c)
    return true;
  if (!is_op(terms, a, OP_BVOR) || !is_const(terms, operand_of(terms, a, 1)))
    return false;
  return (value_of(terms, operand_of(terms, a, 1)) & ~c) != 0;
}

// x ^ y == c is x == y ^ c for a constant y, or for c 0. Sums as operands are
// left alone: solving through alternating sums and XORs would go deep.
static bool is_solvable_xor(const struct term_table *terms, struct term a,
                            u128 c) {
  struct term x = operand_of(terms, a, 0), y = operand_of(terms, a, 1);
  return !is_polynomial(terms, x) && !is_polynomial(terms, y) &&
         (c == 0 || is_const(terms, y));
}

// The sign of a number does not matter for being divisible by a power of two.
static bool is_remainder_of_power(const struct term_table *terms,
                                  struct term a) {
  if (!is_op(terms, a, OP_SREM) || !is_const(terms, operand_of(terms, a, 1)))
    return false;
  u128 divisor = value_of(terms, operand_of(terms, a, 1));
  return divisor > 1 && (divisor & (divisor - 1)) == 0;
}

static struct term divides_power(struct term_table *terms, struct term a) {
  u128 divisor = value_of(terms, operand_of(terms, a, 1));
  unsigned bits = 0;
  while (divisor >> bits != 1)
    bits++;
  struct term low = term_extract(terms, 0, bits, operand_of(terms, a, 0));
  return compare_equal(terms, low, term_const(terms, bits, 0));
}

static struct term equal_const(struct term_table *terms, struct term a,
                               struct term b) {
  u128 c = value_of(terms, b);
  if (width_of(terms, a) == 1 && c == 1) // one form for a single bit
    return term_not(terms, equal_const(terms, a, term_const(terms, 1, 0)));
  if (has_const_branches(terms, a))
    return choose(terms, a, value_of(terms, operand_of(terms, a, 1)) == c,
                  value_of(terms, operand_of(terms, a, 2)) == c);
  if (is_extension(terms, a))
    return equal_const_extended(terms, a, c);
  if (has_const_branch(terms, a))
    return equal_const_branch(terms, a, b);
  if (is_op(terms, a, OP_CONCAT))
    return equal_const_concat(terms, a, c);
  if (is_unreachable(terms, a, c))
    return term_false(terms);
  if (c == 0 && is_remainder_of_power(terms, a))
    return divides_power(terms, a);
  if (is_op(terms, a, OP_BVXOR) && is_solvable_xor(terms, a, c))
    return compare_equal(
        terms, operand_of(terms, a, 0),
        bitwise_binary(terms, OP_BVXOR, operand_of(terms, a, 1), b));
  return make_2(terms, OP_EQ, sort_bool(), a, b);
}

static bool have_same_branches(const struct term_table *terms, struct term a,
                               struct term b) {
  return has_const_branches(terms, a) && has_const_branches(terms, b) &&
         term_equal(operand_of(terms, a, 1), operand_of(terms, b, 1)) &&
         term_equal(operand_of(terms, a, 2), operand_of(terms, b, 2));
}

struct term compare_equal(struct term_table *terms, struct term a,
                          struct term b) {
  if (is_polynomial(terms, a) || is_polynomial(terms, b)) {
    enum equation equation = sum_equate(terms, &a, &b);
    if (equation != EQUATION_OPEN)
      return term_bool(terms, equation == EQUATION_TRUE);
  }
  order_operands(terms, &a, &b);
  if (term_equal(a, b))
    return term_true(terms);
  if (is_const(terms, a))
    return term_false(terms);
  if (is_const(terms, b))
    return equal_const(terms, a, b);
  if (have_same_branches(terms, a, b))
    return term_eq(terms, operand_of(terms, a, 0), operand_of(terms, b, 0));
  if (strip_extensions(terms, &a, &b))
    return compare_equal(terms, a, b);
  return make_2(terms, OP_EQ, sort_bool(), a, b);
}

// Order

static enum term_op less_op(bool is_signed) {
  return is_signed ? OP_SLT : OP_ULT;
}

static struct term less_than(struct term_table *terms, bool is_signed,
                             struct term x, u128 c);

static struct term less_than_zext(struct term_table *terms, bool is_signed,
                                  struct term x, u128 c) {
  struct term source = operand_of(terms, x, 0);
  if (is_signed && bits_sign(c, width_of(terms, x)))
    return term_false(terms);
  if (c > bits_mask(width_of(terms, source)))
    return term_true(terms);
  return less_than(terms, false, source, c);
}

static struct term less_than_sext(struct term_table *terms, bool is_signed,
                                  struct term x, u128 c) {
  struct term source = operand_of(terms, x, 0);
  unsigned width = width_of(terms, x), from = width_of(terms, source);
  i128 half = (i128)1 << (from - 1), limit = bits_signed(c, width);
  bool fits = limit >= -half && limit < half;
  if (fits)
    return less_than(terms, is_signed, source, bits_truncate(c, from));
  if (is_signed)
    return term_bool(terms, limit > 0);
  // c is above all values that are not negative, below all that are.
  return less_than(terms, false, source, (u128)half);
}

// An upper bound of x as an unsigned number.
static u128 bound_of(const struct term_table *terms, struct term x) {
  u128 bound = bits_mask(width_of(terms, x)) & ~known_zeros(terms, x);
  bool is_remainder = is_op(terms, x, OP_UREM);
  if (!is_remainder && !is_op(terms, x, OP_UDIV))
    return bound;
  if (!is_const(terms, operand_of(terms, x, 1)))
    return bound;
  u128 divisor = value_of(terms, operand_of(terms, x, 1));
  return is_remainder ? divisor - 1 : bound / divisor;
}

// x < c in normal form, for c of x's width.
static struct term less_than(struct term_table *terms, bool is_signed,
                             struct term x, u128 c) {
  unsigned width = width_of(terms, x);
  enum term_op op = less_op(is_signed);
  u128 min = least(is_signed, width), max = greatest(is_signed, width);
  if (is_const(terms, x))
    return term_bool(terms, bits_compare(op, width, value_of(terms, x), c));
  if (c == min)
    return term_false(terms);
  if (c == bits_truncate(min + 1, width))
    return compare_equal(terms, x, term_const(terms, width, min));
  if (c == max)
    return term_not(terms,
                    compare_equal(terms, x, term_const(terms, width, c)));
  if (has_const_branches(terms, x)) {
    u128 then = value_of(terms, operand_of(terms, x, 1));
    u128 otherwise = value_of(terms, operand_of(terms, x, 2));
    return choose(terms, x, bits_compare(op, width, then, c),
                  bits_compare(op, width, otherwise, c));
  }
  if (is_op(terms, x, OP_ZEXT))
    return less_than_zext(terms, is_signed, x, c);
  if (is_op(terms, x, OP_SEXT))
    return less_than_sext(terms, is_signed, x, c);
  u128 bound = bound_of(terms, x);
  bool is_positive = !bits_sign(bound, width);
  if (is_signed && is_positive) // x is not negative: the order is unsigned
    return bits_sign(c, width) ? term_false(terms)
                               : less_than(terms, false, x, c);
  if (!is_signed && c > bound)
    return term_true(terms);
  return make_2(terms, op, sort_bool(), x, term_const(terms, width, c));
}

static struct term compare_with_const(struct term_table *terms, bool is_signed,
                                      bool is_strict, struct term a,
                                      struct term b) {
  unsigned width = width_of(terms, a);
  bool const_is_first = is_const(terms, a);
  u128 c = value_of(terms, const_is_first ? a : b);
  bool is_next = is_strict == const_is_first; // x <= c or c < x
  if (is_next && c == greatest(is_signed, width))
    return term_bool(terms, !const_is_first);
  if (is_next)
    c = bits_truncate(c + 1, width);
  struct term less = less_than(terms, is_signed, const_is_first ? b : a, c);
  return const_is_first ? term_not(terms, less) : less;
}

static struct term compare_order(struct term_table *terms, enum term_op op,
                                 struct term a, struct term b) {
  bool is_signed = op == OP_SLT || op == OP_SLE;
  bool is_strict = op == OP_ULT || op == OP_SLT;
  if (term_equal(a, b))
    return term_bool(terms, !is_strict);
  if (is_const(terms, a) || is_const(terms, b))
    return compare_with_const(terms, is_signed, is_strict, a, b);
  bool is_zext = is_op(terms, a, OP_ZEXT);
  if (strip_extensions(terms, &a, &b)) {
    is_signed = is_signed && !is_zext;
    op = is_strict ? less_op(is_signed) : is_signed ? OP_SLE : OP_ULE;
    return compare_order(terms, op, a, b);
  }
  return make_2(terms, op, sort_bool(), a, b);
}

struct term term_compare(struct term_table *terms, enum term_op op,
                         struct term a, struct term b) {
  CHECK(term_op_class(op) == OP_CLASS_COMPARE, "%s is no comparison",
        term_op_name(op));
  CHECK(sort_is_bits(sort_of(terms, a)) &&
            sort_equal(sort_of(terms, a), sort_of(terms, b)),
        "%s of different sorts", term_op_name(op));
  if (op == OP_FEQ || op == OP_FLT || op == OP_FLE)
    return float_compare(terms, op, a, b);
  return compare_order(terms, op, a, b);
}
