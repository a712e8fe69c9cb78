// Shifts and divisions.
//
// Shifts by constants keep their operator, as people write them, except where
// two of them cut out bits: that is an extension of an EXTRACT (and how LLVM
// reads bit-fields).

#include "term/internal.h"

static struct term fold_branches(struct term_table *terms, enum term_op op,
                                 struct term a, u128 c) {
  unsigned width = width_of(terms, a);
  u128 then = value_of(terms, operand_of(terms, a, 1));
  u128 otherwise = value_of(terms, operand_of(terms, a, 2));
  return ite_of_consts(terms, operand_of(terms, a, 0), width,
                       bits_binary(op, width, then, c),
                       bits_binary(op, width, otherwise, c));
}

// The amount of a shift by a constant; shifts by constants in normal form are
// by less than the width.
static bool is_shift(const struct term_table *terms, struct term t,
                     enum term_op op, unsigned *amount) {
  if (!is_op(terms, t, op) || !is_const(terms, operand_of(terms, t, 1)))
    return false;
  *amount = (unsigned)value_of(terms, operand_of(terms, t, 1));
  return true;
}

static struct term shift_by_const(struct term_table *terms, enum term_op op,
                                  struct term a, unsigned amount);

// (x << left) >> right for right >= left.
static struct term cut_out(struct term_table *terms, enum term_op op,
                           struct term x, unsigned left, unsigned right) {
  unsigned width = width_of(terms, x);
  struct term piece = term_extract(terms, right - left, width - right, x);
  return term_convert(terms, op == OP_LSHR ? OP_ZEXT : OP_SEXT, width, piece);
}

static struct term shift_extension(struct term_table *terms, enum term_op op,
                                   struct term a, unsigned amount) {
  struct term x = operand_of(terms, a, 0);
  unsigned width = width_of(terms, a), from = width_of(terms, x);
  enum term_op extension = op_of(terms, a);
  if (amount >= from && extension == OP_ZEXT)
    return term_const(terms, width, 0);
  if (amount >= from)
    amount = from - 1;
  return term_convert(terms, extension, width,
                      shift_by_const(terms, op, x, amount));
}

static struct term shift_by_const(struct term_table *terms, enum term_op op,
                                  struct term a, unsigned amount) {
  unsigned width = width_of(terms, a), inner;
  if (is_shift(terms, a, op, &inner)) {
    a = operand_of(terms, a, 0);
    amount += inner;
    if (amount >= width && op != OP_ASHR)
      return term_const(terms, width, 0);
    if (amount >= width)
      amount = width - 1;
  }
  if (amount == 0)
    return a;
  if (is_const(terms, a))
    return term_const(terms, width,
                      bits_binary(op, width, value_of(terms, a), amount));
  if (has_const_branches(terms, a))
    return fold_branches(terms, op, a, amount);
  if (op != OP_SHL && is_shift(terms, a, OP_SHL, &inner) && amount >= inner)
    return cut_out(terms, op, operand_of(terms, a, 0), inner, amount);
  if (op == OP_ASHR &&
      (is_op(terms, a, OP_ZEXT) || is_shift(terms, a, OP_LSHR, &inner)))
    return shift_by_const(terms, OP_LSHR, a, amount);
  if ((op == OP_LSHR && is_op(terms, a, OP_ZEXT)) ||
      (op == OP_ASHR && is_op(terms, a, OP_SEXT)))
    return shift_extension(terms, op, a, amount);
  return make_2(terms, op, sort_bits(width), a,
                term_const(terms, width, amount));
}

struct term shift_binary(struct term_table *terms, enum term_op op,
                         struct term a, struct term b) {
  unsigned width = width_of(terms, a);
  if (is_const(terms, b)) {
    u128 amount = value_of(terms, b);
    if (amount >= width && op != OP_ASHR)
      return term_const(terms, width, 0);
    return shift_by_const(terms, op, a,
                          amount < width ? (unsigned)amount : width - 1);
  }
  if (is_const(terms, a) && value_of(terms, a) == 0)
    return a;
  return make_2(terms, op, sort_bits(width), a, b);
}

static struct term divide_by_const(struct term_table *terms, enum term_op op,
                                   struct term a, u128 c) {
  unsigned width = width_of(terms, a);
  bool is_quotient = op == OP_UDIV || op == OP_SDIV;
  if (is_const(terms, a))
    return term_const(terms, width,
                      bits_binary(op, width, value_of(terms, a), c));
  if (has_const_branches(terms, a))
    return fold_branches(terms, op, a, c);
  if (c == 0 && op == OP_UDIV)
    return term_const(terms, width, bits_mask(width));
  if (c == 0 && !is_quotient)
    return a;
  bool is_minus_one = c == bits_mask(width) && (op == OP_SDIV || op == OP_SREM);
  if (is_minus_one)
    return is_quotient ? term_neg(terms, a) : term_const(terms, width, 0);
  if (c == 1)
    return is_quotient ? a : term_const(terms, width, 0);
  return make_2(terms, op, sort_bits(width), a, term_const(terms, width, c));
}

struct term divide_binary(struct term_table *terms, enum term_op op,
                          struct term a, struct term b) {
  if (is_const(terms, b))
    return divide_by_const(terms, op, a, value_of(terms, b));
  bool is_remainder = op == OP_UREM || op == OP_SREM;
  if (is_remainder && is_const(terms, a) && value_of(terms, a) == 0)
    return a;
  return make_2(terms, op, sort_of(terms, a), a, b);
}
