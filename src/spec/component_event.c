// `left.panic`: what one component of a system does.
#include <string.h>

#include "spec/internal.h"

// What follows "component.", or null.
static const char *behind(const struct spec *spec,
                          const struct spec_component *component,
                          const char *text) {
  const char *name = name_text(spec->names, component->name);
  size_t length = strlen(name);
  return !strncmp(text, name, length) && text[length] == '.' ? text + length + 1
                                                             : NULL;
}

// Actions may have dots in their names.
static bool is_action(const struct spec_system *system, struct action name) {
  for (uint32_t i = 0; i < system->components.count; i++)
    if (bitset_has(&system->components.at[i].mentioned, name.id) ||
        bitset_has(&system->components.at[i].alphabet, name.id))
      return true;
  return false;
}

bool spec_component_event(const struct spec *spec,
                          const struct spec_system *system, struct action name,
                          uint32_t *component, struct action *action) {
  if (return_of(spec, name) || is_action(system, name))
    return false;
  const char *text = action_text(spec->actions, name);
  for (uint32_t i = 0; i < system->components.count; i++) {
    const char *rest = behind(spec, &system->components.at[i], text);
    struct action found =
        rest ? action_find(spec->actions, rest) : (struct action){0};
    if (action_is_none(found) || action_is_tau(found) ||
        !bitset_has(&system->components.at[i].mentioned, found.id))
      continue;
    *component = i;
    *action = found;
    return true;
  }
  return false;
}
