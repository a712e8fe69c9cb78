// Bit-vectors as C.

#include "term/c_printer.h"

static bool is_nonnegative(const struct c_printer *p, struct term t) {
  return known_zeros(p->terms, t) >> (width(p, t) - 1) & 1;
}

struct c_text print_beside(struct c_printer *p, struct term t,
                           struct term beside, unsigned want) {
  return is_const(p->terms, t) ? print_const(p, t, beside, want)
                               : print_bits(p, t, want);
}

// Operators

// Pointers are numbers here; C would scale what is added to them.
static void unpoint(struct c_printer *p, struct c_text *text) {
  if (text->is_pointer)
    c_text_cast_integer(text, text->width, true, p->out);
}

// One of the operands of an operator of more than 32 bits must be as wide.
void c_widen(struct c_printer *p, struct c_text *text, unsigned bits,
             unsigned want) {
  bool is_unsigned = want ? want == READ_UNSIGNED : text->is_unsigned;
  if (text->width < bits)
    c_text_cast_integer(text, c_type_width(bits), is_unsigned, p->out);
}

static bool is_bitwise(enum term_op op) {
  return op == OP_BVAND || op == OP_BVOR || op == OP_BVXOR;
}

static bool is_associative(enum term_op op) {
  return is_bitwise(op) || op == OP_MUL;
}

static enum c_precedence precedence_of(enum term_op op) {
  switch (op) {
  case OP_BVAND: return C_BIT_AND;
  case OP_BVOR: return C_BIT_OR;
  case OP_BVXOR: return C_BIT_XOR;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return C_SHIFT;
  default: return C_PRODUCT;
  }
}

// What the operands must read as for the result to be right.
static unsigned wanted_by(enum term_op op) {
  switch (op) {
  case OP_UDIV:
  case OP_UREM:
  case OP_LSHR: return READ_UNSIGNED;
  case OP_SDIV:
  case OP_SREM:
  case OP_ASHR: return READ_SIGNED;
  default: return NO_WANT;
  }
}

// What the result reads as when C computes in a wider type.
static unsigned narrow_reading(enum term_op op, unsigned a, unsigned b) {
  switch (op) {
  case OP_UDIV:
  case OP_UREM:
  case OP_LSHR: return READ_UNSIGNED;
  case OP_SREM:
  case OP_ASHR: return READ_SIGNED;
  case OP_BVAND:
  case OP_BVOR:
  case OP_BVXOR: return a & b;
  default: return READ_LOW_BITS;
  }
}

static struct c_text print_binary(struct c_printer *p, struct term t) {
  enum term_op op = op_of(p->terms, t);
  enum c_precedence precedence = precedence_of(op);
  struct term left = operand(p, t, 0), right = operand(p, t, 1);
  unsigned bits = width(p, t), want = wanted_by(op);
  struct c_text a = print_bits(p, left, want);
  unpoint(p, &a);
  if (is_too_narrow(p, left) &&
      (precedence == C_SHIFT || is_too_narrow(p, right)))
    c_widen(p, &a, bits, want);
  c_text_bind(&a, precedence, p->out);
  strbuf_format(p->out, " %s ", term_op_c(op));
  struct c_text b;
  if (is_bitwise(op) && is_const(p->terms, right))
    b = c_text_mask(bits, value_of(p->terms, right), p->out);
  else
    b = print_bits(p, right, precedence == C_SHIFT ? NO_WANT : want);
  unpoint(p, &b);
  bool is_chain = is_associative(op) && is_op(p->terms, right, op);
  c_text_bind(&b, is_chain ? precedence : precedence + 1, p->out);
  return c_text_combine(&a, precedence == C_SHIFT ? &a : &b, bits, precedence,
                        narrow_reading(op, a.reading, b.reading));
}

static struct c_text print_complement(struct c_printer *p, struct term t) {
  struct c_text text = print_bits(p, operand(p, t, 0), NO_WANT);
  unpoint(p, &text);
  if (is_too_narrow(p, operand(p, t, 0)))
    c_widen(p, &text, width(p, t), NO_WANT);
  c_text_bind(&text, C_UNARY, p->out);
  c_text_insert(p->out, text.start, "~");
  return c_text_combine(&text, &text, width(p, t), C_UNARY,
                        text.reading & READ_SIGNED);
}

// Sums: what is added first, then what is subtracted, the constant last.

static bool is_scaled(const struct c_printer *p, struct term t) {
  return is_op(p->terms, t, OP_MUL) && is_const(p->terms, operand(p, t, 1));
}

static bool is_subtracted(const struct c_printer *p, struct term t) {
  struct term factor = is_scaled(p, t) ? operand(p, t, 1) : t;
  return is_const(p->terms, factor) &&
         bits_sign(value_of(p->terms, factor), width(p, t));
}

// Without its sign.
static struct c_text print_summand(struct c_printer *p, struct term t,
                                   bool must_widen) {
  unsigned bits = width(p, t);
  bool scaled = is_scaled(p, t), subtracted = is_subtracted(p, t);
  struct term base = scaled ? operand(p, t, 0) : t;
  u128 factor = scaled ? value_of(p->terms, operand(p, t, 1)) : 1;
  if (subtracted)
    factor = bits_truncate(-factor, bits);
  struct c_text text = print_bits(p, base, NO_WANT);
  if (text.is_pointer && !scaled)
    c_text_cast(&text, "char *", p->out);
  else
    unpoint(p, &text);
  if (is_too_narrow(p, base) && (must_widen || factor != 1))
    c_widen(p, &text, bits, NO_WANT);
  if (factor == 1)
    return text;
  c_text_bind(&text, C_PRODUCT, p->out);
  strbuf_add(p->out, " * ");
  struct c_text number =
      c_text_number(bits, factor, READ_UNSIGNED, false, p->out);
  return c_text_combine(&text, &number, bits, C_PRODUCT, READ_LOW_BITS);
}

struct sum_printer {
  struct c_text text; // of what was written so far
  uint32_t count;
  bool must_widen; // the first summand
};

static void print_next(struct c_printer *p, struct sum_printer *sum,
                       struct term t) {
  bool subtracted = is_subtracted(p, t), is_first = sum->count++ == 0;
  unsigned bits = width(p, t);
  size_t start = p->out->length;
  if (is_first)
    strbuf_add(p->out, subtracted ? "-" : "");
  else
    strbuf_add(p->out, subtracted ? " - " : " + ");
  struct c_text text;
  if (is_const(p->terms, t)) {
    u128 value = value_of(p->terms, t);
    text = c_text_number(bits, subtracted ? bits_truncate(-value, bits) : value,
                         READ_UNSIGNED, false, p->out);
  } else {
    text = print_summand(p, t, is_first && (subtracted || sum->must_widen));
  }
  enum c_precedence tight = subtracted || !is_first ? C_SUM + 1 : C_SUM;
  c_text_bind(&text, is_first && subtracted ? C_UNARY : tight, p->out);
  if (is_first) {
    text.start = start;
    sum->text = text;
  }
  sum->text = c_text_combine(&sum->text, &text, bits, C_SUM, READ_LOW_BITS);
}

static bool all_too_narrow(const struct c_printer *p, struct term sum) {
  for (uint32_t i = 0; i < arity_of(p->terms, sum); i++) {
    struct term t = operand(p, sum, i);
    if (!is_too_narrow(p, is_scaled(p, t) ? operand(p, t, 0) : t))
      return false;
  }
  return true;
}

static struct c_text print_sum(struct c_printer *p, struct term t) {
  struct sum_printer sum = {.must_widen = all_too_narrow(p, t)};
  uint32_t arity = arity_of(p->terms, t);
  bool has_const = is_const(p->terms, operand(p, t, arity - 1));
  uint32_t count = has_const ? arity - 1 : arity;
  for (uint32_t i = 0; i < count; i++)
    if (!is_subtracted(p, operand(p, t, i)))
      print_next(p, &sum, operand(p, t, i));
  bool const_is_first = has_const && sum.count == 0 &&
                        !is_subtracted(p, operand(p, t, arity - 1));
  if (const_is_first)
    print_next(p, &sum, operand(p, t, arity - 1));
  for (uint32_t i = 0; i < count; i++)
    if (is_subtracted(p, operand(p, t, i)))
      print_next(p, &sum, operand(p, t, i));
  if (has_const && !const_is_first)
    print_next(p, &sum, operand(p, t, arity - 1));
  return sum.text;
}

// x * c, where -x is x * -1.
static struct c_text print_product(struct c_printer *p, struct term t) {
  if (!is_scaled(p, t))
    return print_binary(p, t);
  size_t start = p->out->length;
  bool subtracted = is_subtracted(p, t);
  struct c_text text = print_summand(p, t, true);
  if (!subtracted)
    return text;
  c_text_bind(&text, C_UNARY, p->out);
  c_text_insert(p->out, start, "-");
  text.start = start;
  return c_text_combine(&text, &text, width(p, t), C_UNARY, READ_LOW_BITS);
}

// Conversions and pieces

static struct c_text print_extension(struct c_printer *p, struct term t) {
  bool is_unsigned = is_op(p->terms, t, OP_ZEXT);
  struct c_text text = print_bits(p, operand(p, t, 0),
                                  is_unsigned ? READ_UNSIGNED : READ_SIGNED);
  text.reading = is_unsigned ? READ_BOTH : READ_SIGNED;
  return text;
}

static struct c_text print_extract(struct c_printer *p, struct term t,
                                   unsigned want) {
  struct term whole = operand(p, t, 0);
  unsigned bits = width(p, t), low = term_extract_low(p->terms, t);
  bool is_flag = low == 0 && bits == 1 && c_sign_of(p, whole) == C_BOOL;
  struct c_text text = print_bits(p, whole, NO_WANT);
  if (is_flag)
    return text;
  unpoint(p, &text);
  if (is_too_narrow(p, whole))
    c_widen(p, &text, width(p, whole), NO_WANT);
  if (low > 0) {
    c_text_bind(&text, C_SHIFT, p->out);
    strbuf_format(p->out, " >> %u", low);
    text = c_text_combine(&text, &text, width(p, whole), C_SHIFT, 0);
  }
  text.reading = READ_LOW_BITS;
  c_text_fit(&text, bits,
             want                         ? want
             : c_type_width(bits) == bits ? READ_SIGNED
                                          : READ_UNSIGNED,
             p->out);
  return text;
}

static struct c_text print_concat(struct c_printer *p, struct term t) {
  unsigned bits = width(p, t);
  struct term rest = operand(p, t, 1);
  struct c_text high = print_bits(p, operand(p, t, 0), READ_UNSIGNED);
  unsigned type = bits <= 32 ? 32 : c_type_width(bits);
  if (high.width < type || high.is_pointer)
    c_text_cast_integer(&high, type, true, p->out);
  c_text_bind(&high, C_SHIFT, p->out);
  strbuf_format(p->out, " << %u | ", width(p, rest));
  struct c_text low = print_bits(p, rest, READ_UNSIGNED);
  unpoint(p, &low);
  c_text_bind(&low, C_BIT_OR, p->out);
  return c_text_combine(&high, &low, bits, C_BIT_OR, READ_UNSIGNED);
}

static struct c_text print_ite(struct c_printer *p, struct term t,
                               unsigned want) {
  struct term then = operand(p, t, 1), other = operand(p, t, 2);
  bool is_flag = has_const_branches(p->terms, t) &&
                 value_of(p->terms, then) == 1 &&
                 value_of(p->terms, other) == 0;
  struct c_text condition = print_bool(p, operand(p, t, 0));
  if (is_flag) {
    condition.reading = width(p, t) == 1 ? READ_UNSIGNED : READ_BOTH;
    return condition;
  }
  if (want == NO_WANT)
    want = natural_reading(p, other) & natural_reading(p, then);
  want = want & READ_SIGNED ? READ_SIGNED : want;
  c_text_bind(&condition, C_LOGICAL_OR, p->out);
  strbuf_add(p->out, " ? ");
  struct c_text a = print_beside(p, then, other, want);
  bool must_widen = is_too_narrow(p, then) && is_too_narrow(p, other) &&
                    !has_const_branches(p->terms, t);
  if (must_widen && !is_const(p->terms, then))
    c_widen(p, &a, width(p, t), want);
  strbuf_add(p->out, " : ");
  struct c_text b = print_beside(p, other, then, want);
  if (must_widen && is_const(p->terms, then))
    c_widen(p, &b, width(p, t), want);
  c_text_bind(&b, C_CONDITIONAL, p->out);
  struct c_text text =
      c_text_combine(&a, &b, width(p, t), C_CONDITIONAL, a.reading & b.reading);
  text.start = condition.start;
  return text;
}

static struct c_text print_from_float(struct c_printer *p, struct term t) {
  bool is_unsigned = is_op(p->terms, t, OP_FTOUI);
  struct c_text text = print_float(p, operand(p, t, 0));
  c_text_cast_integer(&text, c_type_width(width(p, t)), is_unsigned, p->out);
  return text;
}

static struct c_text print_bits_as_is(struct c_printer *p, struct term t,
                                      unsigned want) {
  switch (op_of(p->terms, t)) {
  case OP_CONST:
    return c_text_number(width(p, t), value_of(p->terms, t), want, false,
                         p->out);
  case OP_VAR:
  case OP_SELECT: return print_place(p, t);
  case OP_ITE: return print_ite(p, t, want);
  case OP_ADD: return print_sum(p, t);
  case OP_MUL: return print_product(p, t);
  case OP_BVNOT: return print_complement(p, t);
  case OP_ZEXT:
  case OP_SEXT: return print_extension(p, t);
  case OP_EXTRACT: return print_extract(p, t, want);
  case OP_CONCAT: return print_concat(p, t);
  case OP_FTOSI:
  case OP_FTOUI: return print_from_float(p, t);
  case OP_FNEG:
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM:
  case OP_FTOF:
  case OP_SITOF:
  case OP_UITOF: return print_float(p, t);
  default: return print_binary(p, t);
  }
}

struct c_text print_bits(struct c_printer *p, struct term t, unsigned want) {
  if (is_exhausted(p))
    return print_cut(p, width(p, t));
  p->depth++;
  struct c_text text = print_bits_as_is(p, t, want);
  p->depth--;
  if (text.reading && is_nonnegative(p, t))
    text.reading = READ_BOTH;
  c_text_fit(&text, width(p, t), want, p->out);
  return text;
}
