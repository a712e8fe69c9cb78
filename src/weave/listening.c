#include "weave/listening.h"

void listening_init(struct listening *listening,
                    const struct specification *specification) {
  *listening = (struct listening){0};
  monitor_init(&listening->monitor, specification);
  listening->position = monitor_initial(&listening->monitor);
}

void listening_release(struct listening *listening) {
  monitor_release(&listening->monitor);
  heard_object_vec_release(&listening->objects);
}

// Objects are few: they are looked for one by one.
static uint32_t *position_of(struct listening *listening, uint64_t object) {
  for (uint32_t i = 0; i < listening->objects.count; i++)
    if (listening->objects.at[i].object == object)
      return &listening->objects.at[i].position;
  uint32_t number = heard_object_vec_push(
      &listening->objects, (struct heard_object){object, listening->position});
  return &listening->objects.at[number].position;
}

static void step(struct listening *listening, uint32_t *position,
                 const struct performed *performed) {
  uint32_t next = monitor_step(&listening->monitor, *position, performed);
  if (next == SPEC_FORBIDDEN)
    listening->heard = HEARD_FORBIDDEN;
  else if (next == SPEC_IMPOSSIBLE)
    listening->heard = HEARD_IMPOSSIBLE;
  else
    *position = next;
}

bool listening_step(struct listening *listening, uint32_t number,
                    uint64_t object) {
  const struct performed *performed =
      &listening->monitor.specification->weaving->performed.at[number];
  if (performed->has_object &&
      object < listening->monitor.specification->first_object)
    return true;
  if (performed->has_object) {
    step(listening, position_of(listening, object), performed);
  } else {
    step(listening, &listening->position, performed);
    for (uint32_t i = 0; i < listening->objects.count; i++)
      step(listening, &listening->objects.at[i].position, performed);
  }
  return listening->heard == HEARD_ALLOWED;
}

static bool forbids(struct listening *listening, uint32_t position,
                    struct action action) {
  return monitor_return(&listening->monitor, position, action) ==
         SPEC_FORBIDDEN;
}

bool listening_forbids_return(struct listening *listening,
                              struct action action) {
  bool found = forbids(listening, listening->position, action);
  for (uint32_t i = 0; i < listening->objects.count && !found; i++)
    found = forbids(listening, listening->objects.at[i].position, action);
  return found;
}

bool listening_knows_returns(const struct listening *listening) {
  return monitor_knows_returns(&listening->monitor, listening->position);
}
