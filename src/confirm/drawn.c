#include "confirm/drawn.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"
#include "program/lowering.h"

enum { MOST_CONSTANTS = 256, MOST_SIZES = 8, MOST_ENDS = 40, SIMPLE_DRAWS = 8 };

// ---- Constants --------------------------------------------------------------

static void add_constants(struct drawn *drawn, struct bitset *seen,
                          struct term t) {
  const struct term_table *terms = drawn->program->terms;
  if (term_is_none(t) || bitset_has(seen, t.id) ||
      drawn->constants.count >= MOST_CONSTANTS)
    return;
  bitset_add(seen, t.id);
  if (term_is_const(terms, t) && sort_is_bits(term_sort(terms, t)) &&
      sort_width(term_sort(terms, t)) <= 64)
    u64_vec_push(&drawn->constants, (uint64_t)term_value(terms, t));
  for (uint32_t i = 0; i < term_arity(terms, t); i++)
    add_constants(drawn, seen, term_operand(terms, t, i));
}

static void collect_constants(struct drawn *drawn,
                              const struct procedure *procedure,
                              struct bitset *seen) {
  struct term_vec terms = {0};
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (procedure->edges.at[i].op.kind == OPERATION_ASSUME)
      operation_terms(&procedure->edges.at[i].op, &terms);
  for (uint32_t i = 0; i < terms.count; i++)
    add_constants(drawn, seen, terms.at[i]);
  term_vec_release(&terms);
}

void drawn_init(struct drawn *drawn, struct program *program,
                const struct behaviour *behaviour, struct procedure_id entry) {
  const struct plain_component *plain = &behaviour->plain;
  struct bitset seen = {0};
  *drawn = (struct drawn){.program = program,
                          .function = program_procedure(program, entry)};
  if (plain->procedure) {
    drawn->inlining = &plain->inlining;
    drawn->entry = &plain->removal.entry;
    collect_constants(drawn, plain->inlining.procedure, &seen);
  } else {
    entry_state_init(&drawn->own, program, drawn->function);
    drawn->entry = &drawn->own;
    collect_constants(drawn, drawn->function, &seen);
  }
  bitset_release(&seen);
}

void drawn_release(struct drawn *drawn) {
  if (drawn->entry == &drawn->own)
    entry_state_release(&drawn->own);
  u64_vec_release(&drawn->constants);
}

// ---- Numbers ----------------------------------------------------------------

struct drawing {
  const struct drawn *drawn;
  uint64_t state; // of chance
  enum drawn_care care;
  bool is_simple;             // numbers are 0 or 1
  uint64_t sizes[MOST_SIZES]; // of what was drawn, the last ones
  uint32_t size_count;
  uint32_t ends; // objects that lead nowhere, so far
  struct strbuf *out;
};

static uint64_t below(struct drawing *drawing, uint64_t most) {
  return hash_random(&drawing->state) % most;
}

static void note_size(struct drawing *drawing, uint64_t size) {
  drawing->sizes[drawing->size_count++ % MOST_SIZES] = size;
}

static uint64_t draw_number(struct drawing *drawing) {
  const struct u64_vec *constants = &drawing->drawn->constants;
  uint32_t sizes = drawing->size_count < MOST_SIZES ? drawing->size_count
                                                    : (uint32_t)MOST_SIZES;
  if (drawing->is_simple)
    return below(drawing, 2);
  switch (below(drawing, 8)) {
  case 0: return 0;
  case 1: return 1;
  case 2: return below(drawing, 16);
  case 3: return below(drawing, 16) ? below(drawing, 256) : UINT64_MAX;
  case 4:
  case 5:
    if (sizes)
      return drawing->sizes[below(drawing, sizes)];
    return below(drawing, 8);
  case 6:
    return below(drawing, 4) ? below(drawing, 4) : hash_random(&drawing->state);
  default:
    return constants->count ? constants->at[below(drawing, constants->count)]
                            : 2;
  }
}

// ---- Objects ----------------------------------------------------------------

static void put(uint8_t *bytes, uint64_t size, uint64_t value) {
  for (uint64_t i = 0; i < size; i++)
    bytes[i] = i < sizeof value ? (uint8_t)(value >> 8 * i) : 0;
}

// A character: mostly letters, digits and what the code compares with.
static uint8_t draw_character(struct drawing *drawing) {
  const struct u64_vec *constants = &drawing->drawn->constants;
  static const char usual[] = "abcxyzABC0123456789 ./:-_\"\\\n%{}[],";
  if (constants->count && below(drawing, 3) == 0) {
    uint64_t value = constants->at[below(drawing, constants->count)];
    if (value && value < 256)
      return (uint8_t)value;
  }
  return below(drawing, 12) ? (uint8_t)usual[below(drawing, sizeof usual - 1)]
                            : (uint8_t)(1 + below(drawing, 255));
}

static void draw_type(struct drawing *drawing, struct ctype type,
                      uint8_t *bytes) {
  const struct ctype_table *types = drawing->drawn->program->types;
  const struct ctype_info *info = ctype_bare(types, type);
  switch (info->kind) {
  case CTYPE_STRUCT:
    for (uint32_t i = 0; i < info->field_count; i++)
      if (!info->fields[i].is_bit_field)
        draw_type(drawing, info->fields[i].type,
                  bytes + info->fields[i].bit_offset / 8);
    break;
  case CTYPE_ARRAY: {
    uint64_t size = ctype_bare(types, info->target)->bit_size / 8;
    for (uint64_t i = 0; size && i < info->bit_size / 8 / size; i++)
      draw_type(drawing, info->target, bytes + i * size);
    break;
  }
  case CTYPE_ENUM:
    put(bytes, info->bit_size / 8,
        info->enumerator_count
            ? (uint64_t)info
                  ->enumerators[below(drawing, info->enumerator_count)]
                  .value
            : draw_number(drawing));
    break;
  case CTYPE_BOOL: *bytes = (uint8_t)below(drawing, 2); break;
  case CTYPE_INT: put(bytes, info->bit_size / 8, draw_number(drawing)); break;
  default: break; // pointers have lines of their own, all else is zero
  }
}

static void draw_text(struct drawing *drawing, uint8_t *bytes, uint64_t size) {
  uint64_t length = below(drawing, 8) ? size - 1 : below(drawing, size);
  if (drawing->care == DRAWN_ANY &&
      !drawing->drawn->program->starting.is_usual && below(drawing, 4) == 0)
    length = size;
  for (uint64_t i = 0; i < length; i++)
    bytes[i] = draw_character(drawing);
  if (below(drawing, 2))
    note_size(drawing, length);
}

// How many bytes an input object has, this time.
static uint64_t draw_size(struct drawing *drawing,
                          const struct entry_object *input) {
  if (input->has_size || input->most <= input->least)
    return input->least;
  uint64_t count =
      below(drawing, 8) ? 1 + below(drawing, 8) : 1 + below(drawing, 40);
  uint64_t size = count * input->least;
  note_size(drawing, count);
  return size < input->most ? size : input->most;
}

static void write_bytes(struct drawing *drawing, const uint8_t *bytes,
                        uint64_t size) {
  strbuf_format(drawing->out, " %llu ", (unsigned long long)size);
  for (uint64_t i = 0; i < size; i++)
    strbuf_format(drawing->out, "%02x", bytes[i]);
  strbuf_char(drawing->out, '\n');
}

static const char *name_of(const struct drawing *drawing,
                           struct object_id object) {
  const struct program *program = drawing->drawn->program;
  return name_text(program->names, program_object(program, object)->name);
}

static uint64_t draw_object(struct drawing *drawing,
                            const struct entry_object *input) {
  const struct program *program = drawing->drawn->program;
  const struct ctype_info *info = ctype_bare(program->types, input->type);
  uint64_t size = draw_size(drawing, input);
  uint64_t element = info->bit_size / 8;
  uint8_t *bytes = memory_new_zero(size + 1, 1);
  if (element <= 1)
    draw_text(drawing, bytes, size);
  for (uint64_t i = 0; element > 1 && i + element <= size; i += element)
    draw_type(drawing, input->type, bytes + i);
  strbuf_format(drawing->out, "object @%s", name_of(drawing, input->object));
  write_bytes(drawing, bytes, size);
  free(bytes);
  return size;
}

// ---- The state --------------------------------------------------------------

static const struct entry_state *entry_of(const struct drawing *drawing) {
  return drawing->drawn->entry;
}

static bool is_input(const struct drawing *drawing, struct object_id object) {
  return entry_state_find(entry_of(drawing), object) != NULL;
}

static uint64_t size_of(const struct drawing *drawing, const uint64_t *sizes,
                        struct object_id object) {
  const struct entry_object_vec *objects = &entry_of(drawing)->objects;
  for (uint32_t i = 0; i < objects->count; i++)
    if (objects->at[i].object.id == object.id)
      return sizes[i];
  return UINT64_MAX;
}

static void name_pointer(struct drawing *drawing, struct object_id holder,
                         uint64_t offset) {
  strbuf_format(drawing->out, "pointer %s%s %llu ",
                is_input(drawing, holder) ? "@" : "", name_of(drawing, holder),
                (unsigned long long)offset);
}

// The variable as written.
static struct variable written(const struct drawing *drawing,
                               struct variable variable) {
  const struct drawn *drawn = drawing->drawn;
  return drawn->inlining
             ? inline_original(drawn->program, drawn->inlining, variable)
             : variable;
}

static void name_variable(struct drawing *drawing, struct variable variable) {
  const struct program *program = drawing->drawn->program;
  const struct variable_info *info =
      program_variable(program, written(drawing, variable));
  strbuf_format(drawing->out, "%s %s ",
                info->kind == VARIABLE_GLOBAL ? "global" : "parameter",
                name_text(program->names, info->name));
}

static void draw_pointer(struct drawing *drawing, const uint64_t *sizes,
                         const struct entry_pointer *pointer) {
  unsigned bytes = drawing->drawn->program->pointer_width / 8;
  if (!term_is_none(pointer->initial) && below(drawing, 4) == 0)
    return;
  bool is_variable = !variable_is_none(pointer->variable);
  if (!is_variable &&
      size_of(drawing, sizes, pointer->holder) < pointer->offset + bytes)
    return;
  if (is_variable)
    name_variable(drawing, pointer->variable);
  else
    name_pointer(drawing, pointer->holder, pointer->offset);
  if (!pointer->is_never_null && drawing->care != DRAWN_USUAL &&
      below(drawing, 4) == 0)
    strbuf_add(drawing->out, "null\n");
  else
    strbuf_format(drawing->out, "&@%s+0\n", name_of(drawing, pointer->target));
}

// An address of memory outside.
static void write_outside(struct drawing *drawing) {
  unsigned width = drawing->drawn->program->pointer_width;
  strbuf_format(drawing->out, "0x%llx\n",
                (unsigned long long)((uint64_t)1 << (width - 1) | 0x10000));
}

// An object for a pointer that the code does not seem to read, or that lies too
// deep: it holds nothing that leads on.
static bool draw_end(struct drawing *drawing, const struct entry_hole *hole,
                     uint64_t offset) {
  const struct program *program = drawing->drawn->program;
  struct ctype pointee = ctype_bare(program->types, hole->type)->target;
  const struct ctype_info *info = ctype_bare(program->types, pointee);
  uint64_t size = info->bit_size / 8;
  if (info->kind == CTYPE_FUNCTION || info->kind == CTYPE_UNION || !size ||
      size > ENTRY_SIZE || drawing->ends >= MOST_ENDS)
    return false;
  uint8_t *bytes = memory_new_zero(size + 1, 1);
  if (size > 1)
    draw_type(drawing, pointee, bytes);
  strbuf_format(drawing->out, "object @end.%u", ++drawing->ends);
  write_bytes(drawing, bytes, size);
  name_pointer(drawing, hole->object, offset);
  strbuf_format(drawing->out, "&@end.%u+0\n", drawing->ends);
  free(bytes);
  return true;
}

// The pointer of a hole, this time: to something at its end, outside, or null.
static void draw_end_or_outside(struct drawing *drawing,
                                const struct entry_hole *hole,
                                uint64_t offset) {
  if ((hole->is_never_null || below(drawing, 2)) &&
      draw_end(drawing, hole, offset))
    return;
  if (!hole->is_never_null)
    return;
  name_pointer(drawing, hole->object, offset);
  write_outside(drawing);
}

static void draw_hole(struct drawing *drawing, const uint64_t *sizes,
                      const struct entry_hole *hole) {
  const struct program *program = drawing->drawn->program;
  unsigned bytes = program->pointer_width / 8;
  if (ctype_bare(program->types, hole->type)->kind != CTYPE_POINTER ||
      !is_input(drawing, hole->object))
    return;
  for (uint64_t i = 0; i < hole->count; i++) {
    uint64_t offset = hole->offset + i * hole->every;
    if (size_of(drawing, sizes, hole->object) < offset + bytes)
      break;
    draw_end_or_outside(drawing, hole, offset);
  }
}

static bool is_pointer(const struct drawing *drawing,
                       struct variable parameter) {
  const struct entry_pointer_vec *pointers = &entry_of(drawing)->pointers;
  bool found = false;
  for (uint32_t i = 0; i < pointers->count && !found; i++)
    found =
        !variable_is_none(pointers->at[i].variable) &&
        variable_equal(written(drawing, pointers->at[i].variable), parameter);
  return found;
}

static bool is_given(const struct drawing *drawing, struct variable parameter) {
  const struct variable_vec *given = &entry_of(drawing)->given;
  bool found = false;
  for (uint32_t i = 0; i < given->count && !found; i++)
    found = variable_equal(written(drawing, given->at[i]), parameter);
  return found;
}

static bool is_pointer_type(const struct program *program,
                            struct variable variable) {
  return ctype_bare(program->types, program_variable(program, variable)->type)
             ->kind == CTYPE_POINTER;
}

static void draw_parameter(struct drawing *drawing, struct variable variable) {
  const struct program *program = drawing->drawn->program;
  const struct variable_info *info = program_variable(program, variable);
  struct sort sort = term_sort(program->terms, info->term);
  unsigned width = sort_is_bits(sort) ? sort_width(sort) : 1;
  if (is_pointer(drawing, variable))
    return;
  strbuf_format(drawing->out, "parameter %s ",
                name_text(program->names, info->name));
  if (is_given(drawing, variable)) {
    write_outside(drawing);
  } else if (is_pointer_type(program, variable) || width > 64) {
    strbuf_add(drawing->out, "0\n");
  } else {
    uint64_t value = (uint64_t)bits_truncate(draw_number(drawing), width);
    strbuf_format(drawing->out, "%llu\n", (unsigned long long)value);
  }
}

// Is it a number that the program declares?
static bool is_declared_number(const struct program *program,
                               const struct variable_info *info) {
  return info->kind == VARIABLE_GLOBAL && !info->is_fixed && !info->is_made &&
         position_is_known(info->position) &&
         ctype_bare(program->types, info->type)->kind == CTYPE_INT &&
         sort_is_bits(term_sort(program->terms, info->term));
}

// Numbers of the program's own, at times; they start as they are otherwise.
static void draw_globals(struct drawing *drawing) {
  const struct program *program = drawing->drawn->program;
  if (program->starting.is_initial || below(drawing, 2))
    return;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (!is_declared_number(program, info) || below(drawing, 2))
      continue;
    unsigned width = sort_width(term_sort(program->terms, info->term));
    uint64_t value = (uint64_t)bits_truncate(draw_number(drawing), width);
    strbuf_format(drawing->out, "global %s %llu\n",
                  name_text(program->names, info->name),
                  (unsigned long long)value);
  }
}

void drawn_write(const struct drawn *drawn, uint64_t seed, enum drawn_care care,
                 struct strbuf *oracle) {
  struct drawing drawing = {.drawn = drawn,
                            .state = seed * 7919,
                            .care = care,
                            .is_simple = seed % 40 <= SIMPLE_DRAWS,
                            .out = oracle};
  const struct entry_state *state = entry_of(&drawing);
  uint64_t *sizes = memory_new_zero(state->objects.count + 1, sizeof *sizes);
  strbuf_add(oracle, "vouch-oracle 1\n");
  strbuf_format(oracle, "indeterminate %llu\nrest seed %llu\n",
                (unsigned long long)seed, (unsigned long long)seed);
  for (uint32_t i = 0; i < state->objects.count; i++)
    sizes[i] = draw_object(&drawing, &state->objects.at[i]);
  for (uint32_t i = 0; i < state->pointers.count; i++)
    draw_pointer(&drawing, sizes, &state->pointers.at[i]);
  for (uint32_t i = 0; i < state->holes.count; i++)
    draw_hole(&drawing, sizes, &state->holes.at[i]);
  for (uint32_t i = 0; i < drawn->function->parameters.count; i++)
    draw_parameter(&drawing, drawn->function->parameters.at[i]);
  draw_globals(&drawing);
  free(sizes);
}
