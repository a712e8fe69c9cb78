// The integer operators bit by bit, as one would do them on paper: slow and
// obviously right, and with nothing in common with src/term/bits.c.
#ifndef VOUCH_TEST_NAIVE_BITS_H
#define VOUCH_TEST_NAIVE_BITS_H

#include "term/bits.h"

static inline unsigned naive_bit(u128 a, unsigned i) {
  return (unsigned)(a >> i) & 1;
}

static inline u128 naive_add(unsigned width, u128 a, u128 b, unsigned carry) {
  u128 sum = 0;
  for (unsigned i = 0; i < width; i++) {
    unsigned digits = naive_bit(a, i) + naive_bit(b, i) + carry;
    sum |= (u128)(digits & 1) << i;
    carry = digits >> 1;
  }
  return sum;
}

static inline u128 naive_not(unsigned width, u128 a) {
  u128 result = 0;
  for (unsigned i = 0; i < width; i++)
    result |= (u128)!naive_bit(a, i) << i;
  return result;
}

static inline u128 naive_negate(unsigned width, u128 a) {
  return naive_add(width, naive_not(width, a), 0, 1);
}

static inline u128 naive_double(unsigned width, u128 a, unsigned low_bit) {
  return bits_truncate(a << 1 | low_bit, width);
}

static inline u128 naive_multiply(unsigned width, u128 a, u128 b) {
  u128 product = 0;
  for (unsigned i = width; i > 0; i--) {
    product = naive_double(width, product, 0);
    if (naive_bit(b, i - 1))
      product = naive_add(width, product, a, 0);
  }
  return product;
}

static inline bool naive_less(unsigned width, u128 a, u128 b) {
  for (unsigned i = width; i > 0; i--)
    if (naive_bit(a, i - 1) != naive_bit(b, i - 1))
      return naive_bit(b, i - 1);
  return false;
}

// Long division. By zero: all ones, and the dividend as the remainder.
static inline u128 naive_divide(unsigned width, u128 a, u128 b,
                                u128 *remainder) {
  u128 quotient = 0, rest = 0;
  for (unsigned i = width; i > 0; i--) {
    unsigned lost = naive_bit(rest, width - 1);
    rest = naive_double(width, rest, naive_bit(a, i - 1));
    bool fits = lost || !naive_less(width, rest, b);
    if (fits)
      rest = naive_add(width, rest, naive_not(width, b), 1);
    quotient |= (u128)fits << (i - 1);
  }
  *remainder = rest;
  return quotient;
}

static inline u128 naive_shift(enum term_op op, unsigned width, u128 a,
                               u128 amount) {
  unsigned sign = op == OP_ASHR ? naive_bit(a, width - 1) : 0;
  u128 result = 0;
  for (unsigned i = 0; i < width; i++) {
    unsigned bit;
    if (op == OP_SHL)
      bit = i >= amount ? naive_bit(a, i - (unsigned)amount) : 0;
    else
      bit = amount < width - i ? naive_bit(a, i + (unsigned)amount) : sign;
    result |= (u128)bit << i;
  }
  return result;
}

// By magnitudes, as SMT-LIB defines it.
static inline u128 naive_divide_signed(unsigned width, u128 a, u128 b,
                                       bool want_remainder) {
  bool a_sign = naive_bit(a, width - 1), b_sign = naive_bit(b, width - 1);
  u128 remainder;
  u128 quotient = naive_divide(width, a_sign ? naive_negate(width, a) : a,
                               b_sign ? naive_negate(width, b) : b, &remainder);
  if (want_remainder)
    return a_sign ? naive_negate(width, remainder) : remainder;
  return a_sign != b_sign ? naive_negate(width, quotient) : quotient;
}

static inline u128 naive_binary(enum term_op op, unsigned width, u128 a,
                                u128 b) {
  u128 remainder, result = 0;
  switch (op) {
  case OP_ADD: return naive_add(width, a, b, 0);
  case OP_MUL: return naive_multiply(width, a, b);
  case OP_UDIV: return naive_divide(width, a, b, &remainder);
  case OP_UREM: naive_divide(width, a, b, &remainder); return remainder;
  case OP_SDIV: return naive_divide_signed(width, a, b, false);
  case OP_SREM: return naive_divide_signed(width, a, b, true);
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return naive_shift(op, width, a, b);
  default: break;
  }
  for (unsigned i = 0; i < width; i++) {
    unsigned x = naive_bit(a, i), y = naive_bit(b, i);
    unsigned bit = op == OP_BVAND ? x && y : op == OP_BVOR ? x || y : x != y;
    result |= (u128)bit << i;
  }
  return result;
}

static inline bool naive_compare(enum term_op op, unsigned width, u128 a,
                                 u128 b) {
  u128 flip = (u128)1 << (width - 1); // signed order is unsigned order, moved
  switch (op) {
  case OP_ULT: return naive_less(width, a, b);
  case OP_ULE: return !naive_less(width, b, a);
  case OP_SLT: return naive_less(width, a ^ flip, b ^ flip);
  default: return !naive_less(width, b ^ flip, a ^ flip);
  }
}

static inline u128 naive_extend(enum term_op op, unsigned from, unsigned to,
                                u128 a) {
  unsigned fill = op == OP_SEXT ? naive_bit(a, from - 1) : 0;
  u128 result = 0;
  for (unsigned i = 0; i < to; i++)
    result |= (u128)(i < from ? naive_bit(a, i) : fill) << i;
  return result;
}

#endif
