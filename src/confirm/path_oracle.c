#include "confirm/path_oracle.h"

#include <string.h>

#include "base/map.h"
#include "confirm/arguments.h"
#include "memory/adopt.h"
#include "library/routine.h"
#include "run/library.h"

struct taken {
  struct term value;
  bool is_kept; // the variable had that value before
};

NUMBER_MAP_DEFINE(input_map, uint64_t, struct taken);

enum { MOST_BYTES = 4096 }; // of an object, that an oracle has

struct writing {
  const struct component *component;
  struct input_map inputs; // (step of the path, variable) -> input
  struct bitset frames;    // frame objects whose bytes were written, by id
  struct strbuf *out;
};

static uint64_t key_of(uint32_t step, struct variable variable) {
  return (uint64_t)step << 32 | variable.id;
}

static void write_number(struct strbuf *out, u128 value) {
  if (value >> 64)
    strbuf_format(out, "0x%llx%016llx", (unsigned long long)(value >> 64),
                  (unsigned long long)value);
  else
    strbuf_format(out, "%llu", (unsigned long long)value);
}

// Zero for what the path does not depend on.
static u128 value_at(struct writing *writing, uint32_t step,
                     struct variable variable) {
  struct taken *input =
      input_map_find(&writing->inputs, key_of(step, variable));
  return input ? term_value(writing->component->program->terms, input->value)
               : 0;
}

static bool is_taken(struct writing *writing, uint32_t step,
                     struct variable variable) {
  return input_map_has(&writing->inputs, key_of(step, variable));
}

static bool write_address(struct writing *writing, u128 value);

static bool is_pointer(const struct program *program,
                       struct variable variable) {
  struct ctype type = program_variable(program, variable)->type;
  return ctype_bare(program->types, type)->kind == CTYPE_POINTER;
}

static void write_value(struct writing *writing, uint32_t step,
                        const char *kind, struct name name,
                        struct variable variable) {
  const struct program *program = writing->component->program;
  strbuf_format(writing->out, "%s %s ", kind, name_text(program->names, name));
  if (is_pointer(program, variable) &&
      write_address(writing, value_at(writing, step, variable)))
    return;
  write_number(writing->out, value_at(writing, step, variable));
  strbuf_char(writing->out, '\n');
}

// The interpreter knows variables by their names in the original procedure.
static void write_havoc(struct writing *writing, uint32_t step,
                        const struct operation *op) {
  const struct component *component = writing->component;
  bool is_uninitialised = op->havoc.origin == ORIGIN_UNINITIALISED;
  bool is_single = op->havoc.count == 1 && !is_uninitialised;
  for (uint32_t i = 0; i < op->havoc.count; i++) {
    struct variable variable = op->havoc.targets[i];
    if (variable_equal(variable, component->behaviour->plain.removal.failure))
      strbuf_add(writing->out, value_at(writing, step, variable)
                                   ? "allocate fail\n"
                                   : "allocate ok\n");
    if (bitset_has(&component->behaviour->own, variable.id))
      continue;
    struct variable original = inline_original(
        component->program, &component->behaviour->plain.inlining, variable);
    struct name name =
        is_single ? op->havoc.what
                  : program_variable(component->program, original)->name;
    write_value(writing, step, is_uninitialised ? "uninitialised" : "value",
                name, variable);
  }
}

// Is it a call of a function that the run asks about?
static bool is_unseen(const struct component *component,
                      const struct operation *call) {
  const struct program *program = component->program;
  if (!call->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(program, call->call.callee);
  const char *name = name_text(program->names, callee->name);
  return !callee->is_defined && callee->kind != PROCEDURE_LABEL &&
         callee->kind != PROCEDURE_UNSEEN &&
         (!library_find(name) || library_asks(name));
}

// Objects of the entry state, with the contents of the model.

static u128 cell_byte(struct writing *writing, uint32_t step,
                      const struct region *region, const struct cell *cell,
                      uint64_t offset) {
  struct program *program = writing->component->program;
  struct taken *input =
      input_map_find(&writing->inputs, key_of(step, cell->variable));
  if (!input)
    return 0;
  uint64_t within = offset - cell->offset;
  struct term value = input->value;
  if (cell_is_array(region, cell)) {
    within %= region->period ? region->period : cell->period;
    value = term_select(program->terms, value,
                        term_const(program->terms, program->pointer_width,
                                   offset - cell->offset - within));
  }
  // A model may leave open what nothing depends on.
  return term_is_const(program->terms, value)
             ? term_value(program->terms, value) >> 8 * within & 0xff
             : 0;
}

static struct object_id frame_original(const struct component *component,
                                       struct object_id copy,
                                       const struct procedure **owner) {
  const struct plain_component *plain = &component->behaviour->plain;
  const struct object_vec *copies = &plain->inlining.procedure->objects;
  uint32_t index = 0, instance = 1;
  while (index < copies->count && copies->at[index].id != copy.id)
    index++;
  const struct inline_instance_vec *instances = &plain->inlining.instances;
  while (instance + 1 < instances->count &&
         instances->at[instance + 1].first_object <= index)
    instance++;
  *owner =
      program_procedure(component->program, instances->at[instance].procedure);
  return (*owner)->objects.at[index - instances->at[instance].first_object];
}

// The interpreter knows frame objects by their names in the original procedure.
static void name_object(const struct component *component,
                        struct object_id object, struct strbuf *into) {
  const struct program *program = component->program;
  const struct procedure *owner;
  bool is_frame = program_object(program, object)->kind == OBJECT_FRAME;
  struct object_id original =
      is_frame ? frame_original(component, object, &owner) : object;
  const char *name =
      name_text(program->names, program_object(program, original)->name);
  if (is_frame)
    strbuf_format(into, "%s::", name_text(program->names, owner->name));
  else if (entry_state_find(&component->behaviour->plain.removal.entry, object))
    strbuf_char(into, '@');
  strbuf_add(into, name);
}

static uint64_t object_size(struct writing *writing, struct object_id object) {
  const struct component *component = writing->component;
  const struct removal *removal = &component->behaviour->plain.removal;
  struct variable size = removal->regions.at.at[object.id].size;
  const struct entry_object *input = entry_state_find(&removal->entry, object);
  if (input && !variable_is_none(size)) {
    u128 value = value_at(writing, UINT32_MAX, size);
    return value < input->least ? input->least : (uint64_t)value;
  }
  return program_object(component->program, object)->size;
}

// Is one of the objects larger than anybody wants to run with?
static bool has_huge_object(struct writing *writing) {
  enum { HUGE = 1 << 20 };
  const struct entry_object_vec *objects =
      &writing->component->behaviour->plain.removal.entry.objects;
  for (uint32_t i = 0; i < objects->count; i++)
    if (object_size(writing, objects->at[i].object) > HUGE)
      return true;
  return false;
}

static u128 region_byte(struct writing *writing, uint32_t step,
                        const struct region *region, uint64_t offset) {
  const struct cell *cell =
      region_cell(region, region->period ? offset % region->period : offset);
  return cell ? cell_byte(writing, step, region, cell, offset) : 0;
}

static void write_bytes(struct writing *writing, uint32_t step,
                        const struct region *region, uint64_t size,
                        uint64_t shown) {
  strbuf_format(writing->out, " %llu ", (unsigned long long)size);
  for (uint64_t i = 0; i < shown; i++)
    strbuf_format(writing->out, "%02x",
                  (unsigned)region_byte(writing, step, region, i));
  strbuf_char(writing->out, '\n');
}

// An address of the component's layout as the object that it lies in, or none.
static struct object_id object_at(const struct component *component,
                                  u128 address, uint64_t *offset,
                                  bool has_frames) {
  const struct program *program = component->program;
  struct substitution *layout = component->behaviour->plain.removal.layout;
  for (uint32_t i = 1; layout && i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    if (variable_is_none(info->address) ||
        (info->kind == OBJECT_FRAME && !has_frames))
      continue;
    struct term base =
        substitution_apply(layout, program_term(program, info->address));
    if (!term_is_const(program->terms, base))
      continue;
    u128 first = term_value(program->terms, base);
    if (first && address >= first && address - first <= info->size) {
      *offset = (uint64_t)(address - first);
      return (struct object_id){i};
    }
  }
  return (struct object_id){0};
}

// A value of an oracle, if it is the address of something.
static bool write_address(struct writing *writing, u128 value) {
  uint64_t offset;
  struct object_id object =
      value ? object_at(writing->component, value, &offset, true)
            : (struct object_id){0};
  if (!object.id)
    return false;
  strbuf_char(writing->out, '&');
  name_object(writing->component, object, writing->out);
  strbuf_format(writing->out, "+%llu\n", (unsigned long long)offset);
  return true;
}

// What a call gives that the path does not depend on: zero, or a descriptor
// that no other call gave.
static u128 any_result(const char *routine, uint32_t step) {
  enum { FIRST_UNUSED = 1000 };
  return routine_find(routine).result.is_new_descriptor ? FIRST_UNUSED + step
                                                        : 0;
}

static void write_call(struct writing *writing, uint32_t step,
                       const struct operation *op) {
  const struct program *program = writing->component->program;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  bool matters = !variable_is_none(op->call.target) &&
                 is_taken(writing, step, op->call.target);
  u128 value = matters
                   ? value_at(writing, step, op->call.target)
                   : any_result(name_text(program->names, callee->name), step);
  strbuf_format(writing->out, "call %s ",
                name_text(program->names, callee->name));
  if (callee->result.code &&
      sort_equal(callee->result, sort_bits(program->pointer_width)) &&
      write_address(writing, value))
    return;
  if (!callee->result.code)
    strbuf_add(writing->out, "void");
  else
    write_number(writing->out, value);
  strbuf_char(writing->out, '\n');
}

// What is at the offset of a region, if a pointer may begin there: where a cell
// as wide as one does, or, among narrower ones, where it is aligned. Otherwise
// 0.
static u128 pointer_at(struct writing *writing, uint32_t step,
                       const struct region *region, uint64_t offset) {
  unsigned bytes = writing->component->program->pointer_width / 8;
  uint64_t within = region->period ? offset % region->period : offset;
  const struct cell *cell = region_cell(region, within);
  if (!cell || cell->size > bytes || cell_within(cell, within) ||
      (cell->size < bytes && offset % bytes))
    return 0;
  u128 value = 0;
  for (unsigned i = 0; i < bytes; i++)
    value |= region_byte(writing, step, region, offset + i) << 8 * i;
  return value;
}

// Are there numbers at the offset that are too narrow for an address?
static bool is_narrow(const struct writing *writing, struct object_id object,
                      uint64_t offset) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  const struct entry_object *input =
      entry_state_find(&component->behaviour->plain.removal.entry, object);
  struct ctype type =
      input ? input->type : program_object(program, object)->type;
  uint64_t size = ctype_bare(program->types, type)->bit_size / 8;
  struct ctype leaf =
      size ? ctype_leaf(program->types, type, offset % size) : type;
  uint64_t width = ctype_bare(program->types, leaf)->bit_size;
  return size && leaf.id && width && width < program->pointer_width;
}

// Addresses among the bytes of a global, which have other values in a run.
static void write_addresses(struct writing *writing, struct object_id object) {
  const struct component *component = writing->component;
  const struct region *region =
      &component->behaviour->plain.removal.regions.at.at[object.id];
  unsigned bytes = component->program->pointer_width / 8;
  uint64_t size = object_size(writing, object);
  for (uint64_t i = 0; i + bytes <= size; i++) {
    u128 value = pointer_at(writing, UINT32_MAX, region, i);
    uint64_t ignored;
    if (!value || is_narrow(writing, object, i) ||
        !object_at(component, value, &ignored, false).id)
      continue;
    strbuf_add(writing->out, "pointer ");
    name_object(component, object, writing->out);
    strbuf_format(writing->out, " %llu ", (unsigned long long)i);
    write_address(writing, value);
  }
}

static void write_object(struct writing *writing, struct object_id object) {
  const struct regions *regions =
      &writing->component->behaviour->plain.removal.regions;
  strbuf_add(writing->out, "object ");
  name_object(writing->component, object, writing->out);
  const struct region *region = &regions->at.at[object.id];
  uint64_t size = object_size(writing, object), shown = size;
  if (entry_state_find(&writing->component->behaviour->plain.removal.entry,
                       object))
    while (shown && !region_byte(writing, UINT32_MAX, region, shown - 1))
      shown--; // it has zeros there anyway
  write_bytes(writing, UINT32_MAX, region, size, shown);
}

// One that the path does not read points to something: the run may.
static bool is_null(struct writing *writing,
                    const struct entry_pointer *pointer) {
  const struct program *program = writing->component->program;
  const struct regions *regions =
      &writing->component->behaviour->plain.removal.regions;
  if (!variable_is_none(pointer->variable))
    return is_taken(writing, UINT32_MAX, pointer->variable) &&
           value_at(writing, UINT32_MAX, pointer->variable) == 0;
  const struct region *region = &regions->at.at[pointer->holder.id];
  const struct cell *cell =
      region_cell(region, region->period ? pointer->offset % region->period
                                         : pointer->offset);
  if (!cell || !is_taken(writing, UINT32_MAX, cell->variable))
    return false;
  for (unsigned i = 0; i < program->pointer_width / 8; i++)
    if (region_byte(writing, UINT32_MAX, region, pointer->offset + i))
      return false;
  return true;
}

static u128 pointer_value(struct writing *writing,
                          const struct entry_pointer *pointer) {
  const struct regions *regions =
      &writing->component->behaviour->plain.removal.regions;
  if (!variable_is_none(pointer->variable))
    return value_at(writing, UINT32_MAX, pointer->variable);
  return pointer_at(writing, UINT32_MAX, &regions->at.at[pointer->holder.id],
                    pointer->offset);
}

// Does it have its initial value? Then it is left as it is: perhaps a string's
// address, which has no name.
static bool is_initial(struct writing *writing,
                       const struct entry_pointer *pointer) {
  const struct program *program = writing->component->program;
  struct substitution *layout =
      writing->component->behaviour->plain.removal.layout;
  if (term_is_none(pointer->initial) || !layout)
    return false;
  struct term value = substitution_apply(layout, pointer->initial);
  return term_is_const(program->terms, value) &&
         term_value(program->terms, value) == pointer_value(writing, pointer);
}

// Is it in an element that the object does not have?
static bool is_behind(struct writing *writing,
                      const struct entry_pointer *pointer) {
  const struct program *program = writing->component->program;
  return variable_is_none(pointer->variable) &&
         pointer->offset + program->pointer_width / 8 >
             object_size(writing, pointer->holder);
}

static void write_pointer(struct writing *writing,
                          const struct entry_pointer *pointer) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  if (is_behind(writing, pointer))
    return;
  if (!variable_is_none(pointer->variable) && is_initial(writing, pointer))
    return;
  if (variable_is_none(pointer->variable)) {
    strbuf_add(writing->out, "pointer ");
    name_object(component, pointer->holder, writing->out);
    strbuf_format(writing->out, " %llu", (unsigned long long)pointer->offset);
  } else {
    const struct variable_info *info = program_variable(
        program, inline_original(program, &component->behaviour->plain.inlining,
                                 pointer->variable));
    strbuf_format(writing->out, "%s %s",
                  info->kind == VARIABLE_GLOBAL ? "global" : "parameter",
                  name_text(program->names, info->name));
  }
  if (is_null(writing, pointer)) {
    strbuf_add(writing->out, " null\n");
    return;
  }
  strbuf_char(writing->out, ' ');
  if (write_address(writing, pointer_value(writing, pointer)))
    return;
  strbuf_char(writing->out, '&');
  name_object(component, pointer->target, writing->out);
  strbuf_add(writing->out, "+0\n");
}

static void write_objects(struct writing *writing) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  const struct removal *removal = &component->behaviour->plain.removal;
  for (uint32_t i = 1; i < removal->regions.at.count; i++) {
    struct object_id object = {i};
    const struct block *block = &targets_blocks(removal->targets)->at[i];
    if (block->object.id != i || !removal->regions.at.at[i].cells.count)
      continue;
    const struct object_info *info = program_object(program, object);
    bool is_input = entry_state_find(&removal->entry, object) != NULL;
    if (info->kind != OBJECT_GLOBAL || info->is_constant || info->is_fixed ||
        removal->regions.at.at[i].is_fixed || is_input)
      continue;
    write_object(writing, object);
    write_addresses(writing, object);
  }
  for (uint32_t i = 0; i < removal->entry.objects.count; i++) {
    write_object(writing, removal->entry.objects.at[i].object);
    write_addresses(writing, removal->entry.objects.at[i].object);
  }
  for (uint32_t i = 0; i < removal->entry.pointers.count; i++)
    write_pointer(writing, &removal->entry.pointers.at[i]);
}

// Indeterminate bytes: of frame objects, the first time that they matter.

static void write_frame_object(struct writing *writing, uint32_t step,
                               struct object_id copy) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  const struct region *region =
      &component->behaviour->plain.removal.regions.at.at[copy.id];
  const struct procedure *owner;
  struct object_id original = frame_original(component, copy, &owner);
  const struct object_info *info = program_object(program, original);
  bool is_zero = true;
  for (uint64_t i = 0; i < info->size && is_zero; i++)
    is_zero = region_byte(writing, step, region, i) == 0;
  if (is_zero || !bitset_add(&writing->frames, original.id))
    return;
  strbuf_format(writing->out, "object %s::%s",
                name_text(program->names, owner->name),
                name_text(program->names, info->name));
  write_bytes(writing, step, region, info->size, info->size);
}

// The same of an object that the program allocates in a line: up to the last
// byte that is not zero. How large it is, the run will tell.
static void write_contents(struct writing *writing, uint32_t step,
                           const struct region *region, uint32_t line,
                           uint32_t least) {
  uint8_t bytes[MOST_BYTES];
  uint32_t count = least;
  for (uint32_t i = 0; i < MOST_BYTES; i++) {
    bytes[i] = (uint8_t)region_byte(writing, step, region, i);
    if (bytes[i])
      count = i + 1;
  }
  if (!count)
    return;
  strbuf_format(writing->out, "contents %u ", line);
  for (uint32_t i = 0; i < count; i++)
    strbuf_format(writing->out, "%02x", bytes[i]);
  strbuf_char(writing->out, '\n');
}

static bool havocs(const struct operation *op, const struct cell_vec *cells) {
  for (uint32_t i = 0; cells->count && i < op->havoc.count; i++)
    if (variable_equal(op->havoc.targets[i], cells->at[0].variable))
      return true;
  return false;
}

// Other objects that are allocated in the line must not get what is meant for
// one of these.
static bool is_own_object(const struct component *component,
                          const struct block *block) {
  const struct operation *op =
      &component->behaviour->plain.inlining.procedure->edges.at[block->edge].op;
  return op->kind == OPERATION_ALLOCATE &&
         is_own_address(component->program, op->allocate.target);
}

static void write_indeterminate(struct writing *writing, uint32_t step,
                                const struct edge *edge) {
  const struct removal *removal = &writing->component->behaviour->plain.removal;
  for (uint32_t b = 1; b < removal->regions.at.count; b++) {
    const struct block *block = &targets_blocks(removal->targets)->at[b];
    const struct region *region = &removal->regions.at.at[b];
    if (!havocs(&edge->op, &region->cells))
      continue;
    if (block->kind == BLOCK_ONCE)
      write_contents(writing, step, region, edge->position.line,
                     is_own_object(writing->component, block));
    else if (block->kind == BLOCK_NAMED &&
             program_object(removal->program, block->object)->kind ==
                 OBJECT_FRAME)
      write_frame_object(writing, step, block->object);
  }
}

// The argument of the call that points into the block, counting from 1, or 0.
static uint32_t argument_into(const struct removal *removal,
                              const struct operation *call, uint32_t block) {
  uint32_t found = 0;
  struct place_vec places = {0};
  for (uint32_t i = 0; i < call->call.count && !found; i++) {
    place_vec_clear(&places);
    targets_of(removal->targets, call->call.arguments[i], &places);
    for (uint32_t k = 0; k < places.count; k++)
      if (places.at[k].object == block)
        found = i + 1;
  }
  place_vec_release(&places);
  return found;
}

// What a function that nobody models wrote: whatever it may have changed and
// has another value than before.

// Does the block exist before it is allocated?
static bool has_name(const struct removal *removal, const struct block *block) {
  return block->kind == BLOCK_NAMED ||
         entry_state_find(&removal->entry, block->object);
}

// Of what the function wrote: how an oracle names it. False when it does not.
static bool name_written(const struct component *component,
                         const struct operation *call, uint32_t block,
                         struct strbuf *name) {
  const struct removal *removal = &component->behaviour->plain.removal;
  const struct block *at = &targets_blocks(removal->targets)->at[block];
  if (has_name(removal, at)) {
    name_object(component, at->object, name);
    return true;
  }
  uint32_t argument = argument_into(removal, call, block);
  strbuf_format(name, "%u", argument);
  return argument != 0;
}

// Is the byte one that the path has a new value for?
static bool is_written(struct writing *writing, uint32_t step,
                       const struct region *region, uint64_t offset) {
  const struct cell *cell =
      region_cell(region, region->period ? offset % region->period : offset);
  const struct taken *taken =
      cell ? input_map_find(&writing->inputs, key_of(step, cell->variable))
           : NULL;
  return taken && !taken->is_kept;
}

static void write_region(struct writing *writing, uint32_t step,
                         const struct region *region, const char *name,
                         uint64_t size) {
  for (uint64_t i = 0; i < size;) {
    if (!is_written(writing, step, region, i)) {
      i++;
      continue;
    }
    strbuf_format(writing->out, "written %s+%llu ", name,
                  (unsigned long long)i);
    if (write_address(writing, pointer_at(writing, step, region, i))) {
      i += writing->component->program->pointer_width / 8;
      continue;
    }
    do
      strbuf_format(writing->out, "%02x",
                    (unsigned)region_byte(writing, step, region, i++));
    while (i < size && is_written(writing, step, region, i) &&
           !pointer_at(writing, step, region, i));
    strbuf_char(writing->out, '\n');
  }
}

static const struct edge *
edge_with_pointers(const struct plain_component *plain,
                   const struct edge *edge) {
  uint32_t id = (uint32_t)(edge - plain->procedure->edges.at);
  return plain_component_with_pointers(plain, (struct edge_id){id});
}

static void write_written(struct writing *writing, uint32_t step,
                          const struct edge *edge) {
  const struct plain_component *plain = &writing->component->behaviour->plain;
  const struct removal *removal = &plain->removal;
  const struct operation *call = &edge_with_pointers(plain, edge)->op;
  if (call->kind != OPERATION_CALL || !is_unseen(writing->component, call))
    return;
  for (uint32_t b = 1; b < removal->regions.at.count; b++) {
    const struct region *region = &removal->regions.at.at[b];
    const struct block *block = &targets_blocks(removal->targets)->at[b];
    struct strbuf name = {0};
    uint64_t size = has_name(removal, block)
                        ? object_size(writing, block->object)
                        : MOST_BYTES;
    if (havocs(&edge->op, &region->cells) &&
        name_written(writing->component, call, b, &name))
      write_region(writing, step, region, strbuf_text(&name),
                   size < MOST_BYTES ? size : MOST_BYTES);
    strbuf_release(&name);
  }
}

// The same for globals that are variables.
static void write_written_globals(struct writing *writing, uint32_t step,
                                  const struct operation *call) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct variable variable = {i};
    const struct variable_info *info = &program->variables.at[i];
    struct taken *taken =
        input_map_find(&writing->inputs, key_of(step, variable));
    if (info->kind != VARIABLE_GLOBAL ||
        bitset_has(&component->behaviour->own, i) || !taken || taken->is_kept ||
        variable_equal(variable, call->call.target))
      continue;
    u128 value = term_value(program->terms, taken->value);
    unsigned width = sort_is_bool(term_sort(program->terms, info->term))
                         ? 1
                         : term_width(program->terms, info->term);
    strbuf_format(writing->out, "written %s ",
                  name_text(program->names, info->name));
    if (width == program->pointer_width && write_address(writing, value))
      continue;
    for (unsigned k = 0; k < width; k += 8)
      strbuf_format(writing->out, "%02x", (unsigned)(value >> k & 0xff));
    strbuf_char(writing->out, '\n');
  }
}

// Memory that became variables is havocked where the program has no havoc: the
// interpreter does not ask for that, except whether an allocation fails.
static bool is_asked_for(const struct component *component,
                         const struct edge *edge) {
  const struct plain_component *plain = &component->behaviour->plain;
  const struct edge *original = edge_with_pointers(plain, edge);
  return original->op.kind == OPERATION_HAVOC ||
         variable_equal(edge->op.havoc.targets[0], plain->removal.failure);
}

static void write_step(struct writing *writing, uint32_t step,
                       const struct edge *edge) {
  if (edge->op.kind == OPERATION_HAVOC &&
      edge->op.havoc.origin == ORIGIN_UNINITIALISED &&
      bitset_has(&writing->component->behaviour->own,
                 edge->op.havoc.targets[0].id))
    write_indeterminate(writing, step, edge);
  else if (edge->op.kind == OPERATION_HAVOC &&
           is_asked_for(writing->component, edge))
    write_havoc(writing, step, &edge->op);
  else if (edge->op.kind == OPERATION_HAVOC)
    write_written(writing, step, edge);
  else if (edge->op.kind == OPERATION_CALL &&
           is_unseen(writing->component, &edge->op)) {
    write_call(writing, step, &edge->op);
    write_written_globals(writing, step, &edge->op);
  }
}

static bool is_entry_pointer(const struct component *component,
                             struct variable variable) {
  const struct entry_pointer_vec *pointers =
      &component->behaviour->plain.removal.entry.pointers;
  for (uint32_t i = 0; i < pointers->count; i++)
    if (variable_equal(pointers->at[i].variable, variable))
      return true;
  return false;
}

// A pointer to something that has an address: a function, say.
static void write_entry_address(struct writing *writing,
                                const struct variable_info *info,
                                struct variable variable) {
  uint64_t ignored;
  u128 value = value_at(writing, UINT32_MAX, variable);
  if (!value || !object_at(writing->component, value, &ignored, false).id)
    return;
  strbuf_format(writing->out, "%s %s ",
                info->kind == VARIABLE_GLOBAL ? "global" : "parameter",
                name_text(writing->component->program->names, info->name));
  write_address(writing, value);
}

// Parameters and globals that a function other than main starts with. Pointers
// to objects of the entry state were written with them.
static void write_entry(struct writing *writing, const struct path *path) {
  const struct component *component = writing->component;
  const struct program *program = component->program;
  for (uint32_t i = 0; i < path->inputs.count; i++) {
    struct variable variable = path->inputs.at[i].variable;
    if (path->inputs.at[i].step != UINT32_MAX ||
        bitset_has(&component->behaviour->own, variable.id) ||
        variable_equal(variable, component->product.watched))
      continue;
    const struct variable_info *info = program_variable(
        program, inline_original(program, &component->behaviour->plain.inlining,
                                 variable));
    if (info->kind != VARIABLE_GLOBAL && info->kind != VARIABLE_PARAMETER)
      continue;
    if (is_entry_pointer(component, variable))
      continue;
    if (ctype_bare(program->types, info->type)->kind == CTYPE_POINTER)
      write_entry_address(writing, info, variable);
    else
      write_value(writing, UINT32_MAX,
                  info->kind == VARIABLE_GLOBAL ? "global" : "parameter",
                  info->name, variable);
  }
}

void path_oracle_write(const struct component *component,
                       const struct edge_id_vec *path_edges,
                       const struct path *path, struct strbuf *oracle) {
  struct writing writing = {.component = component, .out = oracle};
  for (uint32_t i = 0; i < path->inputs.count; i++) {
    const struct path_input *input = &path->inputs.at[i];
    struct taken taken = {input->term, term_equal(input->term, input->before)};
    input_map_put(&writing.inputs, key_of(input->step, input->variable), taken);
  }
  strbuf_add(oracle, "vouch-oracle 1\nrest zero\n");
  if (component_kept(component, path_edges->at[path_edges->count - 1]) ||
      has_huge_object(&writing)) {
    input_map_release(&writing.inputs);
    return;
  }
  if (!component->effects->initial) {
    write_objects(&writing);
    write_entry(&writing, path);
  } else {
    arguments_write(component, path_edges, path, oracle);
  }
  for (uint32_t i = 0; i < path_edges->count; i++) {
    uint32_t count;
    const uint32_t *steps =
        provenance_steps(&component->provenance, path_edges->at[i], &count);
    for (uint32_t k = 0; k < count; k++)
      write_step(&writing, i,
                 procedure_edge(component->behaviour->plain.procedure,
                                (struct edge_id){steps[k]}));
  }
  input_map_release(&writing.inputs);
  bitset_release(&writing.frames);
}
