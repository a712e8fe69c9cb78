// Floating-point operators on bit patterns, computed by the host: half through
// float, float and double natively, x87 extended as long double, quad as
// __float128. Results, those of NaN included, are what the host gives, so that
// an interpreted program prints what the compiled one does.
//
// Conversions to integers round towards zero. Out of range they give what
// x86-64 code of gcc gives: the "integer indefinite" 100...0 of the machine
// instruction that is used for the type, cut to the width.
#ifndef VOUCH_TERM_FLOAT_BITS_H
#define VOUCH_TERM_FLOAT_BITS_H

#include "term/bits.h"

u128 float_bits_binary(enum term_op op, unsigned width, u128 a, u128 b);
bool float_bits_compare(enum term_op op, unsigned width, u128 a, u128 b);
u128 float_bits_resize(unsigned from, unsigned to, u128 a);
u128 float_bits_to_signed(unsigned from, unsigned to, u128 a);
u128 float_bits_to_unsigned(unsigned from, unsigned to, u128 a);
u128 float_bits_from_signed(unsigned from, unsigned to, u128 a);
u128 float_bits_from_unsigned(unsigned to, u128 a);

#endif
