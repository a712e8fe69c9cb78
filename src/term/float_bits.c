// fmodf128 is declared on request only.
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1

#include "term/float_bits.h"

#include <math.h>
#include <string.h>

#include "base/check.h"

// Formats as host numbers. Half is computed in float: with more than twice the
// precision, rounding the result again gives the correctly rounded half.

static float half_load(u128 bits) {
  uint16_t raw = (uint16_t)bits;
  _Float16 value;
  memcpy(&value, &raw, sizeof value);
  return value;
}

static u128 half_bits(_Float16 value) {
  uint16_t raw;
  memcpy(&raw, &value, sizeof raw);
  return raw;
}

static u128 half_store(float value) {
  return half_bits((_Float16)value);
}

static float single_load(u128 bits) {
  uint32_t raw = (uint32_t)bits;
  float value;
  memcpy(&value, &raw, sizeof value);
  return value;
}

static u128 single_store(float value) {
  uint32_t raw;
  memcpy(&raw, &value, sizeof raw);
  return raw;
}

static double double_load(u128 bits) {
  uint64_t raw = (uint64_t)bits;
  double value;
  memcpy(&value, &raw, sizeof value);
  return value;
}

static u128 double_store(double value) {
  uint64_t raw;
  memcpy(&raw, &value, sizeof raw);
  return raw;
}

enum { EXTENDED_BYTES = 10 }; // of the 16 that a long double takes

static long double extended_load(u128 bits) {
  long double value = 0;
  memcpy(&value, &bits, EXTENDED_BYTES);
  return value;
}

static u128 extended_store(long double value) {
  u128 bits = 0;
  memcpy(&bits, &value, EXTENDED_BYTES);
  return bits;
}

static __float128 quad_load(u128 bits) {
  __float128 value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static u128 quad_store(__float128 value) {
  u128 bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// The arithmetic of one format: <format>_binary and <format>_compare.
#define DEFINE_ARITHMETIC(format, type, remainder)                             \
  static u128 format##_binary(enum term_op op, u128 left, u128 right) {        \
    type a = format##_load(left), b = format##_load(right);                    \
    switch (op) {                                                              \
    case OP_FADD: return format##_store(a + b);                                \
    case OP_FSUB: return format##_store(a - b);                                \
    case OP_FMUL: return format##_store(a * b);                                \
    case OP_FDIV: return format##_store(a / b);                                \
    case OP_FREM: return format##_store(remainder(a, b));                      \
    default: BUG("%s is not a float operator", term_op_name(op));              \
    }                                                                          \
  }                                                                            \
  static bool format##_compare(enum term_op op, u128 left, u128 right) {       \
    type a = format##_load(left), b = format##_load(right);                    \
    switch (op) {                                                              \
    case OP_FEQ: return a == b;                                                \
    case OP_FLT: return a < b;                                                 \
    case OP_FLE: return a <= b;                                                \
    default: BUG("%s is not a float comparison", term_op_name(op));            \
    }                                                                          \
  }

// The C library has it; its header shows it to some compilers only.
__float128 fmodf128(__float128 a, __float128 b);

DEFINE_ARITHMETIC(half, float, fmodf)
DEFINE_ARITHMETIC(single, float, fmodf)
DEFINE_ARITHMETIC(double, double, fmod)
DEFINE_ARITHMETIC(extended, long double, fmodl)
DEFINE_ARITHMETIC(quad, __float128, fmodf128)

u128 float_bits_binary(enum term_op op, unsigned width, u128 a, u128 b) {
  switch (width) {
  case 16: return half_binary(op, a, b);
  case 32: return single_binary(op, a, b);
  case 64: return double_binary(op, a, b);
  case 80: return extended_binary(op, a, b);
  case 128: return quad_binary(op, a, b);
  default: BUG("no float format of %u bits", width);
  }
}

bool float_bits_compare(enum term_op op, unsigned width, u128 a, u128 b) {
  switch (width) {
  case 16: return half_compare(op, a, b);
  case 32: return single_compare(op, a, b);
  case 64: return double_compare(op, a, b);
  case 80: return extended_compare(op, a, b);
  case 128: return quad_compare(op, a, b);
  default: BUG("no float format of %u bits", width);
  }
}

// Conversions go through a host format that holds every value of the source,
// so that only the last step rounds: long double for all but quad.

static long double load_extended(unsigned width, u128 bits) {
  switch (width) {
  case 16: return half_load(bits);
  case 32: return single_load(bits);
  case 64: return double_load(bits);
  case 80: return extended_load(bits);
  default: BUG("no float format of %u bits", width);
  }
}

static u128 store_extended(unsigned width, long double value) {
  switch (width) {
  case 16: return half_bits((_Float16)value);
  case 32: return single_store((float)value);
  case 64: return double_store((double)value);
  case 80: return extended_store(value);
  case 128: return quad_store(value);
  default: BUG("no float format of %u bits", width);
  }
}

static u128 store_quad(unsigned width, __float128 value) {
  switch (width) {
  case 16: return half_bits((_Float16)value);
  case 32: return single_store((float)value);
  case 64: return double_store((double)value);
  case 80: return extended_store((long double)value);
  case 128: return quad_store(value);
  default: BUG("no float format of %u bits", width);
  }
}

u128 float_bits_resize(unsigned from, unsigned to, u128 a) {
  if (from == to)
    return a;
  if (from == 128)
    return store_quad(to, quad_load(a));
  return store_extended(to, load_extended(from, a));
}

// To a machine integer of `bits` bits; the indefinite value when out of range.
#define DEFINE_TO_INTEGER(name, type)                                          \
  static u128 name(type value, unsigned bits) {                                \
    u128 indefinite = (u128)1 << (bits - 1);                                   \
    type limit = (type)indefinite;                                             \
    if (!(value > -limit && value < limit))                                    \
      return indefinite;                                                       \
    return bits_truncate((u128)(i128)value, bits);                             \
  }

DEFINE_TO_INTEGER(extended_to_integer, long double)
DEFINE_TO_INTEGER(quad_to_integer, __float128)

static u128 to_integer(unsigned from, unsigned bits, u128 a) {
  return from == 128 ? quad_to_integer(quad_load(a), bits)
                     : extended_to_integer(load_extended(from, a), bits);
}

// The machine integer that gcc converts to for a signed type of `bits` bits.
static unsigned machine_bits(unsigned from, unsigned bits) {
  bool is_x87 = from == 80;
  return is_x87 && bits <= 16 ? 16 : bits <= 32 ? 32 : bits <= 64 ? 64 : 128;
}

u128 float_bits_to_signed(unsigned from, unsigned to, u128 a) {
  return bits_truncate(to_integer(from, machine_bits(from, to), a), to);
}

// An unsigned type converts through the next wider signed one. The widest two
// have none: from their highest bit on, the conversion is of the rest.
u128 float_bits_to_unsigned(unsigned from, unsigned to, u128 a) {
  if (to != 64 && to != 128)
    return bits_truncate(to_integer(from, machine_bits(from, to + 1), a), to);
  u128 high = (u128)1 << (to - 1);
  u128 limit = float_bits_from_unsigned(from, high);
  if (!float_bits_compare(OP_FLE, from, limit, a))
    return to_integer(from, to, a);
  return to_integer(from, to, float_bits_binary(OP_FSUB, from, a, limit)) ^
         high;
}

// Precision of a format in bits, the leading one included.
static unsigned precision(unsigned width) {
  switch (width) {
  case 16: return 11;
  case 32: return 24;
  case 64: return 53;
  case 80: return 64;
  case 128: return 113;
  default: BUG("no float format of %u bits", width);
  }
}

static unsigned bit_length(u128 a) {
  uint64_t high = (uint64_t)(a >> 64), low = (uint64_t)a;
  if (high)
    return 128 - (unsigned)__builtin_clzll(high);
  return low ? 64 - (unsigned)__builtin_clzll(low) : 0;
}

// The nearest integer of at most `bits` significant bits, ties to even, as a
// quad: 2^128 is one that a u128 cannot hold.
static __float128 round_significant(u128 a, unsigned bits) {
  unsigned length = bit_length(a);
  if (length <= bits)
    return (__float128)a;
  unsigned dropped = length - bits;
  u128 kept = a >> dropped;
  u128 rest = a & bits_mask(dropped), half = (u128)1 << (dropped - 1);
  if (rest > half || (rest == half && (kept & 1)))
    kept++;
  __float128 scale = (__float128)((u128)1 << dropped);
  return (__float128)kept * scale;
}

static u128 from_magnitude(unsigned to, bool negative, u128 a) {
  uint64_t small = (uint64_t)a;
  if (small == a && (to == 80 || small >> precision(to) == 0)) {
    long double exact = (long double)small;
    return store_extended(to, negative ? -exact : exact);
  }
  __float128 value = round_significant(a, precision(to));
  return store_quad(to, negative ? -value : value);
}

u128 float_bits_from_signed(unsigned from, unsigned to, u128 a) {
  bool negative = bits_sign(a, from);
  return from_magnitude(to, negative, negative ? bits_truncate(-a, from) : a);
}

u128 float_bits_from_unsigned(unsigned to, u128 a) {
  return from_magnitude(to, false, a);
}
