// Booleans and whole arrays as C, and the entry.

#include "term/c_printer.h"

enum { MAX_TEXT = 4000 };

// Arrays: there is no C for values of whole arrays.

struct c_text print_array(struct c_printer *p, struct term t) {
  if (is_exhausted(p))
    return print_cut(p, width(p, t));
  p->depth++;
  struct c_text text = {.start = p->out->length, .precedence = C_POSTFIX};
  switch (op_of(p->terms, t)) {
  case OP_VAR: text = print_place(p, t); break;
  case OP_STORE:
    strbuf_add(p->out, "store(");
    print_array(p, operand(p, t, 0));
    strbuf_add(p->out, ", ");
    print_bits(p, operand(p, t, 1), NO_WANT);
    strbuf_add(p->out, ", ");
    print_bits(p, operand(p, t, 2), NO_WANT);
    strbuf_char(p->out, ')');
    break;
  case OP_CONST_ARRAY:
    strbuf_add(p->out, "all(");
    print_bits(p, operand(p, t, 0), NO_WANT);
    strbuf_char(p->out, ')');
    break;
  default: {
    struct c_text condition = print_bool(p, operand(p, t, 0));
    c_text_bind(&condition, C_LOGICAL_OR, p->out);
    strbuf_add(p->out, " ? ");
    print_array(p, operand(p, t, 1));
    strbuf_add(p->out, " : ");
    print_array(p, operand(p, t, 2));
    text.precedence = C_CONDITIONAL;
  }
  }
  p->depth--;
  return text;
}

// Booleans

static struct c_text bool_text(size_t start, enum c_precedence precedence) {
  return (struct c_text){.start = start,
                         .precedence = precedence,
                         .width = 32,
                         .reading = READ_BOTH};
}

static struct c_text print_junction(struct c_printer *p, struct term t) {
  bool is_and = is_op(p->terms, t, OP_AND);
  enum c_precedence precedence = is_and ? C_LOGICAL_AND : C_LOGICAL_OR;
  size_t start = p->out->length;
  for (uint32_t i = 0; i < arity_of(p->terms, t); i++) {
    if (i > 0 && is_exhausted(p)) {
      strbuf_add(p->out, is_and ? " && ..." : " || ...");
      break;
    }
    strbuf_add(p->out, i == 0 ? "" : is_and ? " && " : " || ");
    struct c_text text = print_bool(p, operand(p, t, i));
    c_text_bind(&text, precedence, p->out);
  }
  return bool_text(start, precedence);
}

// Both sides of a comparison; the second may be a constant with a name.
static struct c_text print_sides(struct c_printer *p, struct term a,
                                 struct term b, const char *op,
                                 enum c_precedence precedence, unsigned want) {
  struct c_text left = print_bits(p, a, want);
  if (is_too_narrow(p, a) && is_too_narrow(p, b))
    c_widen(p, &left, width(p, a), want);
  c_text_bind(&left, precedence, p->out);
  strbuf_format(p->out, " %s ", op);
  struct c_text right = print_beside(p, b, a, want);
  c_text_bind(&right, precedence + 1, p->out);
  return bool_text(left.start, precedence);
}

// The reading in which two terms are compared for equality.
static unsigned common_reading(const struct c_printer *p, struct term a,
                               struct term b) {
  unsigned common = natural_reading(p, a) & natural_reading(p, b);
  if (common & READ_SIGNED)
    return READ_SIGNED;
  if (common)
    return common;
  unsigned bits = width(p, a);
  bool converts =
      bits >= 32 && natural_width(p, a) == bits && natural_width(p, b) == bits;
  return converts ? NO_WANT : READ_SIGNED;
}

static struct c_text print_equation(struct c_printer *p, struct term t,
                                    bool is_negated) {
  struct term a = operand(p, t, 0), b = operand(p, t, 1);
  const char *op = is_negated ? "!=" : "==";
  struct sort sort = sort_of(p->terms, a);
  if (sort_is_bits(sort)) {
    bool is_flag = is_const(p->terms, b) && value_of(p->terms, b) == 0 &&
                   !term_is_none(c_variable_of(p, a)) &&
                   c_sign_of(p, a) == C_BOOL;
    if (!is_flag)
      return print_sides(p, a, b, op, C_EQUALITY, common_reading(p, a, b));
    struct c_text flag = print_bits(p, a, NO_WANT);
    if (is_negated)
      return flag;
    c_text_bind(&flag, C_UNARY, p->out);
    c_text_insert(p->out, flag.start, "!");
    return bool_text(flag.start, C_UNARY);
  }
  bool is_bool = sort_is_bool(sort);
  struct c_text left = is_bool ? print_bool(p, a) : print_array(p, a);
  c_text_bind(&left, C_EQUALITY, p->out);
  strbuf_format(p->out, " %s ", op);
  struct c_text right = is_bool ? print_bool(p, b) : print_array(p, b);
  c_text_bind(&right, C_EQUALITY + 1, p->out);
  return bool_text(left.start, C_EQUALITY);
}

// x < c and c <= x with the constant on the right; 1 is shown as a comparison
// with 0.
static struct c_text print_order(struct c_printer *p, struct term t) {
  enum term_op op = op_of(p->terms, t);
  struct term a = operand(p, t, 0), b = operand(p, t, 1);
  bool is_strict = op == OP_ULT || op == OP_SLT;
  unsigned want = op == OP_SLT || op == OP_SLE ? READ_SIGNED : READ_UNSIGNED;
  if (!is_const(p->terms, a) && !is_const(p->terms, b))
    return print_sides(p, a, b, is_strict ? "<" : "<=", C_RELATION, want);
  bool const_is_first = is_const(p->terms, a);
  if (const_is_first)
    swap_terms(&a, &b);
  struct c_text left = print_bits(p, a, want);
  c_text_bind(&left, C_RELATION, p->out);
  if (value_of(p->terms, b) == 1) {
    strbuf_add(p->out, const_is_first ? " > 0" : " <= 0");
    return bool_text(left.start, C_RELATION);
  }
  strbuf_add(p->out, const_is_first ? " >= " : " < ");
  struct c_text right = print_const(p, b, a, want);
  c_text_bind(&right, C_RELATION + 1, p->out);
  return bool_text(left.start, C_RELATION);
}

static struct c_text print_not(struct c_printer *p, struct term t) {
  struct term a = operand(p, t, 0);
  if (is_op(p->terms, a, OP_EQ))
    return print_equation(p, a, true);
  if (is_op(p->terms, a, OP_FEQ))
    return print_float_compare(p, a, "!=", C_EQUALITY);
  struct c_text text = print_bool(p, a);
  c_text_bind(&text, C_UNARY, p->out);
  c_text_insert(p->out, text.start, "!");
  return bool_text(text.start, C_UNARY);
}

static struct c_text print_bool_ite(struct c_printer *p, struct term t) {
  struct c_text condition = print_bool(p, operand(p, t, 0));
  c_text_bind(&condition, C_LOGICAL_OR, p->out);
  strbuf_add(p->out, " ? ");
  print_bool(p, operand(p, t, 1));
  strbuf_add(p->out, " : ");
  print_bool(p, operand(p, t, 2));
  return bool_text(condition.start, C_CONDITIONAL);
}

static struct c_text print_bool_as_is(struct c_printer *p, struct term t) {
  struct c_text text = bool_text(p->out->length, C_PRIMARY);
  switch (op_of(p->terms, t)) {
  case OP_TRUE:
  case OP_FALSE: strbuf_add(p->out, term_op_c(op_of(p->terms, t))); return text;
  case OP_VAR: text.precedence = print_place(p, t).precedence; return text;
  case OP_NOT: return print_not(p, t);
  case OP_AND:
  case OP_OR: return print_junction(p, t);
  case OP_EQ: return print_equation(p, t, false);
  case OP_ITE: return print_bool_ite(p, t);
  case OP_FEQ: return print_float_compare(p, t, "==", C_EQUALITY);
  case OP_FLT:
  case OP_FLE:
    return print_float_compare(p, t, term_op_c(op_of(p->terms, t)), C_RELATION);
  default: return print_order(p, t);
  }
}

struct c_text print_bool(struct c_printer *p, struct term t) {
  if (is_exhausted(p))
    return print_cut(p, 32);
  p->depth++;
  struct c_text text = print_bool_as_is(p, t);
  p->depth--;
  return text;
}

enum c_precedence term_print_c(const struct term_table *terms, struct term t,
                               const struct c_names *names,
                               struct strbuf *out) {
  struct c_printer p = {.terms = terms,
                        .names = names,
                        .out = out,
                        .limit = out->length + MAX_TEXT};
  struct sort sort = term_sort(terms, t);
  if (sort_is_bool(sort))
    return print_bool(&p, t).precedence;
  if (sort_is_array(sort))
    return print_array(&p, t).precedence;
  struct c_text text = print_bits(&p, t, NO_WANT);
  if (is_too_narrow(&p, t) && !is_const(terms, t))
    c_widen(&p, &text, sort_width(sort), NO_WANT);
  return text.precedence;
}
