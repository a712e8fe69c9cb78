#include "run/environment.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run/library_state.h"
#include "run/machine.h"
#include "run/oracle.h"
#include "run/recorder.h"

bool environment_is_own(const struct machine *machine) {
  return machine->is_isolated ||
         oracle_entry(machine->oracle)->environment.count;
}

static struct environment_variable *find(struct machine *machine,
                                         const char *name) {
  struct environment_vec *own = &machine->library->own_environment;
  for (uint32_t i = 0; i < own->count; i++)
    if (!strcmp(own->at[i].name, name))
      return &own->at[i];
  return NULL;
}

// What the oracle says, as the program's own from now on: the last line counts.
static void adopt(struct machine *machine, const char *name) {
  const struct oracle_variable_vec *said =
      &oracle_entry(machine->oracle)->environment;
  for (uint32_t i = said->count; i-- > 0;) {
    const struct oracle_variable *one = &said->at[i];
    if (strcmp(one->name, name))
      continue;
    char *value = memory_new_zero(one->byte_count + 1, 1);
    if (one->byte_count)
      memcpy(value, one->bytes, one->byte_count);
    environment_set(machine, name, value);
    find(machine, name)->is_settled = false;
    free(value);
    return;
  }
}

const char *environment_get(struct machine *machine, const char *name) {
  if (!environment_is_own(machine))
    return getenv(name);
  struct environment_variable *found = find(machine, name);
  if (!found) {
    adopt(machine, name);
    found = find(machine, name);
  }
  return found ? found->value : NULL;
}

void environment_set(struct machine *machine, const char *name,
                     const char *value) {
  struct environment_variable *found = find(machine, name);
  if (!found) {
    struct environment_vec *own = &machine->library->own_environment;
    struct environment_variable made = {.name = memory_copy_string(name)};
    uint32_t index = environment_vec_push(own, made);
    found = &own->at[index];
  }
  free(found->value);
  found->value = value ? memory_copy_string(value) : NULL;
  found->is_settled = true;
}

bool environment_settle(struct machine *machine, const char *name,
                        const char *value) {
  if (!environment_is_own(machine))
    return true;
  const struct environment_variable *found = find(machine, name);
  if (found && found->is_settled)
    return found->value && !strcmp(found->value, value);
  environment_set(machine, name, value);
  if (machine->recorder)
    recorder_environment(machine->recorder, name, value);
  return true;
}

void environment_release(struct environment_vec *own) {
  for (uint32_t i = 0; i < own->count; i++) {
    free(own->at[i].name);
    free(own->at[i].value);
  }
  environment_vec_release(own);
}
