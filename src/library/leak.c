#include "library/leak.h"

#include "library/routine.h"
#include "program/access.h"

static bool gives_memory(const struct program *program,
                         const struct operation *op) {
  if (!op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  if (callee->is_defined)
    return false;
  struct routine routine =
      routine_find(name_text(program->names, callee->name));
  return routine_allocates(&routine) && !routine_opens(&routine);
}

bool leak_is_site(const struct program *program, const struct operation *op) {
  if (op->kind == OPERATION_ALLOCATE)
    return op->allocate.kind == ALLOCATION_HEAP && !op->allocate.is_kept;
  return op->kind == OPERATION_CALL && gives_memory(program, op);
}

// Does it get a buffer, and return that?
static bool has_buffer(const struct program *program,
                       const struct operation *op,
                       const struct routine *routine) {
  struct object_id object;
  uint64_t offset;
  bool found = false;
  for (uint32_t i = 0; i < op->call.count && !found; i++)
    found = routine_returns_into(routine, i) &&
            access_split(program, op->call.arguments[i], &object, &offset);
  return found;
}

const char *leak_unseen_routine(const struct program *program,
                                const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id ||
      program_procedure(program, op->call.callee)->is_defined)
    return NULL;
  const char *name = name_text(
      program->names, program_procedure(program, op->call.callee)->name);
  struct routine routine = routine_find(name);
  return routine_hands_memory(&routine) && !has_buffer(program, op, &routine)
             ? name
             : NULL;
}

bool leak_is_ending(const struct program *program, const struct operation *op) {
  if (op->kind == OPERATION_RETURN)
    return true;
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  struct routine routine =
      routine_find(name_text(program->names, callee->name));
  bool ends = routine.ends && !is_assumed(callee);
  return !callee->is_defined && !callee->is_error &&
         (ends || callee->is_noreturn);
}
