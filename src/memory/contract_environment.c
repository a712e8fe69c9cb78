// What getenv gives is an object of its own at each call, whose size is known,
// while the environment is one: the same name has the same text until the
// program changes it. A proof does without that. A run is told what each object
// has, and stops where that is not what was told before (run/environment.h).
#include <string.h>

#include "memory/contracting.h"

bool contracting_asks_environment(const struct contracting *c) {
  uint64_t length;
  return !strcmp(c->routine.name, "getenv") &&
         contracting_literal(c, 0, &length);
}

static struct procedure *teller(struct program *program) {
  static const char name[] = "__vouch_environment";
  struct procedure *found = program_find(program, name);
  if (found)
    return found;
  found = program_add_procedure(program, intern(program->names, name));
  found->outside = OUTSIDE_KEEPS;
  return found;
}

void contracting_tell_environment(struct contracting *c, struct term address) {
  struct term arguments[] = {c->given[0], address};
  modelling_emit(
      &c->m, (struct operation){.kind = OPERATION_CALL,
                                .call = {.callee = teller(c->m.program)->self,
                                         .arguments = program_copy_terms(
                                             c->m.program, arguments, 2),
                                         .count = 2}});
}
