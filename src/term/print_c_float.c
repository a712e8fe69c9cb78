// Floating point as C: plain operators and casts. A float that is computed as
// an integer is marked as such.

#include "term/c_printer.h"

static struct c_text float_text(size_t start, enum c_precedence precedence,
                                unsigned bits) {
  return (struct c_text){.start = start,
                         .precedence = precedence,
                         .width = c_type_width(bits),
                         .reading = READ_BOTH};
}

static struct c_text print_float_binary(struct c_printer *p, struct term t) {
  enum term_op op = op_of(p->terms, t);
  size_t start = p->out->length;
  if (op == OP_FREM) {
    strbuf_add(p->out, "fmod(");
    print_float(p, operand(p, t, 0));
    strbuf_add(p->out, ", ");
    print_float(p, operand(p, t, 1));
    strbuf_char(p->out, ')');
    return float_text(start, C_POSTFIX, width(p, t));
  }
  bool is_sum = op == OP_FADD || op == OP_FSUB;
  enum c_precedence precedence = is_sum ? C_SUM : C_PRODUCT;
  struct c_text a = print_float(p, operand(p, t, 0));
  c_text_bind(&a, precedence, p->out);
  strbuf_format(p->out, " %s ", term_op_c(op));
  struct c_text b = print_float(p, operand(p, t, 1));
  c_text_bind(&b, precedence + 1, p->out);
  return float_text(start, precedence, width(p, t));
}

static struct c_text print_float_conversion(struct c_printer *p,
                                            struct term t) {
  struct term source = operand(p, t, 0);
  enum term_op op = op_of(p->terms, t);
  struct c_text text =
      op == OP_FTOF
          ? print_float(p, source)
          : print_bits(p, source, op == OP_UITOF ? READ_UNSIGNED : READ_SIGNED);
  c_text_cast(&text, c_float_name(width(p, t)), p->out);
  return float_text(text.start, C_UNARY, width(p, t));
}

static struct c_text print_float_ite(struct c_printer *p, struct term t) {
  struct c_text condition = print_bool(p, operand(p, t, 0));
  c_text_bind(&condition, C_LOGICAL_OR, p->out);
  strbuf_add(p->out, " ? ");
  print_float(p, operand(p, t, 1));
  strbuf_add(p->out, " : ");
  print_float(p, operand(p, t, 2));
  return float_text(condition.start, C_CONDITIONAL, width(p, t));
}

static struct c_text print_float_as_is(struct c_printer *p, struct term t) {
  struct c_text text;
  switch (op_of(p->terms, t)) {
  case OP_CONST:
    return c_text_float(width(p, t), value_of(p->terms, t), p->out);
  case OP_VAR:
  case OP_SELECT: return print_place(p, t);
  case OP_ITE: return print_float_ite(p, t);
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM: return print_float_binary(p, t);
  case OP_FTOF:
  case OP_SITOF:
  case OP_UITOF: return print_float_conversion(p, t);
  case OP_FNEG:
    text = print_float(p, operand(p, t, 0));
    c_text_bind(&text, C_UNARY, p->out);
    c_text_insert(p->out, text.start, "-");
    text.precedence = C_UNARY;
    return text;
  default:
    text = print_bits(p, t, NO_WANT);
    c_text_parenthesise(&text, p->out);
    c_text_insert(p->out, text.start, "float_of_bits");
    text.precedence = C_POSTFIX;
    return text;
  }
}

struct c_text print_float(struct c_printer *p, struct term t) {
  if (is_exhausted(p))
    return print_cut(p, width(p, t));
  p->depth++;
  struct c_text text = print_float_as_is(p, t);
  p->depth--;
  return text;
}

struct c_text print_float_compare(struct c_printer *p, struct term t,
                                  const char *op,
                                  enum c_precedence precedence) {
  struct c_text a = print_float(p, operand(p, t, 0));
  c_text_bind(&a, precedence, p->out);
  strbuf_format(p->out, " %s ", op);
  struct c_text b = print_float(p, operand(p, t, 1));
  c_text_bind(&b, precedence + 1, p->out);
  return (struct c_text){.start = a.start,
                         .precedence = precedence,
                         .width = 32,
                         .reading = READ_BOTH};
}
