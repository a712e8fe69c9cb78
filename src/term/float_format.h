// Formats of floating-point numbers that solvers know, and the operators that
// have an exact meaning there: comparisons, sums, products, quotients of float,
// double and quad, and conversions among them and from and to integers of at
// most 64 bits. fmod, halves and x87's format have none.
#ifndef VOUCH_TERM_FLOAT_FORMAT_H
#define VOUCH_TERM_FLOAT_FORMAT_H

#include "term/term.h"

struct float_format {
  unsigned exponent, significand; // in bits; the hidden one counts
};

// By the width of the bit pattern; zeros for other formats.
struct float_format float_format_of(unsigned width);
// Of a term with a floating-point operator.
bool float_is_exact(const struct term_table *terms, struct term t);

#endif
