#include "run/deeds.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "program/ctype.h"
#include "run/entry.h"
#include "run/oracle.h"

NUMBER_MAP_DEFINE(mark_map, uint64_t, uint32_t);

// What a call writes: bytes, or a global that is not in memory.
struct deed_write {
  uint64_t address, size;
  struct variable global;
};

VEC_DEFINE(deed_write_vec, struct deed_write);

struct deeds {
  struct machine *machine;
  struct lane *lane;
  const struct woven_call_vec *calls;
  struct mark_map begins, ends;    // number of a call, by procedure, location
  const struct woven_call *inside; // a call that is replaced, or null
  u128 arguments[6];               // of that
  uint32_t argument_count;
  struct deed_write_vec writes;
  unsigned result_width; // of what the function returns; 0: not compared
  uint32_t count;        // of deeds
};

enum { MOST_DEEDS = 100000 };

static uint64_t key_of(struct procedure_id procedure,
                       struct location_id location) {
  return (uint64_t)procedure.id << 32 | location.id;
}

struct deeds *deeds_new(struct machine *machine, struct lane *lane,
                        const struct woven_call_vec *calls) {
  struct deeds *deeds = memory_new_zero(1, sizeof *deeds);
  *deeds = (struct deeds){.machine = machine, .lane = lane, .calls = calls};
  for (uint32_t i = 0; calls && i < calls->count; i++) {
    const struct woven_call *call = &calls->at[i];
    mark_map_put(&deeds->begins, key_of(call->procedure, call->begin), i);
    mark_map_put(&deeds->ends, key_of(call->procedure, call->end), i);
  }
  return deeds;
}

void deeds_free(struct deeds *deeds) {
  if (!deeds)
    return;
  mark_map_release(&deeds->begins);
  mark_map_release(&deeds->ends);
  deed_write_vec_release(&deeds->writes);
  free(deeds);
}

static struct strbuf *add_deed(struct deeds *deeds) {
  deeds->count++;
  strbuf_add(&deeds->lane->deeds, "deed ");
  return &deeds->lane->deeds;
}

// Values

static char class_of(const struct program *program, struct ctype type) {
  const struct ctype_info *info = ctype_bare(program->types, type);
  switch (info->kind) {
  case CTYPE_VOID: return 'v';
  case CTYPE_FLOAT:
    return info->bit_size == 32 ? 'f' : info->bit_size == 64 ? 'd' : 's';
  case CTYPE_STRUCT:
  case CTYPE_UNION:
  case CTYPE_ARRAY: return 's';
  default:
    return info->bit_size > 64                       ? 's'
           : info->bit_size > program->pointer_width ? 'l'
                                                     : 'i';
  }
}

static char class_of_result(const struct program *program,
                            const struct procedure *procedure) {
  const struct ctype_info *type = ctype_bare(program->types, procedure->type);
  if (type->kind == CTYPE_FUNCTION && type->target.id)
    return class_of(program, type->target);
  return procedure->result.code ? 'i' : 'v';
}

static bool is_named(const struct space_object *object) {
  return !name_is_none(object->name) && object->kind != SPACE_FRAME &&
         object->kind != SPACE_STRING && object->kind != SPACE_NOTHING;
}

// The argument of the call that points into the object, counted from 1; or 0.
static uint32_t leading_argument(const struct deeds *deeds,
                                 const struct space_object *object) {
  for (uint32_t i = 0; i < deeds->argument_count; i++)
    if (deeds->arguments[i] >> 64 == 0 &&
        space_find(&deeds->machine->space, (uint64_t)deeds->arguments[i]) ==
            object)
      return i + 1;
  return 0;
}

static const struct space_object *object_at(const struct deeds *deeds,
                                            uint64_t address) {
  const struct space_object *object =
      address < SPACE_PAGE_ZERO ? NULL
                                : space_find(&deeds->machine->space, address);
  return object && object->kind != SPACE_NOTHING ? object : NULL;
}

static void add_place(const struct deeds *deeds,
                      const struct space_object *object, uint64_t address,
                      struct strbuf *out) {
  const char *name = name_text(deeds->machine->program->names, object->name);
  uint32_t argument = leading_argument(deeds, object);
  if (is_named(object))
    strbuf_format(out, "&%s", name);
  else if (argument)
    strbuf_format(out, "$%u", argument);
  else
    strbuf_format(out, "*%llx:%llu", (unsigned long long)object->base,
                  (unsigned long long)object->size);
  strbuf_format(out, "+%lld", (long long)(address - object->base));
  if (argument && !is_named(object)) {
    uint64_t from = (uint64_t)deeds->arguments[argument - 1] - object->base;
    strbuf_format(out, "-%lld", (long long)from);
  }
}

static void add_value(const struct deeds *deeds, u128 value, bool is_pointer,
                      struct strbuf *out) {
  const struct space_object *object =
      is_pointer ? object_at(deeds, (uint64_t)value) : NULL;
  if (object)
    add_place(deeds, object, (uint64_t)value, out);
  else
    strbuf_format(out, "%llu", (unsigned long long)value);
}

static u128 value_of(const struct deeds *deeds, const struct frame *frame,
                     struct variable variable) {
  const struct variable_info *info =
      program_variable(deeds->machine->program, variable);
  return info->kind == VARIABLE_GLOBAL
             ? words_get(deeds->machine->globals,
                         deeds->machine->environment.globals[variable.id])
             : words_get(frame->words, frame->code->variables[info->slot]);
}

static bool is_pointer(const struct deeds *deeds, struct variable variable) {
  const struct program *program = deeds->machine->program;
  return ctype_bare(program->types, program_variable(program, variable)->type)
             ->kind == CTYPE_POINTER;
}

// Calls

// By its width, unless C says that it is a number, which may look like an
// address.
static bool may_be_pointer(const struct deeds *deeds, struct variable variable,
                           unsigned width) {
  const struct program *program = deeds->machine->program;
  struct ctype type = program_variable(program, variable)->type;
  return width == program->pointer_width &&
         ctype_bare(program->types, type)->kind != CTYPE_INT;
}

// The address of a global object is in no slot.
static bool has_slot(const struct program *program, const struct frame *frame,
                     struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  return info->kind != VARIABLE_ADDRESS ||
         code_frame_object(frame->code, info->object);
}

static void keep_argument(struct deeds *deeds, const struct frame *frame,
                          struct term argument, uint32_t number) {
  const struct program *program = deeds->machine->program;
  struct strbuf *out = &deeds->lane->deeds;
  struct variable variable = {0};
  if (term_op(program->terms, argument) == OP_VAR)
    variable = program_variable_of(program, argument);
  if (!variable_is_none(variable) && !has_slot(program, frame, variable)) {
    strbuf_char(out, ' '); // not compared
    strbuf_char(out, '?');
    deeds->arguments[number < 6 ? number : 5] = 0;
    deeds->argument_count = number < 6 ? number + 1 : 6;
    return;
  }
  if (number >= sizeof deeds->arguments / sizeof *deeds->arguments)
    return;
  deeds->argument_count = number + 1;
  deeds->arguments[number] = 0;
  strbuf_char(out, ' ');
  if (!variable_is_none(variable)) {
    deeds->arguments[number] = value_of(deeds, frame, variable);
    add_value(
        deeds, deeds->arguments[number],
        may_be_pointer(deeds, variable, term_width(program->terms, argument)),
        out);
    strbuf_format(out, ":%u", term_width(program->terms, argument));
  } else if (term_is_const(program->terms, argument)) {
    deeds->arguments[number] = term_value(program->terms, argument);
    add_value(deeds, deeds->arguments[number], false, out);
    strbuf_format(out, ":%u", term_width(program->terms, argument));
  } else {
    strbuf_char(out, '?');
  }
}

static const char *callee_of(const struct deeds *deeds,
                             const struct woven_call *call) {
  const struct program *program = deeds->machine->program;
  return name_text(program->names,
                   program_procedure(program, call->callee)->name);
}

static void begin(struct deeds *deeds, const struct frame *frame,
                  const struct woven_call *call) {
  strbuf_format(add_deed(deeds), "begin %s %c", callee_of(deeds, call),
                call->is_replaced ? 'r' : 'e');
  deeds->argument_count = 0;
  for (uint32_t i = 0; i < call->count; i++)
    keep_argument(deeds, frame, call->arguments[i], i);
  strbuf_char(&deeds->lane->deeds, '\n');
  deeds->inside = call->is_replaced ? call : NULL;
  deed_write_vec_clear(&deeds->writes);
}

static void add_bytes(const uint8_t *bytes, uint64_t count,
                      struct strbuf *out) {
  for (uint64_t i = 0; i < count; i++)
    strbuf_format(out, "%02x", bytes[i]);
}

// A pointer is told as such, since its bits are others natively.
static void write_bytes(struct deeds *deeds, const struct deed_write *write) {
  const struct space_object *object = object_at(deeds, write->address);
  uint64_t offset = object ? write->address - object->base : 0;
  if (!object || !object->bytes || offset >= object->size)
    return;
  uint64_t count =
      write->size < object->size - offset ? write->size : object->size - offset;
  struct strbuf *out = add_deed(deeds);
  strbuf_add(out, "write ");
  add_place(deeds, object, write->address, out);
  strbuf_char(out, ' ');
  uint64_t value = 0;
  if (count == deeds->machine->program->pointer_width / 8)
    memcpy(&value, object->bytes + offset, count);
  if (value && object_at(deeds, value))
    add_value(deeds, value, true, out);
  else
    add_bytes(object->bytes + offset, count, out);
  strbuf_char(out, '\n');
}

static void write_global(struct deeds *deeds, struct variable global) {
  const struct program *program = deeds->machine->program;
  const struct variable_info *info = program_variable(program, global);
  struct slot slot = deeds->machine->environment.globals[global.id];
  u128 value = words_get(deeds->machine->globals, slot);
  struct strbuf *out = add_deed(deeds);
  strbuf_format(out, "write &%s+0 ", name_text(program->names, info->text));
  if (is_pointer(deeds, global) && object_at(deeds, (uint64_t)value))
    add_value(deeds, value, true, out);
  else
    add_bytes((const uint8_t *)&value, (slot.width + 7) / 8, out);
  strbuf_char(out, '\n');
}

static void end(struct deeds *deeds, const struct frame *frame,
                const struct woven_call *call) {
  const struct program *program = deeds->machine->program;
  for (uint32_t i = 0; i < deeds->writes.count && deeds->inside; i++)
    if (variable_is_none(deeds->writes.at[i].global))
      write_bytes(deeds, &deeds->writes.at[i]);
    else
      write_global(deeds, deeds->writes.at[i].global);
  struct strbuf *out = add_deed(deeds);
  strbuf_format(out, "end %s ", callee_of(deeds, call));
  if (!variable_is_none(call->target))
    add_value(deeds, value_of(deeds, frame, call->target),
              is_pointer(deeds, call->target), out);
  else
    strbuf_char(out, '0');
  strbuf_format(
      out, " %c\n",
      class_of_result(program, program_procedure(program, call->callee)));
  deeds->inside = NULL;
}

void deeds_arrive(struct deeds *deeds, const struct frame *frame,
                  struct location_id location) {
  uint64_t key = key_of(frame->code->procedure->self, location);
  const uint32_t *ends = mark_map_find(&deeds->ends, key);
  if (ends && deeds->count < MOST_DEEDS)
    end(deeds, frame, &deeds->calls->at[*ends]);
  const uint32_t *begins = mark_map_find(&deeds->begins, key);
  if (begins && deeds->count < MOST_DEEDS)
    begin(deeds, frame, &deeds->calls->at[*begins]);
}

void deeds_touch(struct deeds *deeds, uint64_t address, uint64_t size) {
  if (deeds->inside && deeds->count < MOST_DEEDS)
    deed_write_vec_push(&deeds->writes,
                        (struct deed_write){address, size, {0}});
}

void deeds_global(struct deeds *deeds, struct variable global) {
  const struct variable_info *info =
      program_variable(deeds->machine->program, global);
  if (deeds->inside && info->kind == VARIABLE_GLOBAL && !info->is_internal)
    deed_write_vec_push(&deeds->writes, (struct deed_write){0, 0, global});
}

// The beginning and the end

static void add_parameter(struct deeds *deeds, const struct frame *frame,
                          struct variable parameter) {
  const struct program *program = deeds->machine->program;
  const struct variable_info *info = program_variable(program, parameter);
  struct strbuf *out = add_deed(deeds);
  strbuf_format(out, "parameter %c ", class_of(program, info->type));
  add_value(deeds, value_of(deeds, frame, parameter),
            is_pointer(deeds, parameter), out);
  strbuf_char(out, '\n');
}

// A global that the oracle gives a value: what it has now.
static void add_setting(struct deeds *deeds, const char *name) {
  const struct space_object *object = entry_find_object(deeds->machine, name);
  struct variable global = entry_find_global(deeds->machine->program, name);
  if (object)
    write_bytes(deeds, &(struct deed_write){object->base, object->size, {0}});
  else if (!variable_is_none(global))
    write_global(deeds, global);
}

static void add_externs(struct deeds *deeds) {
  const struct program *program = deeds->machine->program;
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    if (info->kind == OBJECT_GLOBAL && (info->is_external || info->is_adopted))
      strbuf_format(add_deed(deeds), "extern %s %llu\n",
                    name_text(program->names, info->name),
                    (unsigned long long)info->size);
  }
}

void deeds_enter(struct deeds *deeds, const struct frame *frame) {
  const struct program *program = deeds->machine->program;
  const struct procedure *procedure = frame->code->procedure;
  const struct oracle_entry *entry = oracle_entry(deeds->machine->oracle);
  strbuf_format(add_deed(deeds), "entry %s %c\n",
                name_text(program->names, procedure->name),
                class_of_result(program, procedure));
  bool gives_pointer =
      ctype_bare(program->types,
                 ctype_bare(program->types, procedure->type)->target)
          ->kind == CTYPE_POINTER;
  deeds->result_width = procedure->result.code && !gives_pointer
                            ? sort_width(procedure->result)
                            : 0;
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    add_parameter(deeds, frame, procedure->parameters.at[i]);
  for (uint32_t i = 0; i < entry->settings.count; i++)
    if (!entry->settings.at[i].is_parameter)
      add_setting(deeds, entry->settings.at[i].name);
  add_externs(deeds);
}

void deeds_finish(struct deeds *deeds) {
  const struct machine *machine = deeds->machine;
  if (machine->has_result)
    strbuf_format(add_deed(deeds), "return %llu:%u\n",
                  (unsigned long long)machine->result, deeds->result_width);
}
