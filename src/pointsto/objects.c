// Abstract objects: each is made when something that takes part names it.
#include "pointsto/analysis.h"
#include "program/initial.h"

static struct memory_object analysis_add_object(struct points_to *analysis,
                                                struct memory_info info,
                                                struct layout *layout,
                                                bool is_writable) {
  info.has_size = layout->has_size;
  info.size = layout->has_size ? (uint64_t)layout->size : 0;
  uint32_t object = inclusion_add_object(analysis->system, layout, is_writable);
  uint32_t handle = memory_info_vec_push(&analysis->objects, info);
  u32_vec_push(&analysis->system_objects, object);
  if (analysis->handles.count <= object)
    u32_vec_resize(&analysis->handles, object + 1);
  analysis->handles.at[object] = handle;
  return (struct memory_object){handle};
}

// Objects of the program

static enum memory_kind kind_of(enum object_kind kind) {
  switch (kind) {
  case OBJECT_GLOBAL: return MEMORY_GLOBAL;
  case OBJECT_STRING: return MEMORY_STRING;
  case OBJECT_FRAME: return MEMORY_FRAME;
  case OBJECT_FUNCTION: return MEMORY_FUNCTION;
  }
  return MEMORY_GLOBAL;
}

static void initialise(struct points_to *analysis, uint32_t object,
                       const struct object_info *info) {
  for (uint32_t i = 0; i < info->relocation_count; i++) {
    const struct relocation *relocation = &info->relocations[i];
    uint32_t value = analysis_value(analysis, relocation->value);
    inclusion_flow(
        analysis->system, value,
        inclusion_cell(analysis->system, object, (int64_t)relocation->offset));
  }
}

// Other units, or calls before this one, may have written to it, and may use
// it.
static bool is_open(const struct points_to *analysis,
                    const struct object_info *info) {
  bool is_trusted = (analysis->options.trusts_initial || info->is_hidden) &&
                    initial_object(analysis->program, info);
  bool is_global =
      info->kind == OBJECT_GLOBAL && !info->is_fixed && !is_trusted;
  return info->is_external ? is_global : is_global && analysis->options.is_open;
}

struct memory_object analysis_program_object(struct points_to *analysis,
                                             struct object_id object) {
  const struct program *program = analysis->program;
  if (analysis->program_objects.count <= object.id)
    u32_vec_resize(&analysis->program_objects, program->objects.count);
  if (analysis->program_objects.at[object.id])
    return (struct memory_object){analysis->program_objects.at[object.id]};
  const struct object_info *info = program_object(program, object);
  struct layout layout;
  bool has_size = info->size || !info->is_external;
  layout_init_type(&layout, program->types, info->type, (int64_t)info->size,
                   has_size, analysis->word);
  bool is_function = info->kind == OBJECT_FUNCTION;
  struct memory_object made = analysis_add_object(
      analysis,
      (struct memory_info){.kind = kind_of(info->kind),
                           .object = object,
                           .procedure =
                               is_function ? info->procedure : info->owner,
                           .name = info->name,
                           .type = info->type},
      &layout, !is_function && !info->is_constant);
  analysis->program_objects.at[object.id] = made.id;
  initialise(analysis, analysis_system_object(analysis, made), info);
  if (is_open(analysis, info))
    inclusion_escape(analysis->system, analysis_system_object(analysis, made));
  return made;
}

// Allocation sites

static struct name site_name(const struct points_to *analysis,
                             struct procedure_id procedure, struct edge_id edge,
                             const char *what) {
  const struct program *program = analysis->program;
  const struct procedure *owner = program_procedure(program, procedure);
  return intern_format(program->names, "%s@%s:%u", what,
                       name_text(program->names, owner->name),
                       procedure_edge(owner, edge)->position.line);
}

// The type that the variable points to, if it has a size.
static struct ctype pointee(const struct points_to *analysis,
                            struct variable target) {
  const struct program *program = analysis->program;
  if (variable_is_none(target))
    return (struct ctype){0};
  const struct ctype_info *info =
      ctype_bare(program->types, program_variable(program, target)->type);
  if (info->kind != CTYPE_POINTER ||
      ctype_bare(program->types, info->target)->bit_size <= 8)
    return (struct ctype){0};
  return info->target;
}

// header + n * element, from the size that is asked for.
static void plain_layout(const struct points_to *analysis, struct term size,
                         struct layout *layout) {
  const struct term_table *terms = analysis->program->terms;
  if (term_is_none(size)) {
    layout_init_plain(layout, 0, false, 0, 0);
    return;
  }
  if (term_is_const(terms, size)) {
    u128 value = term_value(terms, size);
    bool is_sane = value <= INT32_MAX;
    layout_init_plain(layout, is_sane ? (int64_t)value : 0, is_sane, 0, 0);
    return;
  }
  int64_t header = 0;
  uint64_t element = 0;
  if (term_op(terms, size) != OP_ADD)
    element = analysis_divisor(terms, size);
  else
    for (uint32_t i = 0; i < term_arity(terms, size); i++) {
      struct term t = term_operand(terms, size, i);
      if (term_is_const(terms, t) && term_value(terms, t) <= INT32_MAX)
        header += (int64_t)term_value(terms, t);
      else if (!element)
        element = analysis_divisor(terms, t);
      else
        element = 1;
    }
  layout_init_plain(layout, 0, false, header,
                    element > 1 ? (int64_t)element : 0);
}

static void site_layout(const struct points_to *analysis, struct term size,
                        struct ctype type, struct layout *layout) {
  const struct program *program = analysis->program;
  int64_t bytes = (int64_t)(ctype_bare(program->types, type)->bit_size / 8);
  if (term_is_none(size) && bytes > 1) {
    layout_init_type(layout, program->types, type, 0, false, analysis->word);
    return;
  }
  if (bytes <= 1) {
    plain_layout(analysis, size, layout);
    return;
  }
  uint64_t divisor = analysis_divisor(program->terms, size);
  bool is_const = term_is_const(program->terms, size);
  bool is_sane = is_const && term_value(program->terms, size) <= INT32_MAX;
  uint64_t value = is_sane ? (uint64_t)term_value(program->terms, size) : 0;
  bool fits = is_const ? is_sane && value >= (uint64_t)bytes
                       : divisor % (uint64_t)bytes == 0;
  if (fits)
    layout_init_type(layout, program->types, type, (int64_t)value, is_sane,
                     analysis->word);
  else
    plain_layout(analysis, size, layout);
}

struct memory_object analysis_site(struct points_to *analysis,
                                   struct procedure_id procedure,
                                   struct edge_id edge, enum memory_kind kind,
                                   struct term size, struct variable target,
                                   const char *what) {
  uint64_t key = site_key(procedure, edge);
  const uint32_t *found = number_map_find(&analysis->sites, key);
  if (found)
    return (struct memory_object){*found};
  struct ctype type = pointee(analysis, target);
  struct layout layout;
  site_layout(analysis, size, type, &layout);
  struct memory_object made = analysis_add_object(
      analysis,
      (struct memory_info){.kind = kind,
                           .procedure = procedure,
                           .edge = edge,
                           .name = site_name(analysis, procedure, edge, what),
                           .type = layout.arrays.count || layout.has_size
                                       ? type
                                       : (struct ctype){0}},
      &layout, true);
  number_map_put(&analysis->sites, key, made.id);
  return made;
}

// Memory of the library and of the environment

struct memory_object analysis_library(struct points_to *analysis,
                                      struct procedure_id procedure) {
  bool is_new;
  number_map_insert(&analysis->libraries, procedure.id, &is_new);
  if (is_new) {
    struct layout layout;
    layout_init_plain(&layout, 0, false, 0, 0);
    const struct program *program = analysis->program;
    struct memory_object made = analysis_add_object(
        analysis,
        (struct memory_info){
            .kind = MEMORY_LIBRARY,
            .procedure = procedure,
            .name = intern_format(
                program->names, "%s()",
                name_text(program->names,
                          program_procedure(program, procedure)->name))},
        &layout, true);
    // Tables of tables, structs with strings: all its own.
    uint32_t object = analysis_system_object(analysis, made);
    inclusion_point_any(analysis->system,
                        inclusion_written(analysis->system, object), object);
    number_map_put(&analysis->libraries, procedure.id, made.id);
  }
  return (struct memory_object){
      *number_map_find(&analysis->libraries, procedure.id)};
}

static uint32_t add_input(struct points_to *analysis, const char *name,
                          int64_t element) {
  struct layout layout;
  layout_init_plain(&layout, 0, false, 0, element);
  struct memory_object made = analysis_add_object(
      analysis,
      (struct memory_info){.kind = MEMORY_INPUT,
                           .name = intern(analysis->program->names, name)},
      &layout, true);
  return analysis_system_object(analysis, made);
}

// A vector of strings.
static void pass_strings(struct points_to *analysis, struct variable parameter,
                         const char *vector_name, const char *string_name) {
  uint32_t vector = add_input(analysis, vector_name, analysis->word);
  uint32_t string = add_input(analysis, string_name, 1);
  struct inclusion *system = analysis->system;
  inclusion_point(system, inclusion_cell(system, vector, 0), string, 0);
  inclusion_point(system, analysis_variable(analysis, parameter), vector, 0);
}

void analysis_pass_environment(struct points_to *analysis,
                               const struct procedure *procedure) {
  const struct variable_vec *parameters = &procedure->parameters;
  if (parameters->count > 1)
    pass_strings(analysis, parameters->at[1], "argv", "argument");
  if (parameters->count > 2)
    pass_strings(analysis, parameters->at[2], "envp", "environment");
}
