// C types: from how they are written to those of the program.
#include "spec/internal.h"

#include <string.h>

#include "base/suggest.h"

static struct ctype_table *types_of(const struct spec *spec) {
  return spec->program->types;
}

const struct declaration *bind_declaration(const struct spec *spec,
                                           struct name text) {
  for (uint32_t i = 0; spec->declarations && i < spec->declarations->count; i++)
    if (name_equal(spec->declarations->at[i].text, text))
      return &spec->declarations->at[i];
  return NULL;
}

// ---- Looking up -------------------------------------------------------------

// A complete type of the kind and name, or an incomplete one, or unknown.
static struct ctype find_named(const struct spec *spec, enum ctype_kind kind,
                               struct name name) {
  struct ctype found = {0};
  for (uint32_t i = 1; i < ctype_count(types_of(spec)); i++) {
    struct ctype type = {i};
    const struct ctype_info *info = ctype_info(types_of(spec), type);
    if (info->kind != kind || !name_equal(info->name, name))
      continue;
    if (!found.id || info->bit_size)
      found = type;
    if (info->bit_size)
      break;
  }
  return found;
}

struct ctype bind_basic(struct spec *spec, const char *name) {
  const struct {
    const char *name;
    enum ctype_kind kind;
    unsigned width;
    bool is_signed;
  } rows[] = {
      {"void", CTYPE_VOID, 0, false},
      {"_Bool", CTYPE_BOOL, 8, false},
      {"char", CTYPE_INT, 8, true},
      {"signed char", CTYPE_INT, 8, true},
      {"unsigned char", CTYPE_INT, 8, false},
      {"short", CTYPE_INT, 16, true},
      {"unsigned short", CTYPE_INT, 16, false},
      {"int", CTYPE_INT, 32, true},
      {"unsigned int", CTYPE_INT, 32, false},
      {"long", CTYPE_INT, spec->program->pointer_width, true},
      {"unsigned long", CTYPE_INT, spec->program->pointer_width, false},
      {"long long", CTYPE_INT, 64, true},
      {"unsigned long long", CTYPE_INT, 64, false},
      {"__int128", CTYPE_INT, 128, true},
      {"unsigned __int128", CTYPE_INT, 128, false},
      {"float", CTYPE_FLOAT, 32, true},
      {"double", CTYPE_FLOAT, 64, true},
      {"long double", CTYPE_FLOAT, 128, true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].name, name))
      continue;
    struct name interned = intern(spec->names, name);
    struct ctype known = find_named(spec, rows[i].kind, interned);
    if (known.id)
      return known;
    return ctype_add(types_of(spec),
                     (struct ctype_info){.kind = rows[i].kind,
                                         .name = interned,
                                         .bit_size = rows[i].width,
                                         .is_signed = rows[i].is_signed});
  }
  BUG("no basic type %s", name);
}

// Types that every C library has, for programs that declare its functions
// without them, and for specifications without a program.
static const char *standard_typedef(const char *name) {
  static const struct {
    const char *name;
    const char *meaning;
  } rows[] = {
      {"size_t", "unsigned long"},
      {"ssize_t", "long"},
      {"ptrdiff_t", "long"},
      {"intptr_t", "long"},
      {"uintptr_t", "unsigned long"},
      {"off_t", "long"},
      {"time_t", "long"},
      {"pid_t", "int"},
      {"mode_t", "unsigned int"},
      {"uid_t", "unsigned int"},
      {"gid_t", "unsigned int"},
      {"useconds_t", "unsigned int"},
      {"gfp_t", "unsigned int"},
      {"int8_t", "signed char"},
      {"uint8_t", "unsigned char"},
      {"int16_t", "short"},
      {"uint16_t", "unsigned short"},
      {"int32_t", "int"},
      {"uint32_t", "unsigned int"},
      {"int64_t", "long long"},
      {"uint64_t", "unsigned long long"},
      {"pthread_t", "unsigned long"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].name, name))
      return rows[i].meaning;
  return NULL;
}

// size_t is as wide as a pointer, which `unsigned long` is in both data models.
static struct ctype find_typedef(struct spec *spec, struct name name) {
  struct ctype known = find_named(spec, CTYPE_TYPEDEF, name);
  if (known.id)
    return known;
  const struct declaration *declared = bind_declaration(spec, name);
  if (declared && declared->is_type)
    return declared->type;
  const char *meaning = standard_typedef(name_text(spec->names, name));
  return meaning ? bind_basic(spec, meaning) : (struct ctype){0};
}

bool bind_names_type(struct spec *spec, struct name name) {
  return find_typedef(spec, name).id != 0;
}

static void complain_type(struct binding_context *context,
                          const struct c_type_syntax *type) {
  struct spec *spec = context->spec;
  if (context->is_quiet || !spec->has_program) {
    context->is_unknown = true;
    return;
  }
  context->has_failed = true;
  struct suggestion near = suggestion_for(name_text(spec->names, type->name));
  for (uint32_t i = 1; i < ctype_count(types_of(spec)); i++) {
    const struct ctype_info *info =
        ctype_info(types_of(spec), (struct ctype){i});
    if (info->kind == CTYPE_TYPEDEF)
      suggestion_offer(&near, name_text(spec->names, info->name));
  }
  report_near(spec->diag, SEVERITY_ERROR, type->position, near.best,
              "the program has no type '%s'", near.wanted);
}

static struct ctype bind_tag(struct spec *spec,
                             const struct c_type_syntax *type) {
  static const struct {
    enum c_type_kind syntax;
    enum ctype_kind kind;
    const char *word;
  } rows[] = {{C_TYPE_STRUCT, CTYPE_STRUCT, "struct"},
              {C_TYPE_UNION, CTYPE_UNION, "union"},
              {C_TYPE_ENUM, CTYPE_ENUM, "enum"}};
  const char *tag = name_text(spec->names, type->name);
  size_t row = 0;
  while (rows[row].syntax != type->kind)
    row++;
  struct ctype known = find_named(spec, rows[row].kind, type->name);
  if (known.id && ctype_info(types_of(spec), known)->bit_size)
    return known;
  struct name text = intern_format(spec->names, "%s %s", rows[row].word, tag);
  const struct declaration *declared = bind_declaration(spec, text);
  if (declared)
    return declared->type;
  if (known.id)
    return known;
  return ctype_add(
      types_of(spec),
      (struct ctype_info){.kind = rows[row].kind,
                          .name = type->name,
                          .bit_size = type->kind == C_TYPE_ENUM ? 32 : 0,
                          .is_signed = false});
}

// ---- Building ---------------------------------------------------------------

struct ctype bind_pointer_to(struct spec *spec, struct ctype target) {
  return ctype_add(types_of(spec),
                   (struct ctype_info){.kind = CTYPE_POINTER,
                                       .bit_size = spec->program->pointer_width,
                                       .target = target});
}

static struct ctype bind_array(struct binding_context *context,
                               const struct c_type_syntax *type) {
  struct ctype element = bind_type(context, type->target);
  uint64_t bits = ctype_info(types_of(context->spec), element)->bit_size;
  return ctype_add(types_of(context->spec),
                   (struct ctype_info){.kind = CTYPE_ARRAY,
                                       .target = element,
                                       .count = type->count,
                                       .bit_size = type->count * bits});
}

// A parameter that is an array or a function is a pointer.
static struct ctype bind_parameter(struct binding_context *context,
                                   const struct c_type_syntax *type) {
  if (type->kind == C_TYPE_ARRAY)
    return bind_pointer_to(context->spec, bind_type(context, type->target));
  struct ctype bound = bind_type(context, type);
  return type->kind == C_TYPE_FUNCTION ? bind_pointer_to(context->spec, bound)
                                       : bound;
}

static struct ctype bind_function(struct binding_context *context,
                                  const struct c_type_syntax *type) {
  struct ctype_vec parameters = {0};
  for (uint32_t i = 0; i < type->parameter_count; i++)
    ctype_vec_push(&parameters,
                   bind_parameter(context, type->parameters[i].type));
  struct ctype_info info = {.kind = CTYPE_FUNCTION,
                            .target = bind_type(context, type->target),
                            .parameters = parameters.at,
                            .parameter_count = parameters.count,
                            .is_variadic =
                                type->is_variadic || !type->has_prototype};
  struct ctype result = ctype_add(types_of(context->spec), info);
  ctype_vec_release(&parameters);
  return result;
}

struct ctype bind_type(struct binding_context *context,
                       const struct c_type_syntax *type) {
  struct spec *spec = context->spec;
  switch (type->kind) {
  case C_TYPE_BASIC:
    return bind_basic(spec, name_text(spec->names, type->name));
  case C_TYPE_STRUCT:
  case C_TYPE_UNION:
  case C_TYPE_ENUM: return bind_tag(spec, type);
  case C_TYPE_TYPEDEF: {
    struct ctype found = find_typedef(spec, type->name);
    if (!found.id)
      complain_type(context, type);
    return found;
  }
  case C_TYPE_POINTER:
    return bind_pointer_to(spec, bind_type(context, type->target));
  case C_TYPE_ARRAY: return bind_array(context, type);
  case C_TYPE_FUNCTION: return bind_function(context, type);
  }
  BUG("type of kind %d", type->kind);
}

// ---- Comparing --------------------------------------------------------------

enum { AGREE_DEPTH = 8 }; // types are recursive; this deep is deep enough

static bool agree(const struct spec *spec, struct ctype a, struct ctype b,
                  int depth);

static bool functions_agree(const struct spec *spec, const struct ctype_info *a,
                            const struct ctype_info *b, int depth) {
  bool is_free_a = a->is_variadic && !a->parameter_count;
  bool is_free_b = b->is_variadic && !b->parameter_count;
  if (!agree(spec, a->target, b->target, depth))
    return false;
  if (is_free_a || is_free_b)
    return true;
  if (a->parameter_count != b->parameter_count ||
      a->is_variadic != b->is_variadic)
    return false;
  for (uint32_t i = 0; i < a->parameter_count; i++)
    if (!agree(spec, a->parameters[i], b->parameters[i], depth))
      return false;
  return true;
}

static bool is_integer(enum ctype_kind kind) {
  return kind == CTYPE_INT || kind == CTYPE_ENUM;
}

static bool agree(const struct spec *spec, struct ctype a, struct ctype b,
                  int depth) {
  const struct ctype_info *x = ctype_bare(types_of(spec), a);
  const struct ctype_info *y = ctype_bare(types_of(spec), b);
  if (!depth || x->kind == CTYPE_UNKNOWN || y->kind == CTYPE_UNKNOWN)
    return true;
  if (is_integer(x->kind) && is_integer(y->kind))
    return x->bit_size == y->bit_size && x->is_signed == y->is_signed;
  if (x->kind != y->kind)
    return false;
  switch (x->kind) {
  case CTYPE_POINTER: return agree(spec, x->target, y->target, depth - 1);
  case CTYPE_FUNCTION: return functions_agree(spec, x, y, depth - 1);
  case CTYPE_STRUCT:
  case CTYPE_UNION: return name_equal(x->name, y->name);
  case CTYPE_FLOAT: return x->bit_size == y->bit_size;
  default: return true;
  }
}

bool bind_types_agree(const struct spec *spec, struct ctype a, struct ctype b) {
  return agree(spec, a, b, AGREE_DEPTH);
}

struct ctype bind_function_type(const struct spec *spec,
                                const struct procedure *procedure) {
  if (ctype_bare(types_of(spec), procedure->type)->kind == CTYPE_FUNCTION)
    return procedure->type;
  const struct declaration *declared = bind_declaration(spec, procedure->name);
  if (declared &&
      ctype_bare(types_of(spec), declared->type)->kind == CTYPE_FUNCTION)
    return declared->type;
  return (struct ctype){0};
}

bool bind_is_scalar(const struct spec *spec, struct ctype type) {
  switch (ctype_bare(types_of(spec), type)->kind) {
  case CTYPE_BOOL:
  case CTYPE_INT:
  case CTYPE_ENUM:
  case CTYPE_POINTER: return true;
  default: return false;
  }
}
