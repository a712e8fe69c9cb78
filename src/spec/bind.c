// C expressions as terms, by C's rules: integer promotions, the usual
// arithmetic conversions, pointers counted in objects. Signed overflow wraps.
#include "spec/internal.h"

#include <stdarg.h>

static struct c_value bind(struct binding_context *context,
                           const struct c_syntax *c);

static struct term_table *terms_of(const struct binding_context *context) {
  return context->spec->program->terms;
}

static const struct ctype_info *info_of(const struct spec *spec,
                                        struct ctype type) {
  return ctype_bare(spec->program->types, type);
}

// ---- Values -----------------------------------------------------------------

struct c_value c_value_of(struct term term, struct ctype type) {
  return (struct c_value){.term = term, .type = type};
}

struct c_value c_value_int(struct binding_context *context, int value) {
  struct c_value result =
      c_value_of(term_const(terms_of(context), 32, (u128)value),
                 bind_basic(context->spec, "int"));
  result.is_constant = true;
  return result;
}

// Only the first mistake of an expression is told: the others may follow from
// it.
struct c_value bind_fail(struct binding_context *context,
                         struct position position, const char *format, ...) {
  if (!context->has_failed) {
    va_list args;
    va_start(args, format);
    diag_vreport(context->spec->diag, SEVERITY_ERROR, position, format, args);
    va_end(args);
  }
  context->has_failed = true;
  return c_value_int(context, 0);
}

struct term bind_bits(struct spec *spec, const struct c_value *value) {
  struct term_table *terms = spec->program->terms;
  if (!sort_is_bool(term_sort(terms, value->term)))
    return value->term;
  return term_from_bool(terms, (unsigned)info_of(spec, value->type)->bit_size,
                        value->term);
}

static struct term truth(struct binding_context *context,
                         const struct c_value *value) {
  struct term_table *terms = terms_of(context);
  return sort_is_bool(term_sort(terms, value->term))
             ? value->term
             : term_nonzero(terms, value->term);
}

struct term bind_convert(struct spec *spec, const struct c_value *value,
                         struct ctype type) {
  struct term_table *terms = spec->program->terms;
  const struct ctype_info *to = info_of(spec, type);
  struct term bits = bind_bits(spec, value);
  if (to->kind == CTYPE_BOOL)
    return term_from_bool(terms, (unsigned)to->bit_size,
                          term_nonzero(terms, bits));
  unsigned width = to->bit_size >= 1 && to->bit_size <= BITS_MAX_WIDTH
                       ? (unsigned)to->bit_size
                       : spec->program->pointer_width;
  return term_resize(terms, width,
                     ctype_is_signed(spec->program->types, value->type), bits);
}

static bool is_pointer(const struct binding_context *context,
                       const struct c_value *value) {
  return info_of(context->spec, value->type)->kind == CTYPE_POINTER;
}

static bool is_integer(const struct binding_context *context,
                       const struct c_value *value) {
  enum ctype_kind kind = info_of(context->spec, value->type)->kind;
  return kind == CTYPE_INT || kind == CTYPE_ENUM || kind == CTYPE_BOOL;
}

struct ctype bind_integer(struct binding_context *context, uint64_t width,
                          bool is_signed) {
  const char *name = width <= 32 ? (is_signed ? "int" : "unsigned int")
                     : width <= 64
                         ? (is_signed ? "long long" : "unsigned long long")
                         : (is_signed ? "__int128" : "unsigned __int128");
  return bind_basic(context->spec, name);
}

// C's integer promotion: what is narrower than int becomes int.
static struct c_value promote(struct binding_context *context,
                              struct c_value value) {
  const struct ctype_info *info = info_of(context->spec, value.type);
  bool is_small = info->bit_size < 32 || info->kind == CTYPE_BOOL;
  struct ctype type = is_small ? bind_basic(context->spec, "int") : value.type;
  struct c_value result =
      c_value_of(bind_convert(context->spec, &value, type), type);
  result.is_constant = value.is_constant;
  return result;
}

static struct ctype common_type(struct binding_context *context,
                                const struct c_value *a,
                                const struct c_value *b) {
  struct spec *spec = context->spec;
  const struct ctype_info *x = info_of(spec, a->type);
  const struct ctype_info *y = info_of(spec, b->type);
  uint64_t width = x->bit_size > y->bit_size ? x->bit_size : y->bit_size;
  bool is_unsigned = (x->bit_size == width && !x->is_signed) ||
                     (y->bit_size == width && !y->is_signed);
  return bind_integer(context, width, !is_unsigned);
}

// ---- Memory -----------------------------------------------------------------

static struct term address_const(struct binding_context *context,
                                 uint64_t value) {
  return term_const(terms_of(context), context->spec->program->pointer_width,
                    value);
}

// Is the memory read at the return?
static bool is_later(const struct binding_context *context,
                     struct term address) {
  return context->reads_later ||
         scope_mentions_result(context->spec->program->terms, context->scope,
                               address);
}

static struct spec_place *find_memory(struct binding_context *context,
                                      struct term address, struct ctype type) {
  uint64_t width = info_of(context->spec, type)->bit_size;
  for (uint32_t i = 0; i < context->scope->places.count; i++) {
    struct spec_place *place = &context->scope->places.at[i];
    if (place->kind == PLACE_MEMORY && term_equal(place->address, address) &&
        place->is_later == is_later(context, address) &&
        term_width(terms_of(context), place->variable) == width)
      return place;
  }
  return NULL;
}

static struct name text_of(struct binding_context *context,
                           const struct c_syntax *c) {
  struct strbuf text = {0};
  c_syntax_print(context->spec->names, c, &text);
  struct name name = intern(context->spec->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

// What lies at an address: scalars are read, records are left where they are,
// arrays become pointers to their first element.
struct c_value bind_at_address(struct binding_context *context,
                               const struct c_syntax *c, struct term address,
                               struct ctype type) {
  struct spec *spec = context->spec;
  const struct ctype_info info = *info_of(spec, type);
  struct c_value value = {.type = type, .is_lvalue = true, .address = address};
  if (info.kind == CTYPE_ARRAY) {
    value.type = bind_pointer_to(spec, info.target);
    value.term = address;
    value.array = type;
    value.is_lvalue = false;
    return value;
  }
  context->is_unknown |= info.kind == CTYPE_UNKNOWN;
  if (!bind_is_scalar(spec, type))
    return value;
  struct spec_place *place = find_memory(context, address, type);
  if (!place) {
    place = scope_add(spec, context->scope, PLACE_MEMORY, text_of(context, c),
                      type);
    place->address = address;
    place->is_later = is_later(context, address);
  }
  value.term = place->variable;
  return value;
}

// ---- Numbers ----------------------------------------------------------------

// The first of C's types for the literal that holds the value.
static struct c_value bind_number(struct binding_context *context,
                                  const struct c_syntax *c) {
  unsigned long_width = context->spec->program->pointer_width;
  const unsigned widths[] = {32, long_width, 64};
  i128 value = (i128)c->value;
  for (unsigned i = c->longs; i < 3; i++) {
    bool fits_signed = value < ((i128)1 << (widths[i] - 1));
    bool fits_unsigned = value < ((i128)1 << widths[i]);
    bool is_signed = !c->is_unsigned && fits_signed;
    bool is_unsigned = (c->is_unsigned || !c->is_decimal) && fits_unsigned;
    if (!is_signed && !is_unsigned)
      continue;
    struct c_value result =
        c_value_of(term_const(terms_of(context), widths[i], c->value),
                   bind_integer(context, widths[i], is_signed));
    result.is_constant = true;
    return result;
  }
  struct c_value result =
      c_value_of(term_const(terms_of(context), 64, c->value),
                 bind_integer(context, 64, false));
  result.is_constant = true;
  return result;
}

// ---- Fields, elements, pointers ---------------------------------------------

// Finds a field, through members without a name.
static const struct cfield *find_field(const struct spec *spec,
                                       struct ctype record, struct name name,
                                       uint64_t *bit_offset, int depth) {
  const struct ctype_info *info = info_of(spec, record);
  for (uint32_t i = 0; i < info->field_count; i++) {
    const struct cfield *field = &info->fields[i];
    uint64_t inner = 0;
    const struct cfield *found =
        name_equal(field->name, name) ? field
        : name_is_none(field->name) && depth
            ? find_field(spec, field->type, name, &inner, depth - 1)
            : NULL;
    if (found) {
      *bit_offset = field->bit_offset + inner;
      return found;
    }
  }
  return NULL;
}

// A bit-field is cut out of the bytes that hold it.
static struct c_value bit_field(struct binding_context *context,
                                const struct c_syntax *c, struct term address,
                                const struct cfield *field, uint64_t offset) {
  struct spec *spec = context->spec;
  unsigned low = (unsigned)(offset % 8);
  unsigned bits = (low + (unsigned)field->bit_size + 7) / 8 * 8;
  struct ctype bytes =
      ctype_add(spec->program->types,
                (struct ctype_info){.kind = CTYPE_INT, .bit_size = bits});
  struct c_value all = bind_at_address(context, c, address, bytes);
  if (context->has_failed)
    return all;
  struct term part =
      term_extract(terms_of(context), low, (unsigned)field->bit_size, all.term);
  unsigned width = (unsigned)info_of(spec, field->type)->bit_size;
  return c_value_of(
      term_resize(terms_of(context), width,
                  ctype_is_signed(spec->program->types, field->type), part),
      field->type);
}

static struct c_value no_field(struct binding_context *context,
                               const struct c_syntax *c, struct ctype record) {
  struct spec *spec = context->spec;
  const struct ctype_info *info = info_of(spec, record);
  const char *text = name_text(spec->names, c->name);
  struct suggestion near = suggestion_for(text);
  for (uint32_t i = 0; i < info->field_count; i++)
    suggestion_offer(&near, name_text(spec->names, info->fields[i].name));
  struct strbuf type = {0};
  ctype_print(spec->program->types, record, "", &type);
  struct c_value value =
      bind_fail(context, c->position, "'%s' has no field '%s'%s%s%s",
                strbuf_text(&type), text, near.best ? "; did you mean '" : "",
                near.best ? near.best : "", near.best ? "'?" : "");
  strbuf_release(&type);
  return value;
}

// A field of a struct that is a value: a parameter that is passed in pieces.
static struct c_value field_of_value(struct binding_context *context,
                                     const struct c_syntax *c,
                                     const struct c_value *base,
                                     const struct cfield *field,
                                     uint64_t offset) {
  struct spec *spec = context->spec;
  const struct ctype_info *info = info_of(spec, field->type);
  uint64_t bits = field->is_bit_field ? field->bit_size : info->bit_size;
  if (!bits || offset + bits > term_width(terms_of(context), base->term))
    return bind_fail(context, c->position,
                     "the struct is too large to be looked into");
  struct term part = term_extract(terms_of(context), (unsigned)offset,
                                  (unsigned)bits, base->term);
  if (field->is_bit_field)
    part = term_resize(terms_of(context), (unsigned)info->bit_size,
                       info->is_signed, part);
  return c_value_of(part, field->type);
}

static struct c_value bind_field(struct binding_context *context,
                                 const struct c_syntax *c) {
  struct spec *spec = context->spec;
  struct c_value base = bind(context, c->a);
  if (context->has_failed || context->is_unknown)
    return c_value_int(context, 0);
  if (c->is_arrow && !is_pointer(context, &base))
    return bind_fail(context, c->position, "`->` needs a pointer to a struct");
  struct ctype record =
      c->is_arrow ? info_of(spec, base.type)->target : base.type;
  bool is_value = !c->is_arrow && !base.is_lvalue;
  if (!ctype_is_record(spec->program->types, record) ||
      (is_value && term_is_none(base.term)))
    return bind_fail(context, c->position, "there is no struct before '%s'",
                     c->is_arrow ? "->" : ".");
  uint64_t offset;
  const struct cfield *field = find_field(spec, record, c->name, &offset, 8);
  if (!field)
    return no_field(context, c, record);
  if (is_value)
    return field_of_value(context, c, &base, field, offset);
  struct term address =
      term_add(terms_of(context), c->is_arrow ? base.term : base.address,
               address_const(context, offset / 8));
  return field->is_bit_field
             ? bit_field(context, c, address, field, offset)
             : bind_at_address(context, c, address, field->type);
}

static uint64_t target_size(const struct binding_context *context,
                            const struct c_value *pointer) {
  struct ctype target = info_of(context->spec, pointer->type)->target;
  uint64_t bits = info_of(context->spec, target)->bit_size;
  return bits ? bits / 8 : 1; // void, as GNU C counts it
}

static struct c_value offset_pointer(struct binding_context *context,
                                     const struct c_value *pointer,
                                     const struct c_value *count,
                                     bool is_backwards) {
  struct term_table *terms = terms_of(context);
  unsigned width = context->spec->program->pointer_width;
  struct term bits = bind_bits(context->spec, count);
  struct term wide = term_resize(
      terms, width, ctype_is_signed(context->spec->program->types, count->type),
      bits);
  struct term bytes =
      term_binary(terms, OP_MUL, wide,
                  address_const(context, target_size(context, pointer)));
  return c_value_of(is_backwards ? term_sub(terms, pointer->term, bytes)
                                 : term_add(terms, pointer->term, bytes),
                    pointer->type);
}

static struct c_value dereference(struct binding_context *context,
                                  const struct c_syntax *c,
                                  const struct c_value *pointer) {
  if (!is_pointer(context, pointer))
    return bind_fail(context, c->position,
                     "what is not a pointer points nowhere");
  struct ctype target = info_of(context->spec, pointer->type)->target;
  return bind_at_address(context, c, pointer->term, target);
}

// An element of an array in a struct that is a value.
static struct c_value element_of_value(struct binding_context *context,
                                       const struct c_syntax *c,
                                       const struct c_value *base,
                                       const struct c_value *index) {
  struct term_table *terms = terms_of(context);
  struct ctype element = info_of(context->spec, base->type)->target;
  uint64_t bits = info_of(context->spec, element)->bit_size;
  uint64_t width = term_width(terms, base->term);
  bool is_number = is_integer(context, index) &&
                   term_is_const(terms, index->term) && bits != 0;
  u128 number = is_number ? term_value(terms, index->term) : 0;
  if (!is_number || number >= width / bits)
    return bind_fail(context, c->position,
                     "the array is passed by value: its index is a constant "
                     "that it has");
  return c_value_of(term_extract(terms, (unsigned)(number * bits),
                                 (unsigned)bits, base->term),
                    element);
}

static struct c_value bind_index(struct binding_context *context,
                                 const struct c_syntax *c) {
  struct c_value base = bind(context, c->a), index = bind(context, c->b);
  if (context->has_failed || context->is_unknown)
    return c_value_int(context, 0);
  if (info_of(context->spec, base.type)->kind == CTYPE_ARRAY &&
      !base.is_lvalue && !term_is_none(base.term))
    return element_of_value(context, c, &base, &index);
  if (!is_pointer(context, &base) || !is_integer(context, &index))
    return bind_fail(context, c->position, "`[]` needs an array and a number");
  struct c_value moved = offset_pointer(context, &base, &index, false);
  return dereference(context, c, &moved);
}

static struct c_value address_of(struct binding_context *context,
                                 const struct c_syntax *c,
                                 const struct c_value *value) {
  struct spec *spec = context->spec;
  if (c->a->kind == EXPR_NAME && is_pointer(context, value) &&
      !value->is_lvalue) {
    // A function, or an array: its address is what it stands for.
    struct object_id object = bind_find_object(spec, c->a->name);
    if (object.id)
      return c_value_of(value->term, value->type);
  }
  if (value->is_lvalue && variable_is_none(value->variable))
    return c_value_of(value->address, bind_pointer_to(spec, value->type));
  if (value->is_lvalue) {
    struct c_value result = bind_fail(
        context, c->position, "the program never takes the address of '%s'",
        name_text(spec->names, text_of(context, c->a)));
    return result;
  }
  return bind_fail(context, c->position, "this has no address");
}

// ---- Operators --------------------------------------------------------------

static bool need_scalar(struct binding_context *context,
                        const struct c_syntax *c, const struct c_value *value) {
  if (context->has_failed)
    return false;
  if (!term_is_none(value->term) && bind_is_scalar(context->spec, value->type))
    return true;
  context->is_unknown |=
      info_of(context->spec, value->type)->kind == CTYPE_UNKNOWN;
  if (context->is_unknown)
    return false;
  bind_fail(context, c->position, "'%s' is neither an integer nor a pointer",
            name_text(context->spec->names, text_of(context, c)));
  return false;
}

static struct c_value bind_unary(struct binding_context *context,
                                 const struct c_syntax *c) {
  struct term_table *terms = terms_of(context);
  struct c_value a = bind(context, c->a);
  if (c->op == TOKEN_AMPERSAND && !context->has_failed && !context->is_unknown)
    return address_of(context, c, &a);
  if (!need_scalar(context, c->a, &a))
    return c_value_int(context, 0);
  if (c->op == TOKEN_STAR && context->is_unknown)
    return c_value_int(context, 0);
  if (c->op == TOKEN_STAR)
    return dereference(context, c, &a);
  if (c->op == TOKEN_NOT) {
    struct c_value result = c_value_of(term_not(terms, truth(context, &a)),
                                       bind_basic(context->spec, "int"));
    result.is_constant = a.is_constant;
    return result;
  }
  if (!is_integer(context, &a) && !context->is_unknown)
    return bind_fail(context, c->position, "this operator needs a number");
  struct c_value value = promote(context, a);
  if (c->op == TOKEN_MINUS)
    value.term = term_neg(terms, value.term);
  else if (c->op == TOKEN_TILDE)
    value.term = term_unary(terms, OP_BVNOT, value.term);
  return value;
}

static enum term_op arithmetic_op(enum token_kind token, bool is_signed) {
  switch (token) {
  case TOKEN_PLUS: return OP_ADD;
  case TOKEN_STAR: return OP_MUL;
  case TOKEN_SLASH: return is_signed ? OP_SDIV : OP_UDIV;
  case TOKEN_PERCENT: return is_signed ? OP_SREM : OP_UREM;
  case TOKEN_AMPERSAND: return OP_BVAND;
  case TOKEN_BAR: return OP_BVOR;
  case TOKEN_CARET: return OP_BVXOR;
  case TOKEN_SHIFT_LEFT: return OP_SHL;
  case TOKEN_SHIFT_RIGHT: return is_signed ? OP_ASHR : OP_LSHR;
  default: return OP_NONE;
  }
}

static struct c_value arithmetic(struct binding_context *context,
                                 const struct c_syntax *c, struct c_value a,
                                 struct c_value b) {
  struct term_table *terms = terms_of(context);
  bool is_shift = c->op == TOKEN_SHIFT_LEFT || c->op == TOKEN_SHIFT_RIGHT;
  a = promote(context, a);
  b = promote(context, b);
  struct ctype type = is_shift ? a.type : common_type(context, &a, &b);
  struct term x = bind_convert(context->spec, &a, type);
  struct term y = bind_convert(context->spec, &b, type);
  bool is_division = c->op == TOKEN_SLASH || c->op == TOKEN_PERCENT;
  if (is_division && term_is_const(terms, y) && !term_value(terms, y))
    return bind_fail(context, c->position, "division by zero");
  struct term result =
      c->op == TOKEN_MINUS
          ? term_sub(terms, x, y)
          : term_binary(
                terms,
                arithmetic_op(c->op, ctype_is_signed(
                                         context->spec->program->types, type)),
                x, y);
  struct c_value value = c_value_of(result, type);
  value.is_constant = a.is_constant && b.is_constant;
  return value;
}

static struct term relation(struct term_table *terms, enum token_kind op,
                            bool is_signed, struct term x, struct term y) {
  enum term_op less = is_signed ? OP_SLT : OP_ULT;
  enum term_op least = is_signed ? OP_SLE : OP_ULE;
  switch (op) {
  case TOKEN_LESS: return term_compare(terms, less, x, y);
  case TOKEN_GREATER: return term_compare(terms, less, y, x);
  case TOKEN_LESS_EQUAL: return term_compare(terms, least, x, y);
  case TOKEN_GREATER_EQUAL: return term_compare(terms, least, y, x);
  case TOKEN_EQUAL: return term_eq(terms, x, y);
  default: return term_not(terms, term_eq(terms, x, y));
  }
}

static struct c_value compare(struct binding_context *context,
                              const struct c_syntax *c, struct c_value a,
                              struct c_value b) {
  struct spec *spec = context->spec;
  bool has_pointer = is_pointer(context, &a) || is_pointer(context, &b);
  struct ctype type;
  if (has_pointer) {
    type = is_pointer(context, &a) ? a.type : b.type;
  } else {
    a = promote(context, a);
    b = promote(context, b);
    type = common_type(context, &a, &b);
  }
  struct term right = bind_convert(spec, &b, type);
  struct term left = bind_convert(spec, &a, type);
  struct c_value value = c_value_of(
      relation(terms_of(context), c->op,
               ctype_is_signed(spec->program->types, type), left, right),
      bind_basic(spec, "int"));
  value.is_constant = a.is_constant && b.is_constant;
  return value;
}

static struct c_value logical(struct binding_context *context,
                              const struct c_syntax *c, const struct c_value *a,
                              const struct c_value *b) {
  struct term x = truth(context, a), y = truth(context, b);
  struct c_value value =
      c_value_of(c->op == TOKEN_AND ? term_and(terms_of(context), x, y)
                                    : term_or(terms_of(context), x, y),
                 bind_basic(context->spec, "int"));
  value.is_constant = a->is_constant && b->is_constant;
  return value;
}

static struct c_value pointer_difference(struct binding_context *context,
                                         const struct c_value *a,
                                         const struct c_value *b) {
  struct term_table *terms = terms_of(context);
  struct term bytes = term_sub(terms, a->term, b->term);
  return c_value_of(
      term_binary(terms, OP_SDIV, bytes,
                  address_const(context, target_size(context, a))),
      bind_basic(context->spec, "long"));
}

static struct c_value combine(struct binding_context *context,
                              const struct c_syntax *c, struct c_value a,
                              struct c_value b) {
  bool is_pointer_a = is_pointer(context, &a);
  bool is_pointer_b = is_pointer(context, &b);
  if (c->op == TOKEN_AND || c->op == TOKEN_OR)
    return logical(context, c, &a, &b);
  switch (c->op) {
  case TOKEN_LESS:
  case TOKEN_GREATER:
  case TOKEN_LESS_EQUAL:
  case TOKEN_GREATER_EQUAL:
  case TOKEN_EQUAL:
  case TOKEN_NOT_EQUAL: return compare(context, c, a, b);
  default: break;
  }
  if (!is_pointer_a && !is_pointer_b)
    return arithmetic(context, c, a, b);
  if (c->op == TOKEN_MINUS && is_pointer_a && is_pointer_b)
    return pointer_difference(context, &a, &b);
  if (c->op == TOKEN_PLUS && is_pointer_a != is_pointer_b)
    return is_pointer_a ? offset_pointer(context, &a, &b, false)
                        : offset_pointer(context, &b, &a, false);
  if (c->op == TOKEN_MINUS && is_pointer_a)
    return offset_pointer(context, &a, &b, true);
  return bind_fail(context, c->position,
                   "this operator does not take pointers");
}

static struct c_value bind_binary(struct binding_context *context,
                                  const struct c_syntax *c) {
  struct c_value a = bind(context, c->a), b = bind(context, c->b);
  if (!need_scalar(context, c->a, &a) || !need_scalar(context, c->b, &b))
    return c_value_int(context, 0);
  return combine(context, c, a, b);
}

static struct c_value bind_choice(struct binding_context *context,
                                  const struct c_syntax *c) {
  struct c_value condition = bind(context, c->a);
  struct c_value a = bind(context, c->b), b = bind(context, c->c);
  if (!need_scalar(context, c->a, &condition) ||
      !need_scalar(context, c->b, &a) || !need_scalar(context, c->c, &b))
    return c_value_int(context, 0);
  struct ctype type;
  if (is_pointer(context, &a) || is_pointer(context, &b)) {
    type = is_pointer(context, &a) ? a.type : b.type;
  } else {
    a = promote(context, a);
    b = promote(context, b);
    type = common_type(context, &a, &b);
  }
  struct c_value value =
      c_value_of(term_ite(terms_of(context), truth(context, &condition),
                          bind_convert(context->spec, &a, type),
                          bind_convert(context->spec, &b, type)),
                 type);
  value.is_constant = condition.is_constant && a.is_constant && b.is_constant;
  return value;
}

static struct c_value bind_cast(struct binding_context *context,
                                const struct c_syntax *c) {
  struct ctype type = bind_type(context, c->type);
  struct c_value a = bind(context, c->a);
  if (!need_scalar(context, c->a, &a) || context->is_unknown)
    return c_value_int(context, 0);
  if (!bind_is_scalar(context->spec, type))
    return bind_fail(context, c->position,
                     "only numbers and pointers can be cast to");
  struct c_value value =
      c_value_of(bind_convert(context->spec, &a, type), type);
  value.is_constant = a.is_constant;
  return value;
}

static struct c_value bind_sizeof(struct binding_context *context,
                                  const struct c_syntax *c) {
  struct spec *spec = context->spec;
  struct ctype type = {0};
  if (c->kind == EXPR_SIZEOF_TYPE) {
    type = bind_type(context, c->type);
  } else if (c->a->kind == EXPR_NAME) {
    const struct declaration *declared = bind_declaration(spec, c->a->name);
    if (declared)
      type = declared->type;
  }
  if (!type.id && c->kind == EXPR_SIZEOF)
    type = bind(context, c->a).type;
  if (context->has_failed || context->is_unknown)
    return c_value_int(context, 0);
  uint64_t bits = info_of(spec, type)->bit_size;
  if (!bits)
    return bind_fail(context, c->position,
                     "the size of this type is not known");
  struct ctype size = bind_basic(spec, "unsigned long");
  struct c_value value =
      c_value_of(address_const(context, (bits + 7) / 8), size);
  value.is_constant = true;
  return value;
}

static struct c_value bind_old(struct binding_context *context,
                               const struct c_syntax *c) {
  if (!context->reads_later)
    return bind_fail(context, c->position,
                     "`old` is for what a return says of memory and globals");
  context->reads_later = false;
  context->reads_old = true;
  struct c_value value = bind(context, c->a);
  context->reads_old = false;
  context->reads_later = true;
  return value;
}

static struct c_value bind(struct binding_context *context,
                           const struct c_syntax *c) {
  switch (c->kind) {
  case EXPR_NUMBER: return bind_number(context, c);
  case EXPR_NAME: return bind_name(context, c);
  case EXPR_RESULT: return bind_result(context, c);
  case EXPR_ARGUMENT: return bind_argument(context, c);
  case EXPR_UNARY: return bind_unary(context, c);
  case EXPR_BINARY: return bind_binary(context, c);
  case EXPR_CHOICE: return bind_choice(context, c);
  case EXPR_CAST: return bind_cast(context, c);
  case EXPR_SIZEOF:
  case EXPR_SIZEOF_TYPE: return bind_sizeof(context, c);
  case EXPR_FIELD: return bind_field(context, c);
  case EXPR_INDEX: return bind_index(context, c);
  case EXPR_RANGE:
    return bind_fail(context, c->position,
                     "a range is something that `modifies` lists");
  case EXPR_OLD: return bind_old(context, c);
  }
  BUG("expression of kind %d", c->kind);
}

// ---- For others -------------------------------------------------------------

struct c_value bind_expression(struct binding_context *context,
                               const struct c_syntax *c) {
  return bind(context, c);
}

struct term bind_truth(struct binding_context *context,
                       const struct c_syntax *c) {
  struct c_value value = bind(context, c);
  if (!need_scalar(context, c, &value))
    return term_true(terms_of(context));
  return truth(context, &value);
}

bool bind_fits(struct spec *spec, const struct c_value *value,
               struct ctype type) {
  struct term_table *terms = spec->program->terms;
  const struct ctype_info *to = info_of(spec, type);
  struct term bits = bind_bits(spec, value);
  if (!term_is_const(terms, bits) || to->kind == CTYPE_POINTER ||
      to->kind == CTYPE_UNKNOWN || !to->bit_size)
    return true;
  unsigned width = term_width(terms, bits);
  u128 raw = term_value(terms, bits);
  bool is_signed = ctype_is_signed(spec->program->types, value->type);
  i128 number = is_signed ? bits_signed(raw, width) : (i128)raw;
  if (to->kind == CTYPE_BOOL)
    return number == 0 || number == 1;
  if (to->bit_size >= 127)
    return true;
  i128 half = (i128)1 << (to->bit_size - 1);
  i128 low = to->is_signed ? -half : 0;
  i128 high = to->is_signed ? half : half * 2;
  return number >= low && number < high;
}

struct term bind_pattern(struct binding_context *context,
                         const struct spec_place *place,
                         const struct c_syntax *c) {
  if (c_syntax_has_result(c))
    return bind_truth(context, c);
  struct c_value actual = c_value_of(place->variable, place->type);
  struct c_value expected = bind(context, c);
  if (!context->has_failed && !bind_is_scalar(context->spec, place->type) &&
      info_of(context->spec, place->type)->kind != CTYPE_UNKNOWN)
    bind_fail(context, c->position,
              "what stands here in C is neither an integer nor a pointer");
  if (!need_scalar(context, c, &actual) || !need_scalar(context, c, &expected))
    return term_true(terms_of(context));
  struct c_syntax equal = {.op = TOKEN_EQUAL, .position = c->position};
  struct c_value matches = compare(context, &equal, actual, expected);
  return truth(context, &matches);
}

static void print_number(i128 value, struct strbuf *out) {
  char digits[48];
  size_t at = sizeof digits;
  u128 rest = value < 0 ? -(u128)value : (u128)value;
  digits[--at] = '\0';
  do
    digits[--at] = (char)('0' + (int)(rest % 10));
  while (rest /= 10);
  if (value < 0)
    strbuf_char(out, '-');
  strbuf_add(out, digits + at);
}

void bind_print_value(const struct spec *spec, struct ctype type, u128 value,
                      struct strbuf *out) {
  const struct ctype_info *info = info_of(spec, type);
  struct name enumerator = ctype_enumerator(spec->program->types, type, value);
  if (info->kind == CTYPE_ENUM && !name_is_none(enumerator))
    strbuf_add(out, name_text(spec->names, enumerator));
  else if (info->kind == CTYPE_POINTER && value)
    strbuf_format(out, "(void *)0x%llx", (unsigned long long)value);
  else if (info->is_signed && info->bit_size)
    print_number(bits_signed(value, (unsigned)info->bit_size), out);
  else
    print_number((i128)value, out);
}
