// What floating-point operators mean, in SMT-LIB 2. The functions in their
// place (print_smt.c) compute on bit patterns, and SMT-LIB has no way from a
// number to its bits: of each occurrence it is said which number the bits are.
// The bits of a NaN, and integers that a number does not fit in, stay open.
#include "term/float_format.h"
#include "term/internal.h"
#include "term/print.h"
#include "term/smt_printer.h"

static void print_number(const struct term_table *terms, struct term bits,
                         struct strbuf *out) {
  struct float_format format = float_format_of(width_of(terms, bits));
  strbuf_format(out, "((_ to_fp %u %u) ", format.exponent, format.significand);
  term_print_smt(terms, bits, out);
  strbuf_char(out, ')');
}

static void print_operands(const struct term_table *terms, struct term t,
                           struct strbuf *out) {
  for (uint32_t i = 0; i < arity_of(terms, t); i++) {
    strbuf_char(out, ' ');
    print_number(terms, operand_of(terms, t, i), out);
  }
  strbuf_char(out, ')');
}

static const char *name_of(enum term_op op) {
  switch (op) {
  case OP_FEQ: return "fp.eq";
  case OP_FLT: return "fp.lt";
  case OP_FLE: return "fp.leq";
  case OP_FADD: return "fp.add RNE";
  case OP_FSUB: return "fp.sub RNE";
  case OP_FMUL: return "fp.mul RNE";
  default: return "fp.div RNE";
  }
}

static void print_conversion(const struct term_table *terms, struct term t,
                             const char *name, bool takes_number,
                             struct strbuf *out) {
  struct float_format format = float_format_of(width_of(terms, t));
  struct term from = operand_of(terms, t, 0);
  strbuf_format(out, "((_ %s %u %u) RNE ", name, format.exponent,
                format.significand);
  if (takes_number)
    print_number(terms, from, out);
  else
    term_print_smt(terms, from, out);
  strbuf_char(out, ')');
}

// Two to the exponent, as bits of the format.
static void print_power(unsigned width, bool is_negative, unsigned exponent,
                        struct strbuf *out) {
  struct float_format format = float_format_of(width);
  u128 bias = ((u128)1 << (format.exponent - 1)) - 1;
  u128 bits = (bias + exponent) << (format.significand - 1) |
              (u128)is_negative << (width - 1);
  strbuf_format(out, "((_ to_fp %u %u) ", format.exponent, format.significand);
  smt_print_const(width, bits, out);
  strbuf_char(out, ')');
}

static void print_whole(const struct term_table *terms, struct term from,
                        struct strbuf *out) {
  strbuf_add(out, "(fp.roundToIntegral RTZ ");
  print_number(terms, from, out);
  strbuf_char(out, ')');
}

// If the number fits, its integral part is the integer.
static void print_to_integer(const struct term_table *terms, struct term t,
                             struct strbuf *out) {
  struct term from = operand_of(terms, t, 0);
  bool is_signed = op_of(terms, t) == OP_FTOSI;
  unsigned width = width_of(terms, t), wide = width_of(terms, from);
  struct float_format format = float_format_of(wide);
  strbuf_add(out, "(=> (and (fp.leq ");
  if (is_signed)
    print_power(wide, true, width - 1, out);
  else
    strbuf_format(out, "(_ +zero %u %u)", format.exponent, format.significand);
  strbuf_char(out, ' ');
  print_whole(terms, from, out);
  strbuf_add(out, ") (fp.lt ");
  print_whole(terms, from, out);
  strbuf_char(out, ' ');
  print_power(wide, false, is_signed ? width - 1 : width, out);
  strbuf_add(out, ")) (= ");
  term_print_smt(terms, t, out);
  strbuf_format(out, " ((_ fp.to_%cbv %u) RTZ ", is_signed ? 's' : 'u', width);
  print_number(terms, from, out);
  strbuf_add(out, ")))");
}

static void print_result(const struct term_table *terms, struct term t,
                         struct strbuf *out) {
  switch (op_of(terms, t)) {
  case OP_FNEG:
    strbuf_add(out, "(fp.neg");
    print_operands(terms, t, out);
    break;
  case OP_FTOF: print_conversion(terms, t, "to_fp", true, out); break;
  case OP_SITOF: print_conversion(terms, t, "to_fp", false, out); break;
  case OP_UITOF:
    print_conversion(terms, t, "to_fp_unsigned", false, out);
    break;
  default:
    strbuf_format(out, "(%s", name_of(op_of(terms, t)));
    print_operands(terms, t, out);
  }
}

void smt_print_float_meaning(const struct term_table *terms, struct term t,
                             struct strbuf *out) {
  enum term_op op = op_of(terms, t);
  strbuf_add(out, "(assert ");
  if (op == OP_FTOSI || op == OP_FTOUI) {
    print_to_integer(terms, t, out);
  } else {
    strbuf_add(out, "(= ");
    if (sort_is_bool(sort_of(terms, t)))
      term_print_smt(terms, t, out);
    else
      print_number(terms, t, out);
    strbuf_char(out, ' ');
    print_result(terms, t, out);
    strbuf_char(out, ')');
  }
  strbuf_add(out, ")\n");
}
