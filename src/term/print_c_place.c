// Variables, reads of arrays and constants as C, and what a term looks like
// before it is printed.

#include "term/c_printer.h"

enum { MAX_DEPTH = 64 };

// The variable that a conversion or a read of an array is about, else none.
struct term c_variable_of(const struct c_printer *p, struct term t) {
  for (;;)
    switch (op_of(p->terms, t)) {
    case OP_VAR: return t;
    case OP_ZEXT:
    case OP_SEXT:
    case OP_EXTRACT:
    case OP_SELECT:
    case OP_STORE: t = operand(p, t, 0); break;
    default: return (struct term){0};
    }
}

enum c_sign c_sign_of(const struct c_printer *p, struct term t) {
  struct term variable = c_variable_of(p, t);
  if (term_is_none(variable) || !p->names || !p->names->sign)
    return C_SIGN_UNKNOWN;
  return p->names->sign(p->names->context, variable);
}

static unsigned reading_of_sign(enum c_sign sign) {
  switch (sign) {
  case C_BOOL: return READ_BOTH;
  case C_UNSIGNED:
  case C_POINTER: return READ_UNSIGNED;
  default: return READ_SIGNED;
  }
}

// How the term reads without a cast of the whole, as far as can be told.
unsigned natural_reading(const struct c_printer *p, struct term t) {
  for (;;)
    switch (op_of(p->terms, t)) {
    case OP_VAR:
    case OP_SELECT: return reading_of_sign(c_sign_of(p, t));
    case OP_SEXT:
    case OP_SDIV:
    case OP_SREM:
    case OP_ASHR: return READ_SIGNED;
    case OP_UDIV:
    case OP_UREM:
    case OP_LSHR: return READ_UNSIGNED;
    case OP_ADD:
    case OP_MUL:
    case OP_BVNOT:
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
    case OP_SHL: t = operand(p, t, 0); break;
    case OP_ITE: t = operand(p, t, 1); break;
    case OP_EXTRACT:
      return c_type_width(width(p, t)) == width(p, t) ? READ_BOTH
                                                      : READ_UNSIGNED;
    default: return READ_BOTH;
    }
}

// The width of the C type that the text will have, as far as can be told.
unsigned natural_width(const struct c_printer *p, struct term t) {
  while (is_op(p->terms, t, OP_ZEXT) || is_op(p->terms, t, OP_SEXT))
    t = operand(p, t, 0);
  if (is_const(p->terms, t) || has_const_branches(p->terms, t))
    return 32;
  return c_type_width(width(p, t));
}

bool is_too_narrow(const struct c_printer *p, struct term t) {
  return width(p, t) > 32 && natural_width(p, t) < width(p, t);
}

// Leaves

struct c_text print_cut(struct c_printer *p, unsigned bits) {
  struct c_text text = {.start = p->out->length,
                        .precedence = C_PRIMARY,
                        .width = c_type_width(bits),
                        .reading = READ_BOTH};
  strbuf_add(p->out, "...");
  return text;
}

bool is_exhausted(const struct c_printer *p) {
  return p->depth >= MAX_DEPTH || p->out->length >= p->limit;
}

static enum c_precedence print_default_place(struct c_printer *p,
                                             struct term t) {
  if (is_op(p->terms, t, OP_VAR)) {
    struct name name = term_variable_name(p->terms, t);
    if (name_is_none(name))
      strbuf_format(p->out, "v%u", term_variable_index(p->terms, t));
    else
      strbuf_add(p->out, name_text(p->terms->names, name));
    return C_POSTFIX;
  }
  struct c_text array = print_array(p, operand(p, t, 0));
  c_text_bind(&array, C_POSTFIX, p->out);
  strbuf_char(p->out, '[');
  print_bits(p, operand(p, t, 1), NO_WANT);
  strbuf_char(p->out, ']');
  return C_POSTFIX;
}

// A variable or a SELECT, by the user's name for it.
struct c_text print_place(struct c_printer *p, struct term t) {
  enum c_sign sign = c_sign_of(p, t);
  struct c_text text = {
      .start = p->out->length,
      .width = c_type_width(width(p, t)),
      .is_unsigned = reading_of_sign(sign) != READ_SIGNED,
      .is_pointer = sign == C_POINTER,
      .reading = reading_of_sign(sign),
  };
  bool is_written =
      p->names && p->names->write &&
      p->names->write(p->names->context, t, p->out, &text.precedence);
  if (!is_written)
    text.precedence = print_default_place(p, t);
  return text;
}

// A constant next to a term, which may have a name for it.
struct c_text print_const(struct c_printer *p, struct term t,
                          struct term beside, unsigned want) {
  u128 value = value_of(p->terms, t);
  struct term variable = c_variable_of(p, beside);
  struct c_text text = {.start = p->out->length,
                        .precedence = C_PRIMARY,
                        .width = 32,
                        .reading = READ_BOTH};
  bool is_named =
      !term_is_none(variable) && p->names && p->names->constant &&
      p->names->constant(p->names->context, variable, value, p->out);
  if (is_named)
    return text;
  return c_text_number(width(p, t), value, want, false, p->out);
}
