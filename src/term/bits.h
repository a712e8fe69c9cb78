// Fixed-width bit strings of up to 128 bits, and what every operator does to
// them. This is the one definition of our arithmetic: the simplifier folds
// constants with it, the evaluator and the interpreter compute with it.
//
// A value of width w is kept in the low w bits of a u128; the rest is zero.
// Operators on bit patterns of floating-point numbers take the format from the
// width: 16 half, 32 float, 64 double, 80 x87 extended, 128 quad.
#ifndef VOUCH_TERM_BITS_H
#define VOUCH_TERM_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "term/op.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

enum { BITS_MAX_WIDTH = 128 };

static inline u128 bits_mask(unsigned width) {
  return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}
static inline u128 bits_truncate(u128 value, unsigned width) {
  return value & bits_mask(width);
}
static inline bool bits_sign(u128 value, unsigned width) {
  return (value >> (width - 1)) & 1;
}
// The value as a signed integer.
static inline i128 bits_signed(u128 value, unsigned width) {
  unsigned unused = 128 - width;
  return (i128)(value << unused) >> unused;
}

// `width` is the operands' width. Division by zero and shifts by the width or
// more follow SMT-LIB (x/0 is all ones, x%0 is x, shifts give zeros or signs),
// so that every operator is total; C's rules are explicit edges instead.
u128 bits_unary(enum term_op op, unsigned width, u128 a);
u128 bits_binary(enum term_op op, unsigned width, u128 a, u128 b);
bool bits_compare(enum term_op op, unsigned width, u128 a, u128 b);
// Changes of width or representation: extensions and float conversions.
u128 bits_convert(enum term_op op, unsigned from, unsigned to, u128 a);

bool bits_has_float_format(unsigned width);

// The greatest common divisor; that of 0 and b is b.
static inline uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

#endif
