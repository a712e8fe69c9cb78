// BVNOT, BVAND, BVOR, BVXOR.
//
// A constant operand is pulled out of nested operations of the same kind, and
// extensions of equal source width are pulled outwards, so that masks end up
// next to what they mask. A mask of the low bits is an EXTRACT.

#include "term/internal.h"

static struct term with_const(struct term_table *terms, enum term_op op,
                              struct term a, u128 c);

u128 known_zeros(const struct term_table *terms, struct term a) {
  unsigned width = width_of(terms, a);
  u128 mask = bits_mask(width);
  switch (op_of(terms, a)) {
  case OP_CONST: return mask & ~value_of(terms, a);
  case OP_ZEXT:
    return mask & ~bits_mask(width_of(terms, operand_of(terms, a, 0)));
  case OP_BVAND:
  case OP_SHL:
  case OP_LSHR: break;
  default: return 0;
  }
  struct term second = operand_of(terms, a, 1);
  if (!is_const(terms, second))
    return 0;
  u128 value = value_of(terms, second);
  u128 possible = op_of(terms, a) == OP_BVAND
                      ? value
                      : bits_binary(op_of(terms, a), width, mask, value);
  return mask & ~possible;
}

// Complement

// Of a term that is no sum.
struct term bitwise_complement(struct term_table *terms, struct term a) {
  unsigned width = width_of(terms, a);
  if (is_op(terms, a, OP_BVNOT))
    return operand_of(terms, a, 0);
  if (has_const_branches(terms, a))
    return ite_of_consts(
        terms, operand_of(terms, a, 0), width,
        bits_truncate(~value_of(terms, operand_of(terms, a, 1)), width),
        bits_truncate(~value_of(terms, operand_of(terms, a, 2)), width));
  if (is_op(terms, a, OP_BVXOR) && is_const(terms, operand_of(terms, a, 1)))
    return with_const(terms, OP_BVXOR, a, bits_mask(width));
  return make_1(terms, OP_BVNOT, sort_bits(width), a);
}

struct term bitwise_not(struct term_table *terms, struct term a) {
  unsigned width = width_of(terms, a);
  if (is_const(terms, a))
    return term_const(terms, width, ~value_of(terms, a));
  if (is_polynomial(terms, a) && !is_op(terms, a, OP_BVNOT))
    return sum_complement(terms, a);
  return bitwise_complement(terms, a);
}

static bool are_opposite(const struct term_table *terms, struct term a,
                         struct term b) {
  return (is_op(terms, a, OP_BVNOT) &&
          term_equal(operand_of(terms, a, 0), b)) ||
         (is_op(terms, b, OP_BVNOT) && term_equal(operand_of(terms, b, 0), a));
}

// With a constant

static bool is_low_mask(u128 c) {
  return (c & (c + 1)) == 0;
}

static unsigned mask_length(u128 mask) {
  unsigned length = 0;
  for (; mask; mask >>= 1)
    length++;
  return length;
}

// ZEXT and SEXT move out when the constant is such an extension, too.
static struct term with_const_in_extension(struct term_table *terms,
                                           enum term_op op, struct term a,
                                           u128 c) {
  enum term_op extension = op_of(terms, a);
  unsigned width = width_of(terms, a);
  struct term inner = operand_of(terms, a, 0);
  unsigned from = width_of(terms, inner);
  u128 low = bits_truncate(c, from);
  bool high_is_clear = low == c;
  if (op == OP_BVAND && high_is_clear)
    extension = OP_ZEXT;
  bool fits = extension == OP_ZEXT
                  ? high_is_clear
                  : bits_convert(OP_SEXT, from, width, low) == c;
  if (!fits)
    return make_2(terms, op, sort_bits(width), a, term_const(terms, width, c));
  return term_convert(terms, extension, width,
                      with_const(terms, op, inner, low));
}

static struct term and_const(struct term_table *terms, struct term a, u128 c) {
  unsigned width = width_of(terms, a);
  u128 zeros = known_zeros(terms, a);
  if ((c | zeros) == bits_mask(width))
    return a;
  if ((c & ~zeros) == 0)
    return term_const(terms, width, 0);
  c &= ~zeros;
  if (is_low_mask(c))
    return term_convert(terms, OP_ZEXT, width,
                        term_extract(terms, 0, mask_length(c), a));
  if (is_op(terms, a, OP_ZEXT) || is_op(terms, a, OP_SEXT))
    return with_const_in_extension(terms, OP_BVAND, a, c);
  return make_2(terms, OP_BVAND, sort_bits(width), a,
                term_const(terms, width, c));
}

// OR or XOR.
static struct term merge_const(struct term_table *terms, enum term_op op,
                               struct term a, u128 c) {
  unsigned width = width_of(terms, a);
  u128 ones = bits_mask(width);
  if (c == 0)
    return a;
  if (c == ones)
    return op == OP_BVOR ? term_const(terms, width, ones)
                         : bitwise_not(terms, a);
  if (op == OP_BVXOR && is_op(terms, a, OP_BVNOT))
    return merge_const(terms, op, operand_of(terms, a, 0), c ^ ones);
  if (is_op(terms, a, OP_ZEXT) || is_op(terms, a, OP_SEXT))
    return with_const_in_extension(terms, op, a, c);
  return make_2(terms, op, sort_bits(width), a, term_const(terms, width, c));
}

static struct term with_const(struct term_table *terms, enum term_op op,
                              struct term a, u128 c) {
  unsigned width = width_of(terms, a);
  if (is_const(terms, a))
    return term_const(terms, width,
                      bits_binary(op, width, value_of(terms, a), c));
  if (has_const_branches(terms, a)) {
    u128 then = value_of(terms, operand_of(terms, a, 1));
    u128 otherwise = value_of(terms, operand_of(terms, a, 2));
    return ite_of_consts(terms, operand_of(terms, a, 0), width,
                         bits_binary(op, width, then, c),
                         bits_binary(op, width, otherwise, c));
  }
  if (is_op(terms, a, op) && is_const(terms, operand_of(terms, a, 1))) {
    c = bits_binary(op, width, c, value_of(terms, operand_of(terms, a, 1)));
    a = operand_of(terms, a, 0);
  }
  return op == OP_BVAND ? and_const(terms, a, c) : merge_const(terms, op, a, c);
}

// Without a constant

// c ? k : 0 and d ? k : 0 are Booleans in disguise.
static bool are_flags(const struct term_table *terms, struct term a,
                      struct term b) {
  return has_const_branches(terms, a) && has_const_branches(terms, b) &&
         term_equal(operand_of(terms, a, 1), operand_of(terms, b, 1)) &&
         value_of(terms, operand_of(terms, a, 2)) == 0 &&
         value_of(terms, operand_of(terms, b, 2)) == 0;
}

static struct term join_flags(struct term_table *terms, enum term_op op,
                              struct term a, struct term b) {
  struct term p = operand_of(terms, a, 0), q = operand_of(terms, b, 0);
  struct term condition = op == OP_BVAND ? term_and(terms, p, q)
                          : op == OP_BVOR
                              ? term_or(terms, p, q)
                              : term_not(terms, term_eq(terms, p, q));
  return ite_of_consts(terms, condition, width_of(terms, a),
                       value_of(terms, operand_of(terms, a, 1)), 0);
}

static bool has_operand(const struct term_table *terms, struct term t,
                        struct term operand) {
  return term_equal(operand_of(terms, t, 0), operand) ||
         term_equal(operand_of(terms, t, 1), operand);
}

// What a op b is when b already contains a: a & (a & y), a & (a | y),
// a ^ (a ^ y), and the like. None if it does not.
static struct term absorb(const struct term_table *terms, enum term_op op,
                          struct term a, struct term b) {
  enum term_op inner = op_of(terms, b);
  if (inner != OP_BVAND && inner != OP_BVOR && inner != OP_BVXOR)
    return (struct term){0};
  if (!has_operand(terms, b, a))
    return (struct term){0};
  if (op == OP_BVXOR && inner == OP_BVXOR)
    return operand_of(terms, b, term_equal(operand_of(terms, b, 0), a));
  if (op == OP_BVXOR || inner == OP_BVXOR)
    return (struct term){0};
  return inner == op ? b : a;
}

static bool are_alike_extensions(const struct term_table *terms, struct term a,
                                 struct term b) {
  enum term_op op = op_of(terms, a);
  return (op == OP_ZEXT || op == OP_SEXT) && is_op(terms, b, op) &&
         width_of(terms, operand_of(terms, a, 0)) ==
             width_of(terms, operand_of(terms, b, 0));
}

static struct term of_two(struct term_table *terms, enum term_op op,
                          struct term a, struct term b) {
  unsigned width = width_of(terms, a);
  if (term_equal(a, b))
    return op == OP_BVXOR ? term_const(terms, width, 0) : a;
  if (are_opposite(terms, a, b))
    return term_const(terms, width, op == OP_BVAND ? 0 : bits_mask(width));
  struct term absorbed = absorb(terms, op, a, b);
  if (term_is_none(absorbed))
    absorbed = absorb(terms, op, b, a);
  if (!term_is_none(absorbed))
    return absorbed;
  if (are_flags(terms, a, b))
    return join_flags(terms, op, a, b);
  if (are_alike_extensions(terms, a, b))
    return term_convert(terms, op_of(terms, a), width,
                        bitwise_binary(terms, op, operand_of(terms, a, 0),
                                       operand_of(terms, b, 0)));
  order_operands(terms, &a, &b);
  return make_2(terms, op, sort_bits(width), a, b);
}

// Takes the constant off a term of the op; the neutral one if there is none.
static u128 take_const(const struct term_table *terms, enum term_op op,
                       struct term *t) {
  unsigned width = width_of(terms, *t);
  if (op == OP_BVXOR && is_op(terms, *t, OP_BVNOT)) {
    *t = operand_of(terms, *t, 0);
    return bits_mask(width);
  }
  if (!is_op(terms, *t, op) || !is_const(terms, operand_of(terms, *t, 1)))
    return op == OP_BVAND ? bits_mask(width) : 0;
  u128 c = value_of(terms, operand_of(terms, *t, 1));
  *t = operand_of(terms, *t, 0);
  return c;
}

struct term bitwise_binary(struct term_table *terms, enum term_op op,
                           struct term a, struct term b) {
  unsigned width = width_of(terms, a);
  order_operands(terms, &a, &b);
  if (is_const(terms, b))
    return with_const(terms, op, a, value_of(terms, b));
  u128 p = take_const(terms, op, &a), q = take_const(terms, op, &b);
  return with_const(terms, op, of_two(terms, op, a, b),
                    bits_binary(op, width, p, q));
}
