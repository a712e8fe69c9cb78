#include "memory/unseen.h"

#include "library/routine.h"
#include "program/lowering.h"

// Does it return a struct in memory, for all that we know, and not of a type
// that we know? A call through a pointer that has no value may, unless the type
// of the pointer says that it is void.
static bool may_return_memory(const struct program *program,
                              const struct procedure *procedure) {
  uint32_t result = lowering_result(procedure);
  if (result != UINT32_MAX)
    return !lowering_type(program, procedure, result).type.id;
  return procedure->kind == PROCEDURE_UNSEEN && !procedure->is_void &&
         !procedure->result.code;
}

static bool is_unseen(const struct program *program,
                      const struct procedure *procedure) {
  const char *name = name_text(program->names, procedure->name);
  return !procedure->is_defined && !procedure->is_error &&
         procedure->kind != PROCEDURE_MODEL &&
         procedure->outside == OUTSIDE_WRITES &&
         procedure->kind != PROCEDURE_ASSUMED_BODY && !routine_row(name);
}

void unseen_describe(struct program *program) {
  if (program->unseen.kind == UNSEEN_ANYTHING)
    return;
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    struct procedure *procedure = program->procedures.at[i];
    if (!is_unseen(program, procedure))
      continue;
    bool is_led = program->unseen.kind == UNSEEN_ARGUMENTS ||
                  may_return_memory(program, procedure);
    procedure->outside = is_led ? OUTSIDE_LED : OUTSIDE_LISTED;
  }
}

bool unseen_is_described(const struct procedure *procedure) {
  return procedure->outside == OUTSIDE_LISTED ||
         procedure->outside == OUTSIDE_LED;
}
