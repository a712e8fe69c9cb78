#include "term/bits.h"

#include "base/check.h"
#include "term/float_bits.h"

static u128 divide_unsigned(unsigned width, u128 a, u128 b) {
  if (b == 0)
    return bits_mask(width);
  if ((uint64_t)a == a && (uint64_t)b == b)
    return (uint64_t)a / (uint64_t)b;
  return a / b;
}

static u128 remainder_unsigned(u128 a, u128 b) {
  if (b == 0)
    return a;
  if ((uint64_t)a == a && (uint64_t)b == b)
    return (uint64_t)a % (uint64_t)b;
  return a % b;
}

static u128 negate(unsigned width, u128 a) {
  return bits_truncate(-a, width);
}

static u128 magnitude(unsigned width, u128 a) {
  return bits_sign(a, width) ? negate(width, a) : a;
}

// SMT-LIB defines signed division by the magnitudes; the remainder takes the
// sign of the dividend, as in C.
static u128 divide_signed(unsigned width, u128 a, u128 b) {
  u128 q = divide_unsigned(width, magnitude(width, a), magnitude(width, b));
  return bits_sign(a, width) != bits_sign(b, width) ? negate(width, q) : q;
}

static u128 remainder_signed(unsigned width, u128 a, u128 b) {
  u128 r = remainder_unsigned(magnitude(width, a), magnitude(width, b));
  return bits_sign(a, width) ? negate(width, r) : r;
}

static u128 shift_right_signed(unsigned width, u128 a, u128 b) {
  unsigned amount = b < width ? (unsigned)b : width - 1;
  return bits_truncate((u128)(bits_signed(a, width) >> amount), width);
}

u128 bits_unary(enum term_op op, unsigned width, u128 a) {
  switch (op) {
  case OP_BVNOT: return bits_truncate(~a, width);
  case OP_FNEG: return a ^ (u128)1 << (width - 1);
  default: BUG("%s is not unary", term_op_name(op));
  }
}

u128 bits_binary(enum term_op op, unsigned width, u128 a, u128 b) {
  switch (op) {
  case OP_ADD: return bits_truncate(a + b, width);
  case OP_MUL: return bits_truncate(a * b, width);
  case OP_UDIV: return divide_unsigned(width, a, b);
  case OP_SDIV: return divide_signed(width, a, b);
  case OP_UREM: return remainder_unsigned(a, b);
  case OP_SREM: return remainder_signed(width, a, b);
  case OP_BVAND: return a & b;
  case OP_BVOR: return a | b;
  case OP_BVXOR: return a ^ b;
  case OP_SHL: return b < width ? bits_truncate(a << b, width) : 0;
  case OP_LSHR: return b < width ? a >> b : 0;
  case OP_ASHR: return shift_right_signed(width, a, b);
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM: return float_bits_binary(op, width, a, b);
  default: BUG("%s is not binary", term_op_name(op));
  }
}

bool bits_compare(enum term_op op, unsigned width, u128 a, u128 b) {
  switch (op) {
  case OP_EQ: return a == b;
  case OP_ULT: return a < b;
  case OP_ULE: return a <= b;
  case OP_SLT: return bits_signed(a, width) < bits_signed(b, width);
  case OP_SLE: return bits_signed(a, width) <= bits_signed(b, width);
  case OP_FEQ:
  case OP_FLT:
  case OP_FLE: return float_bits_compare(op, width, a, b);
  default: BUG("%s is not a comparison", term_op_name(op));
  }
}

u128 bits_convert(enum term_op op, unsigned from, unsigned to, u128 a) {
  switch (op) {
  case OP_ZEXT: return a;
  case OP_SEXT: return bits_truncate((u128)bits_signed(a, from), to);
  case OP_FTOF: return float_bits_resize(from, to, a);
  case OP_FTOSI: return float_bits_to_signed(from, to, a);
  case OP_FTOUI: return float_bits_to_unsigned(from, to, a);
  case OP_SITOF: return float_bits_from_signed(from, to, a);
  case OP_UITOF: return float_bits_from_unsigned(to, a);
  default: BUG("%s is not a conversion", term_op_name(op));
  }
}

bool bits_has_float_format(unsigned width) {
  return width == 16 || width == 32 || width == 64 || width == 80 ||
         width == 128;
}
