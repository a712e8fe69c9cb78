#include "confirm/drawn.h"

#include <string.h>

#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"
#include "confirm/drawn_names.h"
#include "program/callgraph.h"
#include "program/lowering.h"

enum {
  MOST_CONSTANTS = 256,
  MOST_SIZES = 8,
  MOST_ENDS = 40,
  MOST_LITERALS = 64,
  LONGEST_LITERAL = 16,
  SIMPLE_DRAWS = 8
};

// ---- Constants --------------------------------------------------------------

static void add_constants(const struct term_table *terms, struct bitset *seen,
                          struct term t, struct u64_vec *constants) {
  if (term_is_none(t) || bitset_has(seen, t.id) ||
      constants->count >= MOST_CONSTANTS)
    return;
  bitset_add(seen, t.id);
  if (term_is_const(terms, t) && sort_is_bits(term_sort(terms, t)) &&
      sort_width(term_sort(terms, t)) <= 64)
    u64_vec_push(constants, (uint64_t)term_value(terms, t));
  for (uint32_t i = 0; i < term_arity(terms, t); i++)
    add_constants(terms, seen, term_operand(terms, t, i), constants);
}

void drawn_constants(const struct program *program,
                     const struct procedure *procedure,
                     struct u64_vec *constants) {
  struct term_vec terms = {0};
  struct bitset seen = {0};
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (procedure->edges.at[i].op.kind == OPERATION_ASSUME)
      operation_terms(&procedure->edges.at[i].op, &terms);
  for (uint32_t i = 0; i < terms.count; i++)
    add_constants(program->terms, &seen, terms.at[i], constants);
  term_vec_release(&terms);
  bitset_release(&seen);
}

// Of all that the function may call.
static void all_constants(struct drawn *drawn) {
  struct callgraph graph;
  callgraph_init(&graph, drawn->program, drawn->function->self);
  drawn_constants(drawn->program, drawn->function, &drawn->constants);
  for (uint32_t i = 0; i < graph.order.count; i++)
    if (graph.order.at[i].id != drawn->function->self.id)
      drawn_constants(drawn->program,
                      program_procedure(drawn->program, graph.order.at[i]),
                      &drawn->constants);
  callgraph_release(&graph);
}

static bool is_literal(const struct object_info *info) {
  bool is_short = info->size > 2 && info->size <= LONGEST_LITERAL;
  return info->kind == OBJECT_STRING && is_short && info->bytes &&
         !info->bytes[info->size - 1];
}

static void find_literals(struct drawn *drawn) {
  const struct program *program = drawn->program;
  for (uint32_t i = 1;
       i < program->objects.count && drawn->literals.count < MOST_LITERALS; i++)
    if (is_literal(&program->objects.at[i]))
      u32_vec_push(&drawn->literals, i);
}

void drawn_init(struct drawn *drawn, struct program *program,
                const struct behaviour *behaviour, struct procedure_id entry) {
  const struct plain_component *plain = &behaviour->plain;
  *drawn = (struct drawn){.program = program,
                          .function = program_procedure(program, entry)};
  if (plain->procedure) {
    drawn->inlining = &plain->inlining;
    drawn->entry = &plain->removal.entry;
    drawn_constants(program, plain->inlining.procedure, &drawn->constants);
  } else {
    entry_state_init(&drawn->own, program, drawn->function);
    drawn->entry = &drawn->own;
    all_constants(drawn);
  }
  find_literals(drawn);
}

void drawn_release(struct drawn *drawn) {
  if (drawn->entry == &drawn->own)
    entry_state_release(&drawn->own);
  u64_vec_release(&drawn->constants);
  u32_vec_release(&drawn->literals);
}

// ---- Plans ------------------------------------------------------------------

void drawn_plan_copy(struct drawn_plan *to, const struct drawn_plan *from) {
  *to = (struct drawn_plan){
      .seed = from->seed, .care = from->care, .failing = from->failing};
  drawn_turn_vec_append(&to->turns, from->turns.at, from->turns.count);
  drawn_number_vec_append(&to->changes, from->changes.at, from->changes.count);
}

void drawn_plan_release(struct drawn_plan *plan) {
  drawn_turn_vec_release(&plan->turns);
  drawn_number_vec_release(&plan->changes);
}

// Objects come first, then pointers, holes, parameters, globals, and what is
// asked later.
static uint32_t first_pointer(const struct drawn *drawn) {
  return drawn->entry->objects.count;
}

static uint32_t first_hole(const struct drawn *drawn) {
  return first_pointer(drawn) + drawn->entry->pointers.count;
}

static uint32_t first_parameter(const struct drawn *drawn) {
  return first_hole(drawn) + drawn->entry->holes.count;
}

static uint32_t item_of_globals(const struct drawn *drawn) {
  return first_parameter(drawn) + drawn->function->parameters.count;
}

static uint32_t item_of_rest(const struct drawn *drawn) {
  return item_of_globals(drawn) + 1;
}

uint32_t drawn_items(const struct drawn *drawn) {
  return item_of_rest(drawn) + 1;
}

// ---- Numbers ----------------------------------------------------------------

struct drawing {
  const struct drawn *drawn;
  const struct drawn_plan *plan;
  uint64_t state; // of chance
  uint32_t item;  // that is drawn
  uint64_t *room; // bytes of the input objects
  enum drawn_care care;
  bool is_simple;             // numbers are 0 or 1
  bool is_alone;              // what is drawn is no input object
  uint64_t sizes[MOST_SIZES]; // of what was drawn, the last ones
  uint32_t size_count;
  uint32_t ends;                    // objects that lead nowhere, so far
  struct drawn_number_vec *numbers; // of the state; or null
  struct strbuf *out;
};

// Each item has chances of its own.
static uint64_t begin(struct drawing *drawing, uint32_t item) {
  const struct drawn_turn_vec *turns = &drawing->plan->turns;
  uint64_t seed = drawing->plan->seed;
  for (uint32_t i = 0; i < turns->count; i++)
    if (turns->at[i].item == item)
      seed = turns->at[i].seed;
  drawing->item = item;
  drawing->state = hash_mix(seed * 7919, item);
  return seed;
}

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

// ---- Lengths and places -----------------------------------------------------

// The bytes of the input object, this time; UINT64_MAX: it is none.
static uint64_t size_of(const struct drawing *drawing,
                        struct object_id object) {
  const struct entry_object_vec *objects = &drawing->drawn->entry->objects;
  for (uint32_t i = 0; i < objects->count; i++)
    if (objects->at[i].object.id == object.id)
      return drawing->room[i];
  return UINT64_MAX;
}

static uint64_t element_size(const struct program *program, struct ctype type) {
  uint64_t size = ctype_bare(program->types, type)->bit_size / 8;
  return size ? size : 1;
}

// How many elements of the type the pointer has there; 0: nobody knows.
static uint64_t room_behind(const struct drawing *drawing,
                            const struct entry_pointer *pointer,
                            struct ctype type) {
  const struct program *program = drawing->drawn->program;
  const struct ctype_info *info = ctype_bare(program->types, type);
  uint64_t size = size_of(drawing, pointer->target);
  if (info->kind != CTYPE_POINTER || size == UINT64_MAX)
    return 0;
  return size / element_size(program, info->target);
}

static uint64_t room_of_field(const struct drawing *drawing, uint64_t offset,
                              struct ctype type) {
  const struct entry_state *entry = drawing->drawn->entry;
  const struct entry_pointer_vec *pointers = &entry->pointers;
  uint32_t holder = entry->objects.at[drawing->item].object.id;
  uint64_t room = 0;
  for (uint32_t i = 0; i < pointers->count && !room; i++)
    if (pointers->at[i].holder.id == holder &&
        variable_is_none(pointers->at[i].variable) &&
        pointers->at[i].offset == offset)
      room = room_behind(drawing, &pointers->at[i], type);
  return room;
}

// The room of the pointer that the number in the structure is about: one that
// its name speaks of, or one beside it, or the nearest before it.
static uint64_t room_for(const struct drawing *drawing,
                         const struct ctype_info *info, uint32_t number,
                         uint64_t offset) {
  const struct interner *names = drawing->drawn->program->names;
  const char *name = name_text(names, info->fields[number].name);
  uint64_t room = 0, best = UINT64_MAX;
  for (uint32_t i = 0; i < info->field_count; i++) {
    const struct cfield *field = &info->fields[i];
    uint64_t here =
        room_of_field(drawing, offset + field->bit_offset / 8, field->type);
    bool is_named = drawn_names_of(name, name_text(names, field->name));
    uint64_t far = i < number ? number - i : 2 * (uint64_t)(i - number);
    uint64_t rank = is_named ? 0 : far;
    if (here && rank < best) {
      best = rank;
      room = here;
    }
  }
  return room;
}

// Mostly what the name says.
static uint64_t draw_within(struct drawing *drawing, enum drawn_role role,
                            uint64_t room) {
  uint64_t odds = drawing->care == DRAWN_USUAL ? 8 : 2;
  if (role == DRAWN_NUMBER || !room || !below(drawing, odds))
    return draw_number(drawing);
  if (role == DRAWN_PLACE)
    return below(drawing, 4) ? below(drawing, room) : room;
  switch (below(drawing, 4)) {
  case 0: return 1 + below(drawing, room);
  case 1: return room > 1 ? room - 1 : room;
  default: return room;
  }
}

// ---- Contents ---------------------------------------------------------------

static void draw_type(struct drawing *drawing, struct ctype type,
                      uint8_t *bytes, uint64_t offset);

static void draw_field(struct drawing *drawing, const struct ctype_info *info,
                       uint32_t number, uint8_t *bytes, uint64_t offset) {
  const struct program *program = drawing->drawn->program;
  const struct cfield *field = &info->fields[number];
  const struct ctype_info *own = ctype_bare(program->types, field->type);
  uint64_t at = field->bit_offset / 8;
  enum drawn_role role =
      own->kind == CTYPE_INT
          ? drawn_role_of(name_text(program->names, field->name))
          : DRAWN_NUMBER;
  uint64_t room = role != DRAWN_NUMBER && !drawing->is_alone
                      ? room_for(drawing, info, number, offset)
                      : 0;
  if (room)
    put(bytes + at, own->bit_size / 8, draw_within(drawing, role, room));
  else
    draw_type(drawing, field->type, bytes + at, offset + at);
}

static void draw_enum(struct drawing *drawing, const struct ctype_info *info,
                      uint8_t *bytes) {
  uint64_t value =
      info->enumerator_count
          ? (uint64_t)info->enumerators[below(drawing, info->enumerator_count)]
                .value
          : draw_number(drawing);
  put(bytes, info->bit_size / 8, value);
}

static void draw_float(struct drawing *drawing, const struct ctype_info *info,
                       uint8_t *bytes) {
  double value =
      (double)(int32_t)draw_number(drawing) / (below(drawing, 2) + 1);
  float small = (float)value;
  if (info->bit_size == 64)
    memcpy(bytes, &value, sizeof value);
  else if (info->bit_size == 32)
    memcpy(bytes, &small, sizeof small);
}

static void draw_type(struct drawing *drawing, struct ctype type,
                      uint8_t *bytes, uint64_t offset) {
  const struct ctype_table *types = drawing->drawn->program->types;
  const struct ctype_info *info = ctype_bare(types, type);
  switch (info->kind) {
  case CTYPE_STRUCT:
    for (uint32_t i = 0; i < info->field_count; i++)
      if (!info->fields[i].is_bit_field)
        draw_field(drawing, info, i, bytes, offset);
    break;
  case CTYPE_ARRAY: {
    uint64_t size = ctype_bare(types, info->target)->bit_size / 8;
    for (uint64_t i = 0; size && i < info->bit_size / 8 / size; i++)
      draw_type(drawing, info->target, bytes + i * size, offset + i * size);
    break;
  }
  case CTYPE_ENUM: draw_enum(drawing, info, bytes); break;
  case CTYPE_BOOL: *bytes = (uint8_t)below(drawing, 2); break;
  case CTYPE_INT: put(bytes, info->bit_size / 8, draw_number(drawing)); break;
  case CTYPE_FLOAT: draw_float(drawing, info, bytes); break;
  default: break; // pointers have lines of their own, all else is zero
  }
}

// A literal of the program, in part of the text.
static void draw_literal(struct drawing *drawing, uint8_t *bytes,
                         uint64_t length) {
  const struct drawn *drawn = drawing->drawn;
  if (!drawn->literals.count || !length)
    return;
  struct object_id object = {
      drawn->literals.at[below(drawing, drawn->literals.count)]};
  const struct object_info *info = program_object(drawn->program, object);
  uint64_t start = below(drawing, 2) ? 0 : below(drawing, length);
  for (uint64_t i = 0; i + 1 < info->size && start + i < length; i++)
    bytes[start + i] = info->bytes[i] ? info->bytes[i] : 'x';
}

static void draw_text(struct drawing *drawing, uint8_t *bytes, uint64_t size) {
  uint64_t length = below(drawing, 8) ? size - 1 : below(drawing, size);
  if (drawing->care == DRAWN_ANY &&
      !drawing->drawn->program->starting.is_usual && below(drawing, 4) == 0)
    length = size;
  for (uint64_t i = 0; i < length; i++)
    bytes[i] = draw_character(drawing);
  if (below(drawing, 3) == 0)
    draw_literal(drawing, bytes, length);
  if (below(drawing, 2))
    note_size(drawing, length);
}

// ---- Numbers of the state ---------------------------------------------------

static void note_number(struct drawing *drawing, uint64_t offset, uint32_t size,
                        const uint8_t *bytes) {
  enum { MOST_NUMBERS = 4096 };
  if (drawing->numbers->count >= MOST_NUMBERS)
    return;
  struct drawn_number number = {drawing->item, offset, size, 0};
  for (uint32_t i = 0; i < size && i < 8; i++)
    number.value |= (uint64_t)bytes[i] << 8 * i;
  drawn_number_vec_push(drawing->numbers, number);
}

static void note_numbers(struct drawing *drawing, struct ctype type,
                         const uint8_t *bytes, uint64_t offset) {
  const struct ctype_table *types = drawing->drawn->program->types;
  const struct ctype_info *info = ctype_bare(types, type);
  uint64_t size = info->bit_size / 8;
  if (info->kind == CTYPE_STRUCT) {
    for (uint32_t i = 0; i < info->field_count; i++)
      if (!info->fields[i].is_bit_field)
        note_numbers(drawing, info->fields[i].type,
                     bytes + info->fields[i].bit_offset / 8,
                     offset + info->fields[i].bit_offset / 8);
  } else if (info->kind == CTYPE_ARRAY) {
    uint64_t each = ctype_bare(types, info->target)->bit_size / 8;
    for (uint64_t i = 0; each && i < size / each; i++)
      note_numbers(drawing, info->target, bytes + i * each, offset + i * each);
  } else if ((info->kind == CTYPE_INT || info->kind == CTYPE_ENUM ||
              info->kind == CTYPE_BOOL) &&
             size <= 8) {
    note_number(drawing, offset, (uint32_t)size, bytes);
  }
}

static void apply_changes(const struct drawing *drawing, uint8_t *bytes,
                          uint64_t size) {
  const struct drawn_number_vec *changes = &drawing->plan->changes;
  for (uint32_t i = 0; i < changes->count; i++) {
    const struct drawn_number *one = &changes->at[i];
    if (one->item == drawing->item && one->offset <= size &&
        one->size <= size - one->offset)
      put(bytes + one->offset, one->size, one->value);
  }
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
  static const char digits[] = "0123456789abcdef";
  strbuf_format(drawing->out, " %llu ", (unsigned long long)size);
  for (uint64_t i = 0; i < size; i++) {
    strbuf_char(drawing->out, digits[bytes[i] >> 4]);
    strbuf_char(drawing->out, digits[bytes[i] & 15]);
  }
  strbuf_char(drawing->out, '\n');
}

static const char *name_of(const struct drawing *drawing,
                           struct object_id object) {
  const struct program *program = drawing->drawn->program;
  return name_text(program->names, program_object(program, object)->name);
}

static void draw_contents(struct drawing *drawing,
                          const struct entry_object *input, uint8_t *bytes,
                          uint64_t size) {
  const struct program *program = drawing->drawn->program;
  uint64_t element = ctype_bare(program->types, input->type)->bit_size / 8;
  if (element <= 1)
    draw_text(drawing, bytes, size);
  for (uint64_t i = 0; element > 1 && i + element <= size; i += element)
    draw_type(drawing, input->type, bytes + i, i);
  apply_changes(drawing, bytes, size);
  if (element <= 1 && size && drawing->care != DRAWN_ANY)
    bytes[size - 1] = 0; // what was changed may be the end
  if (!drawing->numbers)
    return;
  for (uint64_t i = 0; element <= 1 && i < size; i++)
    note_number(drawing, i, 1, bytes + i);
  for (uint64_t i = 0; element > 1 && i + element <= size; i += element)
    note_numbers(drawing, input->type, bytes + i, i);
}

static void draw_object(struct drawing *drawing, uint32_t index) {
  const struct entry_object *input = &drawing->drawn->entry->objects.at[index];
  uint64_t size = drawing->room[index];
  uint8_t *bytes = memory_new_zero(size + 1, 1);
  draw_contents(drawing, input, bytes, size);
  strbuf_format(drawing->out, "object @%s", name_of(drawing, input->object));
  write_bytes(drawing, bytes, size);
  free(bytes);
}

// ---- The state --------------------------------------------------------------

static const struct entry_state *entry_of(const struct drawing *drawing) {
  return drawing->drawn->entry;
}

static bool is_input(const struct drawing *drawing, struct object_id object) {
  return entry_state_find(entry_of(drawing), object) != NULL;
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

static void draw_pointer(struct drawing *drawing,
                         const struct entry_pointer *pointer) {
  unsigned bytes = drawing->drawn->program->pointer_width / 8;
  if (!term_is_none(pointer->initial) && below(drawing, 4) == 0)
    return;
  bool is_variable = !variable_is_none(pointer->variable);
  if (!is_variable &&
      size_of(drawing, pointer->holder) < pointer->offset + bytes)
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
  drawing->is_alone = true;
  if (size > 1)
    draw_type(drawing, pointee, bytes, 0);
  drawing->is_alone = false;
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

static void draw_hole(struct drawing *drawing, const struct entry_hole *hole) {
  const struct program *program = drawing->drawn->program;
  unsigned bytes = program->pointer_width / 8;
  if (ctype_bare(program->types, hole->type)->kind != CTYPE_POINTER ||
      !is_input(drawing, hole->object))
    return;
  for (uint64_t i = 0; i < hole->count; i++) {
    uint64_t offset = hole->offset + i * hole->every;
    if (size_of(drawing, hole->object) < offset + bytes)
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

// How many elements the parameter points to; 0: nobody knows.
static uint64_t room_of_parameter(const struct drawing *drawing,
                                  struct variable parameter) {
  const struct entry_pointer_vec *pointers = &entry_of(drawing)->pointers;
  struct ctype type =
      program_variable(drawing->drawn->program, parameter)->type;
  for (uint32_t i = 0; i < pointers->count; i++)
    if (!variable_is_none(pointers->at[i].variable) &&
        variable_equal(written(drawing, pointers->at[i].variable), parameter))
      return room_behind(drawing, &pointers->at[i], type);
  return 0;
}

// The room of the parameter that the number is about, as of fields.
static uint64_t room_beside(const struct drawing *drawing, uint32_t number) {
  const struct program *program = drawing->drawn->program;
  const struct variable_vec *all = &drawing->drawn->function->parameters;
  const char *name = name_text(
      program->names, program_variable(program, all->at[number])->text);
  uint64_t room = 0, best = UINT64_MAX;
  for (uint32_t i = 0; i < all->count; i++) {
    const struct variable_info *info = program_variable(program, all->at[i]);
    uint64_t here = room_of_parameter(drawing, all->at[i]);
    bool is_named = drawn_names_of(name, name_text(program->names, info->text));
    uint64_t far = i < number ? number - i : 2 * (uint64_t)(i - number);
    uint64_t rank = is_named ? 0 : far;
    if (here && rank < best) {
      best = rank;
      room = here;
    }
  }
  return room;
}

static uint64_t draw_parameter_number(struct drawing *drawing, uint32_t index,
                                      unsigned width) {
  const struct program *program = drawing->drawn->program;
  struct variable variable = drawing->drawn->function->parameters.at[index];
  const char *name =
      name_text(program->names, program_variable(program, variable)->text);
  enum drawn_role role = width >= 16 ? drawn_role_of(name) : DRAWN_NUMBER;
  uint64_t room = role == DRAWN_NUMBER ? 0 : room_beside(drawing, index);
  uint64_t value = draw_within(drawing, role, room);
  uint8_t bytes[8];
  put(bytes, sizeof bytes, (uint64_t)bits_truncate(value, width));
  apply_changes(drawing, bytes, sizeof bytes);
  if (drawing->numbers)
    note_number(drawing, 0, (width + 7) / 8, bytes);
  memcpy(&value, bytes, sizeof value);
  return (uint64_t)bits_truncate(value, width);
}

static void draw_parameter(struct drawing *drawing, uint32_t index) {
  const struct program *program = drawing->drawn->program;
  struct variable variable = drawing->drawn->function->parameters.at[index];
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
    uint64_t value = draw_parameter_number(drawing, index, width);
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

static void draw_sizes(struct drawing *drawing) {
  const struct entry_object_vec *objects = &drawing->drawn->entry->objects;
  for (uint32_t i = 0; i < objects->count; i++) {
    begin(drawing, i);
    drawing->room[i] = draw_size(drawing, &objects->at[i]);
  }
}

// Sizes first: what they are others say.
static void draw_objects(struct drawing *drawing) {
  const struct entry_state *state = drawing->drawn->entry;
  const struct drawn *drawn = drawing->drawn;
  draw_sizes(drawing);
  for (uint32_t i = 0; i < state->objects.count; i++) {
    drawing->is_simple = begin(drawing, i) % 40 <= SIMPLE_DRAWS;
    drawing->state = hash_mix(drawing->state, drawing->room[i]);
    draw_object(drawing, i);
  }
  for (uint32_t i = 0; i < state->pointers.count; i++) {
    begin(drawing, first_pointer(drawn) + i);
    draw_pointer(drawing, &state->pointers.at[i]);
  }
  for (uint32_t i = 0; i < state->holes.count; i++) {
    begin(drawing, first_hole(drawn) + i);
    draw_hole(drawing, &state->holes.at[i]);
  }
}

void drawn_write(const struct drawn *drawn, const struct drawn_plan *plan,
                 struct drawn_number_vec *numbers, struct strbuf *oracle) {
  struct drawing drawing = {.drawn = drawn,
                            .plan = plan,
                            .care = plan->care,
                            .numbers = numbers,
                            .out = oracle};
  drawing.room =
      memory_new_zero(drawn->entry->objects.count + 1, sizeof *drawing.room);
  uint64_t rest = begin(&drawing, item_of_rest(drawn));
  strbuf_format(oracle,
                "vouch-oracle 1\nindeterminate %llu\nrest seed %llu\n"
                "failing %llu\n",
                (unsigned long long)rest, (unsigned long long)rest,
                (unsigned long long)plan->failing);
  draw_objects(&drawing);
  for (uint32_t i = 0; i < drawn->function->parameters.count; i++) {
    drawing.is_simple =
        begin(&drawing, first_parameter(drawn) + i) % 40 <= SIMPLE_DRAWS;
    draw_parameter(&drawing, i);
  }
  drawing.is_simple =
      begin(&drawing, item_of_globals(drawn)) % 40 <= SIMPLE_DRAWS;
  draw_globals(&drawing);
  free(drawing.room);
}
