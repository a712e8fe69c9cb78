#include "term/float_format.h"

struct float_format float_format_of(unsigned width) {
  switch (width) {
  case 32: return (struct float_format){8, 24};
  case 64: return (struct float_format){11, 53};
  case 128: return (struct float_format){15, 113};
  default: return (struct float_format){0, 0};
  }
}

static bool has_format(unsigned width) {
  return float_format_of(width).exponent != 0;
}

bool float_is_exact(const struct term_table *terms, struct term t) {
  struct sort sort = term_sort(terms, t);
  unsigned from = term_width(terms, term_operand(terms, t, 0));
  unsigned to = sort_is_bits(sort) ? sort_width(sort) : from;
  switch (term_op(terms, t)) {
  case OP_FEQ:
  case OP_FLT:
  case OP_FLE:
  case OP_FNEG:
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV: return has_format(from);
  case OP_FTOF: return has_format(from) && has_format(to);
  case OP_FTOSI:
  case OP_FTOUI: return has_format(from) && to <= 64;
  case OP_SITOF:
  case OP_UITOF: return from <= 64 && has_format(to);
  default: return false;
  }
}
