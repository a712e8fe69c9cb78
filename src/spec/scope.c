#include "spec/scope.h"

#include <string.h>

#include "program/print.h"
#include "spec/bind.h"
#include "term/print.h"
#include "term/variables.h"

void spec_scope_release(struct spec_scope *scope) {
  spec_place_vec_release(&scope->places);
  lowering_release(&scope->lowered);
}

const struct spec_place *scope_parameter(const struct spec_scope *scope,
                                         uint32_t index) {
  for (uint32_t i = 0; i < scope->places.count; i++)
    if (scope->places.at[i].kind == PLACE_PARAMETER &&
        scope->places.at[i].index == index)
      return &scope->places.at[i];
  return NULL;
}

const struct spec_place *scope_result(const struct spec_scope *scope) {
  for (uint32_t i = 0; i < scope->places.count; i++)
    if (scope->places.at[i].kind == PLACE_RESULT)
      return &scope->places.at[i];
  return NULL;
}

const struct spec_place *scope_place_of(const struct spec_scope *scope,
                                        struct term variable) {
  for (uint32_t i = 0; i < scope->places.count; i++)
    if (term_equal(scope->places.at[i].variable, variable))
      return &scope->places.at[i];
  return NULL;
}

bool scope_has_unknown(const struct spec_scope *scope) {
  for (uint32_t i = 0; i < scope->places.count; i++)
    if (scope->places.at[i].kind == PLACE_UNKNOWN)
      return true;
  return false;
}

static const struct lowered *lowered_of(const struct spec_scope *scope,
                                        uint32_t parameter) {
  return parameter < scope->lowered.count ? &scope->lowered.at[parameter]
                                          : NULL;
}

bool scope_is_copied(const struct spec_scope *scope,
                     const struct spec_place *place) {
  if (place->kind == PLACE_RESULT)
    return scope->returns_in_memory;
  const struct lowered *lowered =
      place->kind == PLACE_PARAMETER ? lowered_of(scope, place->index) : NULL;
  return lowered && lowered->is_copied;
}

bool scope_mentions_result(const struct term_table *terms,
                           const struct spec_scope *scope, struct term term) {
  const struct spec_place *result = scope_result(scope);
  return result && term_mentions(terms, term, result->variable);
}

uint32_t scope_argument(const struct spec_scope *scope, uint32_t parameter) {
  const struct lowered *lowered = lowered_of(scope, parameter);
  return lowered && lowered->pieces.count == 1 ? lowered->pieces.at[0].argument
                                               : UINT32_MAX;
}

struct term scope_actual(struct term_table *terms,
                         const struct ctype_table *types,
                         const struct spec_scope *scope,
                         const struct spec_place *place,
                         const struct term *arguments, uint32_t count) {
  const struct lowered *lowered = lowered_of(scope, place->index);
  struct term value = {0};
  if (place->kind == PLACE_RESULT)
    value = scope->returns_in_memory && scope->result_argument < count
                ? arguments[scope->result_argument]
                : value;
  else if (lowered)
    value = lowering_value(terms, lowered, arguments, count);
  return term_is_none(value) ? value : scope_fit(terms, types, place, value);
}

void scope_set_actuals(struct term_table *terms,
                       const struct ctype_table *types,
                       const struct spec_scope *scope,
                       const struct term *arguments, uint32_t count,
                       struct substitution *into) {
  for (uint32_t i = 0; i < scope->places.count; i++) {
    const struct spec_place *place = &scope->places.at[i];
    if (place->kind != PLACE_PARAMETER)
      continue;
    struct term actual =
        scope_actual(terms, types, scope, place, arguments, count);
    if (!term_is_none(actual))
      substitution_set(into, place->variable, actual);
  }
}

struct term scope_fit(struct term_table *terms, const struct ctype_table *types,
                      const struct spec_place *place, struct term actual) {
  unsigned width = term_width(terms, place->variable);
  if (sort_is_bool(term_sort(terms, actual)))
    return term_from_bool(terms, width, actual);
  return term_resize(terms, width, ctype_is_signed(types, place->type), actual);
}

// ---- Making places ----------------------------------------------------------

// Values of unknown or aggregate type are kept as wide as a pointer; whoever
// reads one has said so before.
static unsigned place_width(const struct spec *spec, struct ctype type) {
  uint64_t width = ctype_bare(spec->program->types, type)->bit_size;
  bool is_odd = width < 1 || width > BITS_MAX_WIDTH;
  return is_odd ? spec->program->pointer_width : (unsigned)width;
}

struct spec_place *scope_add(struct spec *spec, struct spec_scope *scope,
                             enum place_kind kind, struct name text,
                             struct ctype type) {
  struct spec_place place = {.kind = kind, .type = type, .text = text};
  place.variable = term_variable(spec->program->terms, text,
                                 sort_bits(place_width(spec, type)));
  uint32_t index = spec_place_vec_push(&scope->places, place);
  return &scope->places.at[index];
}

// Of a struct that lies in memory the address is kept.
static void keep_address(struct spec *spec, const struct spec_scope *scope,
                         struct spec_place *place) {
  if (scope_is_copied(scope, place))
    place->variable = term_variable(spec->program->terms, place->text,
                                    sort_bits(spec->program->pointer_width));
}

static void add_parameter(struct spec *spec, struct spec_scope *scope,
                          struct name name, struct ctype type, uint32_t index) {
  struct spec_place *place =
      scope_add(spec, scope, PLACE_PARAMETER, name, type);
  place->index = index;
  keep_address(spec, scope, place);
}

static void look_at_lowering(struct spec *spec, struct spec_scope *scope,
                             struct procedure_id id, struct ctype type) {
  const struct procedure *procedure = program_procedure(spec->program, id);
  lowering_of(spec->program, procedure, type, &scope->lowered);
  scope->result_argument = lowering_result(procedure);
  scope->returns_in_memory = scope->result_argument != UINT32_MAX;
}

void scope_add_function(struct spec *spec, struct spec_scope *scope,
                        struct procedure_id procedure, struct ctype type,
                        const struct c_parameter *names, uint32_t name_count) {
  const struct ctype_info info = *ctype_bare(spec->program->types, type);
  if (procedure.id)
    look_at_lowering(spec, scope, procedure, type);
  for (uint32_t i = 0; i < info.parameter_count; i++) {
    struct name name = {0};
    if (i < name_count)
      name = names[i].name;
    if (name_is_none(name))
      name = intern_format(spec->names, "$%u", i + 1);
    add_parameter(spec, scope, name, info.parameters[i], i);
  }
  if (ctype_bare(spec->program->types, info.target)->kind != CTYPE_VOID)
    keep_address(spec, scope,
                 scope_add(spec, scope, PLACE_RESULT, intern(spec->names, "$"),
                           info.target));
}

void spec_scope_of(struct spec *spec, struct procedure_id procedure,
                   struct spec_scope *scope) {
  const struct procedure *p = program_procedure(spec->program, procedure);
  scope_add_function(spec, scope, procedure, bind_function_type(spec, p), NULL,
                     0);
  // Under their C names where there is a body that has them.
  for (uint32_t k = 0; k < scope->places.count; k++) {
    struct spec_place *place = &scope->places.at[k];
    uint32_t argument = place->kind == PLACE_PARAMETER
                            ? scope_argument(scope, place->index)
                            : UINT32_MAX;
    if (argument < p->parameters.count)
      place->text =
          program_variable(spec->program, p->parameters.at[argument])->text;
  }
}

// ---- Printing ---------------------------------------------------------------

static bool write_place(void *context, struct term t, struct strbuf *out,
                        enum c_precedence *precedence) {
  const struct scope_names *names = context;
  const struct spec_place *place = scope_place_of(names->scope, t);
  if (!place) {
    struct c_names program = program_c_names(names->spec->program);
    return program.write && program.write(program.context, t, out, precedence);
  }
  const char *text = name_text(names->spec->names, place->text);
  strbuf_add(out, text);
  *precedence = strpbrk(text, " *&") ? C_UNARY : C_POSTFIX;
  return true;
}

static enum c_sign sign_of_place(void *context, struct term variable) {
  const struct scope_names *names = context;
  const struct spec_place *place = scope_place_of(names->scope, variable);
  if (!place) {
    struct c_names program = program_c_names(names->spec->program);
    return program.sign ? program.sign(program.context, variable)
                        : C_SIGN_UNKNOWN;
  }
  const struct ctype_table *types = names->spec->program->types;
  switch (ctype_bare(types, place->type)->kind) {
  case CTYPE_POINTER: return C_POINTER;
  case CTYPE_BOOL: return C_BOOL;
  default: break;
  }
  return ctype_is_signed(types, place->type) ? C_SIGNED : C_UNSIGNED;
}

void scope_print_term(const struct spec *spec, const struct spec_scope *scope,
                      struct term t, struct strbuf *out) {
  struct scope_names context = {spec, scope};
  struct c_names names = {
      .context = &context, .write = write_place, .sign = sign_of_place};
  term_print_c(spec->program->terms, t, &names, out);
}
