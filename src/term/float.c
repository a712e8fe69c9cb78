// Floating-point operators on bit patterns. Constants are folded; beyond that
// only what holds for every pattern is used: NaN, signed zeros and rounding
// leave little. The order of operands matters for the payload of a NaN.

#include "term/internal.h"

static void check_format(enum term_op op, unsigned width) {
  CHECK(bits_has_float_format(width), "%s on %u bits", term_op_name(op), width);
}

struct term float_unary(struct term_table *terms, struct term a) {
  unsigned width = width_of(terms, a);
  check_format(OP_FNEG, width);
  if (is_const(terms, a))
    return term_const(terms, width,
                      bits_unary(OP_FNEG, width, value_of(terms, a)));
  if (is_op(terms, a, OP_FNEG))
    return operand_of(terms, a, 0);
  return make_1(terms, OP_FNEG, sort_bits(width), a);
}

struct term float_binary(struct term_table *terms, enum term_op op,
                         struct term a, struct term b) {
  unsigned width = width_of(terms, a);
  check_format(op, width);
  if (is_const(terms, a) && is_const(terms, b))
    return term_const(
        terms, width,
        bits_binary(op, width, value_of(terms, a), value_of(terms, b)));
  return make_2(terms, op, sort_bits(width), a, b);
}

struct term float_compare(struct term_table *terms, enum term_op op,
                          struct term a, struct term b) {
  unsigned width = width_of(terms, a);
  check_format(op, width);
  if (is_const(terms, a) && is_const(terms, b))
    return term_bool(
        terms, bits_compare(op, width, value_of(terms, a), value_of(terms, b)));
  if (op == OP_FLT && term_equal(a, b))
    return term_false(terms);
  if (op == OP_FEQ)
    order_operands(terms, &a, &b);
  return make_2(terms, op, sort_bool(), a, b);
}

// Integers extended before the conversion have the same value without.
static void strip_extension(const struct term_table *terms, enum term_op *op,
                            struct term *a) {
  if (*op != OP_SITOF && *op != OP_UITOF)
    return;
  if (is_op(terms, *a, OP_ZEXT)) {
    *op = OP_UITOF;
    *a = operand_of(terms, *a, 0);
  } else if (is_op(terms, *a, OP_SEXT) && *op == OP_SITOF) {
    *a = operand_of(terms, *a, 0);
  }
}

struct term float_convert(struct term_table *terms, enum term_op op,
                          unsigned width, struct term a) {
  bool from_float = op == OP_FTOF || op == OP_FTOSI || op == OP_FTOUI;
  bool to_float = op == OP_FTOF || op == OP_SITOF || op == OP_UITOF;
  CHECK(from_float || to_float, "%s is no conversion", term_op_name(op));
  if (from_float)
    check_format(op, width_of(terms, a));
  if (to_float)
    check_format(op, width);
  if (op == OP_FTOF && width == width_of(terms, a))
    return a;
  strip_extension(terms, &op, &a);
  unsigned from = width_of(terms, a);
  if (is_const(terms, a))
    return term_const(terms, width,
                      bits_convert(op, from, width, value_of(terms, a)));
  if (has_const_branches(terms, a)) {
    u128 then = value_of(terms, operand_of(terms, a, 1));
    u128 otherwise = value_of(terms, operand_of(terms, a, 2));
    return ite_of_consts(terms, operand_of(terms, a, 0), width,
                         bits_convert(op, from, width, then),
                         bits_convert(op, from, width, otherwise));
  }
  return make_1(terms, op, sort_bits(width), a);
}
