#include "run/turns.h"

#include <string.h>

#include "program/turn.h"

void turns_add(const struct machine *machine, struct lane *lane) {
  struct lane_turn_vec *turns = &lane->turns;
  uint32_t thread = machine->current->id;
  if (!turns->count || lane_turn_vec_last(turns)->thread != thread)
    lane_turn_vec_push(turns, (struct lane_turn){thread, 0});
  lane_turn_vec_last(turns)->events++;
}

static bool is_counted_routine(const char *name) {
  static const char *const names[] = {
#define TURN(name) name,
#include "evidence/turns.def"
#undef TURN
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name))
      return true;
  return false;
}

// The frame object whose address the term is made of, or null.
static const struct object_info *named_in(const struct program *program,
                                          struct term address) {
  struct variable_vec named = {0};
  const struct object_info *found = NULL;
  program_variables_in(program, &address, 1, &named);
  for (uint32_t i = 0; i < named.count && !found; i++) {
    const struct variable_info *info = program_variable(program, named.at[i]);
    if (info->kind == VARIABLE_ADDRESS && info->owner.id)
      found = program_object(program, info->object);
  }
  variable_vec_release(&named);
  return found;
}

// Of a local that is named, clang instruments what is accessed as a whole, if
// its address goes elsewhere.
static bool is_seen(const struct machine *machine, const struct operation *op,
                    uint64_t address) {
  const struct program *program = machine->program;
  const struct space_object *object = space_find(&machine->space, address);
  bool is_fixed = object->is_constant || object->kind == SPACE_STRING;
  if (is_fixed && op->kind == OPERATION_LOAD)
    return false;
  const struct object_info *local = named_in(program, op->memory.address);
  if (!local)
    return true;
  enum ctype_kind kind = ctype_bare(program->types, local->type)->kind;
  return local->escapes && kind != CTYPE_ARRAY && kind != CTYPE_STRUCT &&
         kind != CTYPE_UNION;
}

// Shared variables that the operation reads: natively each is an access.
static uint32_t count_read(const struct program *program,
                           const struct operation *op) {
  struct variable_vec read = {0};
  uint32_t count = 0;
  program_variables_read(program, op, &read);
  for (uint32_t i = 0; i < read.count; i++) {
    const struct variable_info *info = program_variable(program, read.at[i]);
    count += info->kind == VARIABLE_GLOBAL && !info->is_made;
  }
  variable_vec_release(&read);
  return count;
}

static uint32_t count_call(const struct program *program,
                           const struct operation *op) {
  const struct procedure *callee =
      op->call.callee.id ? program_procedure(program, op->call.callee) : NULL;
  return count_read(program, op) +
         (callee && !callee->is_defined &&
          is_counted_routine(name_text(program->names, callee->name)));
}

static uint32_t count(const struct machine *machine, const struct operation *op,
                      uint64_t address) {
  const struct program *program = machine->program;
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
    return op->memory.is_atomic || is_seen(machine, op, address);
  case OPERATION_UPDATE: return 1;
  case OPERATION_COPY:
  case OPERATION_FILL: return 1;
  case OPERATION_ASSIGN: return operation_is_turn(program, op);
  case OPERATION_CALL: return count_call(program, op);
  case OPERATION_RETURN:
  case OPERATION_ASSUME: return count_read(program, op);
  case OPERATION_HAVOC:
    return op->havoc.origin == ORIGIN_INPUT && op->havoc.count == 1;
  default: return 0;
  }
}

void turns_before(const struct machine *machine, struct lane *lane,
                  const struct operation *op, uint64_t address) {
  if (machine->threads.count < 2 && !machine->environment.has_turns)
    return;
  for (uint32_t i = count(machine, op, address); i; i--)
    turns_add(machine, lane);
}
