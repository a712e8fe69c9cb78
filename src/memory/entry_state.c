#include "memory/entry_state.h"

#include <string.h>

#include "program/initial.h"
#include "program/lowering.h"

struct maker {
  struct program *program;
  struct entry_state *state;
  // Where the parts of the object begin that what is filled lies in, the
  // outermost first; more than that are taken to be read.
  uint64_t parts[8];
  uint32_t part_count;
};

// At the start of an object.
static struct maker maker_of(struct entry_state *state,
                             struct program *program) {
  return (struct maker){.program = program, .state = state, .part_count = 1};
}

static const struct ctype_info *info_of(const struct maker *maker,
                                        struct ctype type) {
  return ctype_bare(maker->program->types, type);
}

// Nesting is that of the source.
bool entry_type_has_pointers(const struct ctype_table *types,
                             struct ctype type) {
  const struct ctype_info *info = ctype_bare(types, type);
  switch (info->kind) {
  case CTYPE_POINTER: return true;
  case CTYPE_ARRAY: return entry_type_has_pointers(types, info->target);
  case CTYPE_STRUCT:
  case CTYPE_UNION:
    for (uint32_t i = 0; i < info->field_count; i++)
      if (entry_type_has_pointers(types, info->fields[i].type))
        return true;
    return false;
  default: return false;
  }
}

static bool has_pointers(const struct maker *maker, struct ctype type) {
  return entry_type_has_pointers(maker->program->types, type);
}

// Bytes of an object without pointers inside, at most.
static uint64_t most_bytes(const struct maker *maker) {
  uint64_t most = maker->program->starting.most;
  return most ? most : ENTRY_SIZE;
}

// May there be more behind the end than the type says?
static bool is_open_ended(const struct maker *maker, struct ctype type) {
  const struct ctype_info *info = info_of(maker, type);
  if (!info->bit_size)
    return true; // nobody knows what it is
  if (info->kind != CTYPE_STRUCT || !info->field_count)
    return info->kind != CTYPE_STRUCT && info->kind != CTYPE_UNION;
  const struct ctype_info *last =
      info_of(maker, info->fields[info->field_count - 1].type);
  return last->kind == CTYPE_ARRAY && last->count <= 1;
}

// What callers see to of an object that the pointer leads to.
static enum object_room room_of_object(const struct maker *maker,
                                       struct ctype type,
                                       const struct entry_pointer *pointer) {
  if (pointer->is_memory || pointer->room == ROOM_NONE)
    return ROOM_NONE;
  return is_open_ended(maker, type) ? pointer->room : ROOM_ELEMENTS;
}

static struct object_id add_object(struct maker *maker, struct ctype type,
                                   struct name name, unsigned depth,
                                   const struct entry_pointer *pointer) {
  bool is_alone = pointer->is_memory;
  uint64_t size = info_of(maker, type)->bit_size / 8;
  bool has_size = size > 0 && (is_alone || size > most_bytes(maker) ||
                               has_pointers(maker, type));
  struct object_info info = {.kind = OBJECT_GLOBAL,
                             .name = name,
                             .type = has_size ? type : (struct ctype){0},
                             .size = has_size ? size : most_bytes(maker),
                             .alignment = 16,
                             .is_input = true,
                             .room = room_of_object(maker, type, pointer)};
  struct object_id object = program_add_object(maker->program, info);
  struct entry_object input = {.object = object,
                               .type = type,
                               .least = size ? size : 1,
                               .most = has_size ? size : most_bytes(maker),
                               .has_size = has_size,
                               .is_alone = is_alone,
                               .pointing = size && !is_alone &&
                                           has_pointers(maker, type),
                               .depth = depth};
  entry_object_vec_push(&maker->state->objects, input);
  return object;
}

// What a pointer to the type leads to.
static struct ctype whole_of(const struct maker *maker, struct ctype type) {
  type = ctype_completed(maker->program->types, type);
  return maker->program->starting.is_usual
             ? derived_whole(&maker->state->derived, type)
             : type;
}

// Does the type lead back to one of the objects that lead to the input object?
static bool leads_back(const struct maker *maker, struct object_id object,
                       struct ctype pointee) {
  const struct entry_pointer_vec *pointers = &maker->state->pointers;
  const struct entry_object *input = entry_state_find(maker->state, object);
  struct ctype whole = whole_of(maker, pointee);
  while (input && info_of(maker, input->type) != info_of(maker, whole)) {
    uint32_t i = 0;
    while (i < pointers->count && pointers->at[i].target.id != input->object.id)
      i++;
    input = i < pointers->count
                ? entry_state_find(maker->state, pointers->at[i].holder)
                : NULL;
  }
  return input != NULL;
}

// A callback may well not be set, and one that has to be is a requirement.
static bool may_be_unset(const struct maker *maker, struct ctype pointee) {
  return maker->program->starting.is_required &&
         info_of(maker, pointee)->kind == CTYPE_FUNCTION;
}

// Is the pointer in the object not null, because all are not?
static bool is_said_nonnull(const struct maker *maker, struct object_id object,
                            struct ctype type) {
  const struct ctype_info *info = info_of(maker, type);
  return maker->program->starting.is_nonnull && info->kind == CTYPE_POINTER &&
         entry_state_find(maker->state, object) &&
         !may_be_unset(maker, info->target) &&
         !leads_back(maker, object, info->target);
}

static void add_hole(struct maker *maker, struct object_id object,
                     struct ctype type, uint64_t offset) {
  struct entry_hole hole = {object, offset, type, .count = 1};
  hole.is_never_null = is_said_nonnull(maker, object, type);
  entry_hole_vec_push(&maker->state->holes, hole);
}

// The address that the initialiser of the object has there, or none.
static struct term initial_address(const struct maker *maker,
                                   struct object_id object, uint64_t offset) {
  const struct object_info *info = program_object(maker->program, object);
  for (uint32_t i = 0; i < info->relocation_count; i++)
    if (info->relocations[i].offset == offset)
      return info->relocations[i].value;
  return (struct term){0};
}

static void fill(struct maker *maker, struct object_id object,
                 struct ctype type, uint64_t offset, unsigned depth);

// An input object for the pointer, if it gets one.
static bool point(struct maker *maker, struct entry_pointer pointer,
                  struct ctype pointee, struct name name, unsigned depth) {
  if (depth == 0 || info_of(maker, pointee)->kind == CTYPE_FUNCTION)
    return false;
  if (!pointer.is_memory)
    pointee = whole_of(maker, pointee);
  pointer.target = add_object(maker, pointee, name, depth - 1, &pointer);
  entry_pointer_vec_push(&maker->state->pointers, pointer);
  struct maker inside = maker_of(maker->state, maker->program);
  if (has_pointers(maker, pointee))
    fill(&inside, pointer.target, pointee, 0, depth - 1);
  return true;
}

// Room, where only callers can see to it

static enum object_room room_behind(const struct program *program) {
  return program->starting.is_required && !program->starting.has_sizes
             ? ROOM_ANY
             : ROOM_NONE;
}

// Is the type that of a text that is only read?
static bool is_read_text(const struct program *program, struct ctype type) {
  const struct ctype_info *info = ctype_info(program->types, type);
  bool is_const = false;
  while (info->kind == CTYPE_TYPEDEF || info->kind == CTYPE_QUALIFIED) {
    is_const |= info->kind == CTYPE_QUALIFIED && !name_is_none(info->name) &&
                !strcmp(name_text(program->names, info->name), "const");
    info = ctype_info(program->types, info->target);
  }
  return is_const && info->kind == CTYPE_INT && info->bit_size == 8 &&
         !name_is_none(info->name) &&
         !strcmp(name_text(program->names, info->name), "char");
}

// Of what a parameter leads to: a length or the end of a text may say how much
// there is, if anything is guessed of the function at all (check/usual.h).
static enum object_room room_of_parameter(const struct program *program,
                                          uint32_t index,
                                          struct ctype pointee) {
  const struct starting *starting = &program->starting;
  if (room_behind(program) == ROOM_NONE ||
      (index < 64 && starting->sized >> index & 1))
    return ROOM_NONE;
  return starting->again == CALLED_NOT && is_read_text(program, pointee)
             ? ROOM_TO_WRITE
             : ROOM_ANY;
}

// Does the code read at this offset of the object, as far as can be seen?
static bool may_be_read(const struct maker *maker, uint64_t offset) {
  const uint32_t most = sizeof maker->parts / sizeof *maker->parts;
  bool found = maker->part_count > most;
  for (uint32_t i = 0; i < maker->part_count && !found; i++)
    found = reads_has(&maker->state->reads, offset - maker->parts[i]);
  return found;
}

static void fill_pointer(struct maker *maker, struct object_id object,
                         struct ctype type, uint64_t offset, unsigned depth) {
  struct program *program = maker->program;
  const char *holder =
      name_text(program->names, program_object(program, object)->name);
  bool is_input = entry_state_find(maker->state, object) != NULL;
  struct name name =
      intern_format(program->names, "%s%s.%llu", is_input ? "" : "in.", holder,
                    (unsigned long long)offset);
  struct entry_pointer pointer = {
      .holder = object, .offset = offset, .room = room_behind(program)};
  pointer.initial = initial_address(maker, object, offset);
  pointer.is_never_null = is_said_nonnull(maker, object, type);
  bool is_followed =
      !term_is_none(pointer.initial) || may_be_read(maker, offset);
  if (!is_followed ||
      !point(maker, pointer, info_of(maker, type)->target, name, depth))
    add_hole(maker, object, type, offset);
}

// A pointer is read at its distance from the structure, or from one around it.
static void fill_field(struct maker *maker, struct object_id object,
                       const struct cfield *field, uint64_t offset,
                       unsigned depth) {
  offset += field->bit_offset / 8;
  if (info_of(maker, field->type)->kind == CTYPE_POINTER)
    fill_pointer(maker, object, field->type, offset, depth);
  else
    fill(maker, object, field->type, offset, depth);
}

static void fill_part(struct maker *maker, struct object_id object,
                      struct ctype type, uint64_t offset, unsigned depth) {
  const struct ctype_info *info = info_of(maker, type);
  switch (info->kind) {
  case CTYPE_POINTER: fill_pointer(maker, object, type, offset, depth); break;
  case CTYPE_STRUCT:
    for (uint32_t i = 0; i < info->field_count; i++)
      if (!info->fields[i].is_bit_field)
        fill_field(maker, object, &info->fields[i], offset, depth);
    break;
  case CTYPE_ARRAY: {
    uint64_t size = info_of(maker, info->target)->bit_size / 8;
    if (info->count <= ENTRY_ARRAY || !has_pointers(maker, type))
      for (uint64_t i = 0; i < info->count && i < ENTRY_ARRAY; i++)
        fill(maker, object, info->target, offset + i * size, depth);
    else
      add_hole(maker, object, type, offset);
    break;
  }
  case CTYPE_UNION:
  case CTYPE_UNKNOWN:
  case CTYPE_VOID: add_hole(maker, object, type, offset); break;
  default: break;
  }
}

static void fill(struct maker *maker, struct object_id object,
                 struct ctype type, uint64_t offset, unsigned depth) {
  const uint32_t most = sizeof maker->parts / sizeof *maker->parts;
  if (maker->part_count < most)
    maker->parts[maker->part_count] = offset;
  maker->part_count++;
  fill_part(maker, object, type, offset, depth);
  maker->part_count--;
}

static void point_variable(struct maker *maker, struct entry_pointer pointer,
                           struct ctype pointee) {
  struct program *program = maker->program;
  const char *text = name_text(
      program->names, program_variable(program, pointer.variable)->name);
  struct name name = intern_format(program->names, "in.%s", text);
  if (!point(maker, pointer, pointee, name, ENTRY_DEPTH) &&
      pointer.is_never_null)
    variable_vec_push(&maker->state->given, pointer.variable);
}

static void fill_variable(struct maker *maker, struct variable variable,
                          bool is_never_null) {
  const struct variable_info info = *program_variable(maker->program, variable);
  const struct ctype_info *type = info_of(maker, info.type);
  struct entry_pointer pointer = {.variable = variable,
                                  .initial = info.initial,
                                  .is_never_null = is_never_null,
                                  .room = room_behind(maker->program)};
  if (type->kind == CTYPE_POINTER)
    point_variable(maker, pointer, type->target);
}

// A function that is called inside of itself is given null if it asks about
// that; otherwise it is looked at that it gives itself none.
static bool is_parameter_nonnull(const struct starting *starting,
                                 uint32_t index) {
  return starting->is_inner ? index < 64 && !(starting->nullable >> index & 1)
                            : starting->is_nonnull;
}

static void fill_parameter(struct maker *maker,
                           const struct procedure *procedure, uint32_t index) {
  struct entry_pointer pointer = {.variable = procedure->parameters.at[index]};
  struct lowered_type passed = lowering_type(maker->program, procedure, index);
  const struct ctype_info *type = info_of(maker, passed.type);
  bool is_nonnull = is_parameter_nonnull(&maker->program->starting, index);
  pointer.is_memory = passed.is_memory;
  pointer.is_never_null = passed.is_memory || is_nonnull;
  if (passed.is_memory)
    point_variable(maker, pointer, passed.type);
  else if (passed.type.id && type->kind == CTYPE_POINTER) {
    pointer.room = room_of_parameter(maker->program, index, type->target);
    point_variable(maker, pointer, type->target);
  } else {
    fill_variable(maker, pointer.variable, is_nonnull);
  }
}

void entry_state_init(struct entry_state *state, struct program *program,
                      const struct procedure *procedure) {
  *state = (struct entry_state){0};
  struct maker maker = maker_of(state, program);
  reads_init(&state->reads, program, procedure);
  derived_init(&state->derived, program, procedure);
  uint32_t variables = program->variables.count;
  uint32_t objects = program->objects.count;
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    fill_parameter(&maker, procedure, i);
  for (uint32_t i = 1; i < variables; i++)
    if (program->variables.at[i].kind == VARIABLE_GLOBAL &&
        !program->variables.at[i].is_fixed &&
        !initial_variable(program, &program->variables.at[i]))
      fill_variable(&maker, (struct variable){i}, false);
  for (uint32_t i = 1; i < objects; i++) {
    const struct object_info info = program->objects.at[i];
    if (info.kind == OBJECT_GLOBAL && !info.is_constant && !info.is_fixed &&
        !info.is_external && !initial_object(program, &info))
      fill(&maker, (struct object_id){i}, info.type, 0, ENTRY_DEPTH);
  }
}

// Arrays

// Whatever index the code computes: how many elements there may be.
static uint64_t many_elements(uint64_t size) {
  enum { FEW = 64, LARGEST = 65536 };
  uint64_t fill = ENTRY_SIZE / size;
  uint64_t few = LARGEST / size < FEW ? LARGEST / size : FEW;
  return fill > few ? fill : few;
}

// The pointers of elements from `first` on are memory outside.
static void add_holes(struct maker *maker, struct object_id object,
                      struct ctype type, uint64_t size, uint64_t first,
                      uint64_t count) {
  struct entry_hole_vec *holes = &maker->state->holes;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < holes->count; i++)
    if (holes->at[i].object.id != object.id || !holes->at[i].every)
      holes->at[kept++] = holes->at[i];
  holes->count = kept;
  if (count)
    fill(maker, object, type, first * size, 0);
  for (uint32_t i = kept; i < holes->count; i++) {
    holes->at[i].every = size;
    holes->at[i].count = count;
  }
}

static void set_elements(struct maker *maker, struct entry_object *input,
                         uint64_t count) {
  struct object_info *info = program_object(maker->program, input->object);
  input->has_size = false;
  input->most = info->size = count * input->least;
  info->type = ctype_add(maker->program->types,
                         (struct ctype_info){.kind = CTYPE_ARRAY,
                                             .target = input->type,
                                             .count = count,
                                             .bit_size = 8 * info->size});
}

bool entry_state_grow(struct entry_state *state, struct program *program,
                      struct object_id object, uint64_t elements) {
  struct maker maker = maker_of(state, program);
  uint32_t index = 0;
  while (index < state->objects.count &&
         state->objects.at[index].object.id != object.id)
    index++;
  if (index == state->objects.count || elements <= 1)
    return false;
  struct entry_object *input = &state->objects.at[index];
  uint64_t size = input->least, had = input->pointing;
  bool is_named = elements <= ENTRY_ELEMENTS && elements * size <= ENTRY_SIZE;
  uint64_t most = program->starting.most ? program->starting.most / size
                  : is_named             ? elements
                                         : many_elements(size);
  uint64_t pointing = is_named ? elements : ENTRY_ARRAY;
  pointing = pointing < had ? had : pointing < most ? pointing : most;
  if (!had || size > ENTRY_SIZE || most * size <= input->most ||
      state->objects.count > ENTRY_OBJECTS)
    return false;
  set_elements(&maker, input, most);
  input->pointing = pointing;
  struct ctype type = input->type;
  unsigned depth = input->depth;
  for (uint64_t i = had; i < pointing; i++) // moves the input
    fill(&maker, object, type, i * size, depth);
  add_holes(&maker, object, type, size, pointing, most - pointing);
  return true;
}

void entry_state_release(struct entry_state *state) {
  reads_release(&state->reads);
  derived_release(&state->derived);
  entry_pointer_vec_release(&state->pointers);
  entry_object_vec_release(&state->objects);
  entry_hole_vec_release(&state->holes);
  variable_vec_release(&state->given);
}

const struct entry_object *entry_state_find(const struct entry_state *state,
                                            struct object_id object) {
  for (uint32_t i = 0; i < state->objects.count; i++)
    if (state->objects.at[i].object.id == object.id)
      return &state->objects.at[i];
  return NULL;
}
