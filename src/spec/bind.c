// C expressions as terms, by C's rules: integer promotions, the usual
// arithmetic conversions, pointers counted in objects. Signed overflow wraps.
#include "spec/internal.h"

#include <stdarg.h>
#include <string.h>

#include "program/print.h"

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

static struct c_value plain(struct term term, struct ctype type) {
  return (struct c_value){.term = term, .type = type};
}

static struct c_value int_value(struct binding_context *context, int value) {
  struct c_value result = plain(term_const(terms_of(context), 32, (u128)value),
                                bind_basic(context->spec, "int"));
  result.is_constant = true;
  return result;
}

static struct c_value fail(struct binding_context *context,
                           struct position position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Only the first mistake of an expression is told: the others may follow from
// it.
static struct c_value fail(struct binding_context *context,
                           struct position position, const char *format, ...) {
  if (!context->has_failed) {
    struct strbuf text = {0};
    va_list args;
    va_start(args, format);
    strbuf_vformat(&text, format, args);
    va_end(args);
    diag_report(context->spec->diag, SEVERITY_ERROR, position, "%s",
                strbuf_text(&text));
    strbuf_release(&text);
  }
  context->has_failed = true;
  return int_value(context, 0);
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

static struct ctype integer_type(struct binding_context *context,
                                 uint64_t width, bool is_signed) {
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
      plain(bind_convert(context->spec, &value, type), type);
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
  return integer_type(context, width, !is_unsigned);
}

// ---- Memory -----------------------------------------------------------------

static struct term address_const(struct binding_context *context,
                                 uint64_t value) {
  return term_const(terms_of(context), context->spec->program->pointer_width,
                    value);
}

static struct spec_place *find_memory(struct binding_context *context,
                                      struct term address, struct ctype type) {
  uint64_t width = info_of(context->spec, type)->bit_size;
  for (uint32_t i = 0; i < context->scope->places.count; i++) {
    struct spec_place *place = &context->scope->places.at[i];
    if (place->kind == PLACE_MEMORY && term_equal(place->address, address) &&
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
static struct c_value at_address(struct binding_context *context,
                                 const struct c_syntax *c, struct term address,
                                 struct ctype type) {
  struct spec *spec = context->spec;
  const struct ctype_info info = *info_of(spec, type);
  struct c_value value = {.type = type, .is_lvalue = true, .address = address};
  if (info.kind == CTYPE_ARRAY) {
    value.type = bind_pointer_to(spec, info.target);
    value.term = address;
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
  }
  value.term = place->variable;
  return value;
}

// ---- Names ------------------------------------------------------------------

static bool find_enumerator(struct binding_context *context, struct name name,
                            struct c_value *value) {
  const struct ctype_table *types = context->spec->program->types;
  for (uint32_t i = 1; i < ctype_count(types); i++) {
    const struct ctype_info *info = ctype_info(types, (struct ctype){i});
    for (uint32_t k = 0; k < info->enumerator_count; k++) {
      if (!name_equal(info->enumerators[k].name, name))
        continue;
      u128 number = info->enumerators[k].value;
      bool is_int = (i128)number >= INT32_MIN && (i128)number <= INT32_MAX;
      struct ctype type = integer_type(context, is_int ? 32 : 64, true);
      *value =
          plain(term_const(terms_of(context), is_int ? 32 : 64, number), type);
      value->is_constant = true;
      return true;
    }
  }
  return false;
}

static bool find_constant(struct binding_context *context, struct name name,
                          struct c_value *value) {
  struct spec *spec = context->spec;
  for (uint32_t i = 0; i < spec->constants.count; i++)
    if (name_equal(spec->constants.at[i].name, name)) {
      if (term_is_none(spec->constants.at[i].value)) { // said before
        context->has_failed = true;
        *value = int_value(context, 0);
        return true;
      }
      *value = plain(spec->constants.at[i].value, spec->constants.at[i].type);
      value->is_constant = true;
      return true;
    }
  const struct declaration *declared = bind_declaration(spec, name);
  if (declared && !term_is_none(declared->value)) {
    *value = plain(declared->value, declared->type);
    value->is_constant = true;
    return true;
  }
  return find_enumerator(context, name, value);
}

static bool find_parameter(struct binding_context *context, struct name name,
                           struct c_value *value) {
  for (uint32_t i = 0; i < context->scope->places.count; i++) {
    const struct spec_place *place = &context->scope->places.at[i];
    if (place->kind == PLACE_PARAMETER && name_equal(place->text, name)) {
      *value = plain(place->variable, place->type);
      return true;
    }
  }
  const struct component_syntax *component = context->component;
  for (uint32_t i = 0; component && i < component->argument_count; i++) {
    const struct c_syntax *argument = component->arguments[i].value;
    const struct spec_place *place = scope_parameter(context->scope, i);
    if (argument && argument->kind == EXPR_NAME && place &&
        name_equal(argument->name, name)) {
      *value = plain(place->variable, place->type);
      return true;
    }
  }
  return false;
}

// A global of the program; of several with a name (statics of several files)
// the one that the linker did not rename.
static struct variable find_variable(const struct spec *spec,
                                     struct name name) {
  struct variable found = {0};
  for (uint32_t i = 1; i < spec->program->variables.count; i++) {
    const struct variable_info *info = &spec->program->variables.at[i];
    if (info->kind != VARIABLE_GLOBAL || !name_equal(info->text, name))
      continue;
    if (!found.id || name_equal(info->name, name))
      found = (struct variable){i};
  }
  return found;
}

static struct object_id find_object(const struct spec *spec, struct name name) {
  for (uint32_t i = 1; i < spec->program->objects.count; i++) {
    const struct object_info *info = &spec->program->objects.at[i];
    if ((info->kind == OBJECT_GLOBAL || info->kind == OBJECT_FUNCTION) &&
        name_equal(info->name, name))
      return (struct object_id){i};
  }
  return (struct object_id){0};
}

// An external object has no type in the debug information.
static struct ctype object_type(const struct spec *spec,
                                const struct object_info *object) {
  const struct declaration *declared = bind_declaration(spec, object->name);
  return object->type.id || !declared ? object->type : declared->type;
}

// Statics of several files may share a name.
static void warn_ambiguous(struct binding_context *context,
                           const struct c_syntax *c, struct position chosen) {
  const struct program *program = context->spec->program;
  uint32_t count = 0;
  for (uint32_t i = 1; i < program->variables.count; i++)
    count += program->variables.at[i].kind == VARIABLE_GLOBAL &&
             name_equal(program->variables.at[i].text, c->name);
  for (uint32_t i = 1; i < program->objects.count; i++)
    count += program->objects.at[i].kind == OBJECT_GLOBAL &&
             name_equal(program->objects.at[i].name, c->name);
  if (count < 2)
    return;
  diag_report(context->spec->diag, SEVERITY_WARNING, c->position,
              "%u globals are named '%s'; one of them is meant", count,
              name_text(context->spec->names, c->name));
  diag_report(context->spec->diag, SEVERITY_NOTE, chosen, "this one");
}

static bool find_global(struct binding_context *context,
                        const struct c_syntax *c, struct c_value *value) {
  struct spec *spec = context->spec;
  struct variable variable = find_variable(spec, c->name);
  struct object_id object = find_object(spec, c->name);
  if (variable.id) {
    const struct variable_info *info =
        program_variable(spec->program, variable);
    *value = plain(info->term, info->type);
    value->is_lvalue = true;
    value->variable = variable;
    warn_ambiguous(context, c, info->position);
    return true;
  }
  if (!object.id)
    return false;
  const struct object_info info = *program_object(spec->program, object);
  warn_ambiguous(context, c, info.position);
  struct term address = program_term(spec->program, info.address);
  if (info.kind == OBJECT_FUNCTION)
    *value = plain(address, bind_pointer_to(spec, info.type));
  else
    *value = at_address(context, c, address, object_type(spec, &info));
  return true;
}

static void offer_names(struct binding_context *context,
                        struct suggestion *near) {
  struct spec *spec = context->spec;
  for (uint32_t i = 0; i < context->scope->places.count; i++)
    if (context->scope->places.at[i].kind == PLACE_PARAMETER)
      suggestion_offer(
          near, name_text(spec->names, context->scope->places.at[i].text));
  const struct component_syntax *component = context->component;
  for (uint32_t i = 0; component && i < component->argument_count; i++)
    if (component->arguments[i].value &&
        component->arguments[i].value->kind == EXPR_NAME)
      suggestion_offer(
          near, name_text(spec->names, component->arguments[i].value->name));
  for (uint32_t i = 0; i < spec->constants.count; i++)
    suggestion_offer(near, name_text(spec->names, spec->constants.at[i].name));
  for (uint32_t i = 1; i < spec->program->variables.count; i++)
    if (spec->program->variables.at[i].kind == VARIABLE_GLOBAL)
      suggestion_offer(
          near, name_text(spec->names, spec->program->variables.at[i].text));
  for (uint32_t i = 1; i < spec->program->objects.count; i++)
    if (spec->program->objects.at[i].kind == OBJECT_GLOBAL)
      suggestion_offer(
          near, name_text(spec->names, spec->program->objects.at[i].name));
  const struct ctype_table *types = spec->program->types;
  for (uint32_t i = 1; i < ctype_count(types); i++) {
    const struct ctype_info *info = ctype_info(types, (struct ctype){i});
    for (uint32_t k = 0; k < info->enumerator_count; k++)
      suggestion_offer(near, name_text(spec->names, info->enumerators[k].name));
  }
}

static struct c_value unknown_name(struct binding_context *context,
                                   const struct c_syntax *c) {
  struct spec *spec = context->spec;
  if (resolve_find(spec, c->name, item_is_constant))
    return fail(context, c->position,
                "constant '%s' is used before it is defined",
                name_text(spec->names, c->name));
  if (context->is_quiet || !spec->has_program) {
    context->is_unknown = true;
    struct ctype type = bind_basic(spec, "int");
    for (uint32_t i = 0; i < context->scope->places.count; i++) {
      const struct spec_place *place = &context->scope->places.at[i];
      if (place->kind == PLACE_UNKNOWN && name_equal(place->text, c->name))
        return plain(place->variable, type);
    }
    return plain(
        scope_add(spec, context->scope, PLACE_UNKNOWN, c->name, type)->variable,
        type);
  }
  const char *text = name_text(spec->names, c->name);
  if (bind_declaration(spec, c->name))
    return fail(context, c->position, "the program never uses '%s'", text);
  struct suggestion near = suggestion_for(text);
  offer_names(context, &near);
  return fail(context, c->position, "undefined name '%s'%s%s%s", text,
              near.best ? "; did you mean '" : "", near.best ? near.best : "",
              near.best ? "'?" : "");
}

static struct c_value bind_name(struct binding_context *context,
                                const struct c_syntax *c) {
  struct c_value value;
  if (find_parameter(context, c->name, &value) ||
      find_constant(context, c->name, &value))
    return value;
  if (context->only_constants && context->spec->has_program &&
      (find_variable(context->spec, c->name).id ||
       find_object(context->spec, c->name).id))
    return fail(context, c->position, "'%s' is not a constant",
                name_text(context->spec->names, c->name));
  if (find_global(context, c, &value))
    return value;
  if (bind_names_type(context->spec, c->name))
    return fail(context, c->position,
                "'%s' is a type; put what is cast in parentheses",
                name_text(context->spec->names, c->name));
  return unknown_name(context, c);
}

static struct c_value bind_result(struct binding_context *context,
                                  const struct c_syntax *c) {
  const struct spec_place *place =
      context->is_argument ? scope_parameter(context->scope, context->argument)
                           : scope_result(context->scope);
  if (!(context->has_result || context->is_argument) || !place)
    return fail(context, c->position, "`$` has no meaning here: %s",
                context->result_reason ? context->result_reason
                                       : "nothing is returned");
  return plain(place->variable, place->type);
}

static struct c_value bind_argument(struct binding_context *context,
                                    const struct c_syntax *c) {
  const struct spec_place *place =
      c->value ? scope_parameter(context->scope, (uint32_t)c->value - 1) : NULL;
  if (!place)
    return fail(context, c->position, "there is no argument '%s'",
                name_text(context->spec->names, c->name));
  return plain(place->variable, place->type);
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
        plain(term_const(terms_of(context), widths[i], c->value),
              integer_type(context, widths[i], is_signed));
    result.is_constant = true;
    return result;
  }
  struct c_value result = plain(term_const(terms_of(context), 64, c->value),
                                integer_type(context, 64, false));
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
  struct c_value all = at_address(context, c, address, bytes);
  if (context->has_failed)
    return all;
  struct term part =
      term_extract(terms_of(context), low, (unsigned)field->bit_size, all.term);
  unsigned width = (unsigned)info_of(spec, field->type)->bit_size;
  return plain(term_resize(terms_of(context), width,
                           ctype_is_signed(spec->program->types, field->type),
                           part),
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
      fail(context, c->position, "'%s' has no field '%s'%s%s%s",
           strbuf_text(&type), text, near.best ? "; did you mean '" : "",
           near.best ? near.best : "", near.best ? "'?" : "");
  strbuf_release(&type);
  return value;
}

static struct c_value bind_field(struct binding_context *context,
                                 const struct c_syntax *c) {
  struct spec *spec = context->spec;
  struct c_value base = bind(context, c->a);
  if (context->has_failed || context->is_unknown)
    return int_value(context, 0);
  if (c->is_arrow && !is_pointer(context, &base))
    return fail(context, c->position, "`->` needs a pointer to a struct");
  struct ctype record =
      c->is_arrow ? info_of(spec, base.type)->target : base.type;
  if (!ctype_is_record(spec->program->types, record) ||
      (!c->is_arrow && !base.is_lvalue))
    return fail(context, c->position, "there is no struct before '%s'",
                c->is_arrow ? "->" : ".");
  uint64_t offset;
  const struct cfield *field = find_field(spec, record, c->name, &offset, 8);
  if (!field)
    return no_field(context, c, record);
  struct term address =
      term_add(terms_of(context), c->is_arrow ? base.term : base.address,
               address_const(context, offset / 8));
  return field->is_bit_field ? bit_field(context, c, address, field, offset)
                             : at_address(context, c, address, field->type);
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
  return plain(is_backwards ? term_sub(terms, pointer->term, bytes)
                            : term_add(terms, pointer->term, bytes),
               pointer->type);
}

static struct c_value dereference(struct binding_context *context,
                                  const struct c_syntax *c,
                                  const struct c_value *pointer) {
  if (!is_pointer(context, pointer))
    return fail(context, c->position, "what is not a pointer points nowhere");
  struct ctype target = info_of(context->spec, pointer->type)->target;
  return at_address(context, c, pointer->term, target);
}

static struct c_value bind_index(struct binding_context *context,
                                 const struct c_syntax *c) {
  struct c_value base = bind(context, c->a), index = bind(context, c->b);
  if (context->has_failed || context->is_unknown)
    return int_value(context, 0);
  if (!is_pointer(context, &base) || !is_integer(context, &index))
    return fail(context, c->position, "`[]` needs an array and a number");
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
    struct object_id object = find_object(spec, c->a->name);
    if (object.id)
      return plain(value->term, value->type);
  }
  if (value->is_lvalue && variable_is_none(value->variable))
    return plain(value->address, bind_pointer_to(spec, value->type));
  if (value->is_lvalue) {
    struct c_value result = fail(
        context, c->position, "the program never takes the address of '%s'",
        name_text(spec->names, text_of(context, c->a)));
    return result;
  }
  return fail(context, c->position, "this has no address");
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
  fail(context, c->position, "'%s' is neither a number nor a pointer",
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
    return int_value(context, 0);
  if (c->op == TOKEN_STAR && context->is_unknown)
    return int_value(context, 0);
  if (c->op == TOKEN_STAR)
    return dereference(context, c, &a);
  if (c->op == TOKEN_NOT) {
    struct c_value result = plain(term_not(terms, truth(context, &a)),
                                  bind_basic(context->spec, "int"));
    result.is_constant = a.is_constant;
    return result;
  }
  if (!is_integer(context, &a) && !context->is_unknown)
    return fail(context, c->position, "this operator needs a number");
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
    return fail(context, c->position, "division by zero");
  struct term result =
      c->op == TOKEN_MINUS
          ? term_sub(terms, x, y)
          : term_binary(
                terms,
                arithmetic_op(c->op, ctype_is_signed(
                                         context->spec->program->types, type)),
                x, y);
  struct c_value value = plain(result, type);
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
  struct c_value value = plain(
      relation(terms_of(context), c->op,
               ctype_is_signed(spec->program->types, type),
               bind_convert(spec, &a, type), bind_convert(spec, &b, type)),
      bind_basic(spec, "int"));
  value.is_constant = a.is_constant && b.is_constant;
  return value;
}

static struct c_value logical(struct binding_context *context,
                              const struct c_syntax *c, const struct c_value *a,
                              const struct c_value *b) {
  struct term x = truth(context, a), y = truth(context, b);
  struct c_value value =
      plain(c->op == TOKEN_AND ? term_and(terms_of(context), x, y)
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
  return plain(term_binary(terms, OP_SDIV, bytes,
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
  return fail(context, c->position, "this operator does not take pointers");
}

static struct c_value bind_binary(struct binding_context *context,
                                  const struct c_syntax *c) {
  struct c_value a = bind(context, c->a), b = bind(context, c->b);
  if (!need_scalar(context, c->a, &a) || !need_scalar(context, c->b, &b))
    return int_value(context, 0);
  return combine(context, c, a, b);
}

static struct c_value bind_choice(struct binding_context *context,
                                  const struct c_syntax *c) {
  struct c_value condition = bind(context, c->a);
  struct c_value a = bind(context, c->b), b = bind(context, c->c);
  if (!need_scalar(context, c->a, &condition) ||
      !need_scalar(context, c->b, &a) || !need_scalar(context, c->c, &b))
    return int_value(context, 0);
  struct ctype type;
  if (is_pointer(context, &a) || is_pointer(context, &b)) {
    type = is_pointer(context, &a) ? a.type : b.type;
  } else {
    a = promote(context, a);
    b = promote(context, b);
    type = common_type(context, &a, &b);
  }
  struct c_value value =
      plain(term_ite(terms_of(context), truth(context, &condition),
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
    return int_value(context, 0);
  if (!bind_is_scalar(context->spec, type))
    return fail(context, c->position,
                "only numbers and pointers can be cast to");
  struct c_value value = plain(bind_convert(context->spec, &a, type), type);
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
    return int_value(context, 0);
  uint64_t bits = info_of(spec, type)->bit_size;
  if (!bits)
    return fail(context, c->position, "the size of this type is not known");
  struct ctype size = bind_basic(spec, "unsigned long");
  struct c_value value = plain(address_const(context, (bits + 7) / 8), size);
  value.is_constant = true;
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
  struct c_value actual = plain(place->variable, place->type);
  struct c_value expected = bind(context, c);
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
