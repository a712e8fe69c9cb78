#include "run/written.h"

#include <string.h>

#include "library/routine.h"
#include "run/entry.h"
#include "run/lost.h"
#include "run/recorder.h"

// What functions that nobody models know of

static void note_address(const struct machine *machine, uint64_t address) {
  struct space_object *object = space_find(&machine->space, address);
  if (object->is_alive)
    object->is_known = true;
}

static void note_call(const struct library_call *call) {
  for (uint32_t i = 0; i < call->count; i++)
    note_address(call->machine, argument(call, i));
}

static void note_globals(struct machine *machine) {
  const struct program *program = machine->program;
  for (uint32_t i = 1; i < program->objects.count; i++) {
    struct space_object *object = machine->environment.objects[i];
    if (program->objects.at[i].kind == OBJECT_GLOBAL && object &&
        !program->objects.at[i].is_internal)
      object->is_known = true;
  }
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    struct slot slot = machine->environment.globals[i];
    if (info->kind == VARIABLE_GLOBAL && !info->is_internal &&
        slot.width == program->pointer_width)
      note_address(machine, machine->globals[slot.word]);
  }
}

// Follows the pointers in a known object. True when that was news.
static bool note_pointers(struct machine *machine,
                          const struct space_object *object) {
  unsigned bytes = machine->program->pointer_width / 8;
  bool is_news = false;
  for (uint64_t i = 0; i + bytes <= object->readable; i += bytes) {
    uint64_t address = 0;
    memcpy(&address, object->bytes + i, bytes);
    struct space_object *to = space_find(&machine->space, address);
    is_news |= to->is_alive && !to->is_known;
    note_address(machine, address);
  }
  return is_news;
}

static bool note_all_pointers(struct machine *machine) {
  bool is_news = false;
  const struct space *space = &machine->space;
  for (uint64_t p = 0; p < space->page_count; p++)
    for (uint32_t i = 0; i < SPACE_PAGE_SIZE; i++) {
      const struct space_object *object = space->pages[p]->objects[i];
      if (object->is_alive && object->is_known)
        is_news |= note_pointers(machine, object);
    }
  return is_news;
}

static bool is_known(struct machine *machine,
                     const struct space_object *object) {
  if (object->is_known)
    return true;
  note_globals(machine);
  while (!object->is_known && note_all_pointers(machine))
    ;
  return object->is_known;
}

// What is written

// An object of the entry state.
static struct space_object *find_entry_object(const struct machine *machine,
                                              char *name) {
  struct oracle_value value = {.object = name};
  u128 address;
  return oracle_evaluate(machine->oracle, &value,
                         machine->program->pointer_width, &address)
             ? space_find(&machine->space, (uint64_t)address)
             : NULL;
}

struct space_object *written_object(const struct library_call *call,
                                    const struct oracle_writing *writing) {
  struct machine *machine = call->machine;
  if (!writing->name)
    return writing->argument && writing->argument <= call->count
               ? space_find(&machine->space,
                            argument(call, (uint32_t)writing->argument - 1))
               : NULL;
  if (strstr(writing->name, "::"))
    return entry_find_frame_object(machine, writing->name);
  struct space_object *object = entry_find_object(machine, writing->name);
  return object ? object : find_entry_object(machine, writing->name);
}

static void write_variable(struct machine *machine, struct variable variable,
                           uint64_t offset, const uint8_t *bytes,
                           uint64_t count) {
  struct slot slot = machine->environment.globals[variable.id];
  u128 value = words_get(machine->globals, slot);
  if (offset > sizeof value || count > sizeof value - offset)
    return;
  u128 before = value;
  memcpy((uint8_t *)&value + offset, bytes, count);
  words_put(machine->globals, slot, value);
  if (machine->recorder && value != before)
    recorder_global(machine->recorder, variable);
}

// Addresses that may be written.
struct extent {
  uint64_t first;
  uint64_t last;
  struct routine routine; // that writes, where there is a row for it
};

// How far a routine writes from its argument on, if that does not depend on
// anything; otherwise to the end of the object.
static uint64_t reach(const struct machine *machine,
                      const struct routine_argument *argument) {
  const struct routine_size *size = &argument->size;
  bool is_constant = argument->need == NEED_BYTES &&
                     size->measure == MEASURE_PRODUCT && size->factors[0] < 0 &&
                     size->factors[1] < 0;
  uint64_t number =
      machine->program->pointer_width == 32 ? size->number32 : size->number;
  return is_constant ? number : UINT64_MAX;
}

// Does a routine that is known write there? Others write what they know of.
static bool may_write(const struct library_call *call,
                      const struct routine *routine,
                      const struct space_object *object, uint64_t address) {
  bool may = !routine_is_known(routine) || routine_changes_any_held(routine) ||
             routine->is_variadic;
  for (uint32_t i = 0; i < call->count && i < ROUTINE_MOST_ARGUMENTS && !may;
       i++) {
    uint64_t from = argument(call, i);
    may = routine_writes(routine, i) &&
          space_find(&call->machine->space, from) == object &&
          address >= from &&
          address - from < reach(call->machine, &routine->arguments[i]);
  }
  return may;
}

static void write_object(const struct library_call *call,
                         const struct space_object *object, uint64_t offset,
                         const uint8_t *bytes, uint64_t count,
                         const struct extent *extent) {
  struct machine *machine = call->machine;
  if (!object || !object->is_alive || !is_known(machine, object))
    return;
  if (machine->recorder)
    recorder_touch(machine->recorder, object->base + offset, count);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t address = object->base + offset + i;
    if (offset + i >= object->writable || address < extent->first ||
        address > extent->last ||
        !may_write(call, &extent->routine, object, address))
      continue;
    uint8_t *to = space_write(&machine->space, address, 1);
    if (to)
      *to = bytes[i];
  }
}

static void write_one(struct library_call *call,
                      const struct oracle_writing *writing,
                      const uint8_t *bytes, uint64_t count,
                      const struct extent *extent) {
  struct machine *machine = call->machine;
  struct variable variable = {0};
  if (writing->name && !entry_find_object(machine, writing->name))
    variable = entry_find_global(machine->program, writing->name);
  if (variable_is_none(variable))
    write_object(call, written_object(call, writing), writing->offset, bytes,
                 count, extent);
  else if (extent->last == UINT64_MAX &&
           !program_variable(machine->program, variable)->is_internal)
    write_variable(machine, variable, writing->offset, bytes, count);
}

static void apply(struct library_call *call, uint64_t first, uint64_t last) {
  struct machine *machine = call->machine;
  struct extent extent = {first, last, routine_find(library_name(call))};
  note_call(call);
  if (machine->lost)
    lost_hand(machine->lost, call);
  const struct oracle_writing *writing;
  while ((writing = oracle_written(machine->oracle))) {
    uint8_t pointer[sizeof(uint64_t)];
    u128 value;
    if (writing->bytes) {
      write_one(call, writing, writing->bytes, writing->byte_count, &extent);
    } else if (oracle_evaluate(machine->oracle, &writing->pointer,
                               machine->program->pointer_width, &value)) {
      space_put(pointer, pointer_bytes(call), value);
      write_one(call, writing, pointer, pointer_bytes(call), &extent);
    } else {
      machine_stop(machine, OUTCOME_ORACLE, "%s",
                   oracle_error(machine->oracle));
      return;
    }
  }
}

// Of what the last argument points to, as much as the type has; without one,
// all of the object.
static void apply_filled(struct library_call *call,
                         const struct procedure *callee) {
  const struct program *program = call->machine->program;
  uint64_t size = ctype_bare(program->types, callee->filled)->bit_size / 8;
  uint64_t address = call->count ? argument(call, call->count - 1) : 0;
  const struct space_object *object =
      space_find(&call->machine->space, address);
  if (callee->filled.id)
    written_apply_within(call, address, size);
  else
    written_apply_within(call, object->base, object->writable);
}

void written_apply(struct library_call *call) {
  const struct procedure *callee =
      program_procedure(call->machine->program, call->procedure);
  switch (callee->outside) {
  case OUTSIDE_KEEPS: written_apply_within(call, 0, 0); break;
  case OUTSIDE_FILLS: apply_filled(call, callee); break;
  default: apply(call, 0, UINT64_MAX); break;
  }
}

void written_apply_within(struct library_call *call, uint64_t address,
                          uint64_t size) {
  if (size)
    apply(call, address, address + size - 1);
  else
    apply(call, 1, 0);
}
