#include "program/initial.h"

// Is the address that of a function?
static bool is_function(const struct program *program, struct term address) {
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (program->objects.at[i].kind == OBJECT_FUNCTION &&
        !variable_is_none(program->objects.at[i].address) &&
        term_equal(program_term(program, program->objects.at[i].address),
                   address))
      return true;
  return false;
}

static bool has_functions(const struct program *program,
                          const struct object_info *global) {
  bool found = false;
  for (uint32_t i = 0; i < global->relocation_count && !found; i++)
    found = is_function(program, global->relocations[i].value);
  return found;
}

bool initial_object(const struct program *program,
                    const struct object_info *global) {
  return global->kind == OBJECT_GLOBAL && !global->is_external &&
         !global->is_adopted && !global->is_input && !global->is_changed &&
         (program->starting.is_initial ||
          (program->starting.is_usual && has_functions(program, global)));
}

bool initial_variable(const struct program *program,
                      const struct variable_info *global) {
  return global->kind == VARIABLE_GLOBAL && !global->is_changed &&
         (program->starting.is_initial ||
          (program->starting.is_usual && !term_is_none(global->initial) &&
           is_function(program, global->initial)));
}
