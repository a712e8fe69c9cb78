#include "weave/monitor.h"

void monitor_init(struct monitor *monitor,
                  const struct specification *specification) {
  *monitor = (struct monitor){.specification = specification};
  for (uint32_t i = 0; i < specification->count; i++)
    subsets_vec_push(&monitor->subsets,
                     subsets_new(specification->systems[i], true));
}

void monitor_release(struct monitor *monitor) {
  for (uint32_t i = 0; i < monitor->subsets.count; i++)
    subsets_free(monitor->subsets.at[i]);
  subsets_vec_release(&monitor->subsets);
  spec_position_vec_release(&monitor->positions);
}

// Positions are few: they are looked for one by one.
static uint32_t position_number(struct monitor *monitor, uint32_t system,
                                uint32_t set, uint32_t unheard) {
  for (uint32_t i = 0; i < monitor->positions.count; i++)
    if (monitor->positions.at[i].system == system &&
        monitor->positions.at[i].set == set &&
        monitor->positions.at[i].unheard == unheard)
      return i;
  return spec_position_vec_push(&monitor->positions,
                                (struct spec_position){system, set, unheard});
}

static uint32_t enter(struct monitor *monitor, uint32_t system) {
  uint32_t initial = subsets_initial(monitor->subsets.at[system]);
  return position_number(monitor, system, initial, initial);
}

uint32_t monitor_initial(struct monitor *monitor) {
  return monitor->specification->count == 1
             ? enter(monitor, 0)
             : position_number(monitor, UINT32_MAX, 0, 0);
}

static const struct lts *system_at(const struct monitor *monitor,
                                   uint32_t position) {
  uint32_t system = monitor->positions.at[position].system;
  return system == UINT32_MAX ? NULL : monitor->specification->systems[system];
}

// With `is_own` by an action that no other object hears.
static uint32_t next(struct monitor *monitor, uint32_t position,
                     struct action action, bool is_own) {
  struct spec_position from = monitor->positions.at[position];
  struct subsets *subsets = monitor->subsets.at[from.system];
  uint32_t set = subsets_next(subsets, from.set, action);
  uint32_t unheard = from.unheard;
  if (!is_own && unheard == from.set)
    unheard = set;
  else if (!is_own && unheard != SUBSET_EMPTY)
    unheard = subsets_next(subsets, unheard, action);
  return set == SUBSET_EMPTY
             ? SPEC_FORBIDDEN
             : position_number(monitor, from.system, set, unheard);
}

static uint32_t perform(struct monitor *monitor, uint32_t position,
                        struct action action, bool is_own) {
  const struct lts *system = system_at(monitor, position);
  return system && bitset_has(&system->alphabet, action.id)
             ? next(monitor, position, action, is_own)
             : position;
}

// Nothing that is in use is made.
static bool is_impossible(const struct monitor *monitor, uint32_t position,
                          const struct performed *performed) {
  const struct spec_position *at = &monitor->positions.at[position];
  return performed->is_new && at->set != at->unheard;
}

struct action monitor_action(const struct specification *specification,
                             const struct performed *performed) {
  if (performed->kind == PERFORMED_ERROR)
    return specification->error;
  for (uint32_t i = 0; i < specification->own_name_count; i++)
    if (action_equal(specification->own_names[i].from, performed->action))
      return specification->own_names[i].to;
  return performed->action;
}

uint32_t monitor_step(struct monitor *monitor, uint32_t position,
                      const struct performed *performed) {
  struct action error = monitor->specification->error;
  switch (performed->kind) {
  case PERFORMED_ACTION:
    return is_impossible(monitor, position, performed)
               ? SPEC_IMPOSSIBLE
               : perform(monitor, position,
                         monitor_action(monitor->specification, performed),
                         performed->has_object);
  case PERFORMED_ENTRY_ARM:
    return performed->arm < monitor->specification->count
               ? enter(monitor, performed->arm)
               : position;
  case PERFORMED_ARM: return position;
  case PERFORMED_ERROR:
    return action_is_none(error) ? SPEC_FORBIDDEN
                                 : perform(monitor, position, error, false);
  case PERFORMED_GOAL:
  case PERFORMED_CHANGE: break;
  }
  return SPEC_FORBIDDEN;
}

bool monitor_knows_returns(const struct monitor *monitor, uint32_t position) {
  return system_at(monitor, position) && monitor->specification->cases.count;
}

uint32_t monitor_return(struct monitor *monitor, uint32_t position,
                        struct action action) {
  return monitor_knows_returns(monitor, position)
             ? next(monitor, position, action, false)
             : position;
}

void monitor_print(const struct monitor *monitor, uint32_t position,
                   struct strbuf *out) {
  const struct lts *system = system_at(monitor, position);
  if (!system)
    return;
  struct spec_position at = monitor->positions.at[position];
  uint32_t count;
  const uint32_t *members =
      subsets_members(monitor->subsets.at[at.system], at.set, &count);
  strbuf_add(out, count > 1 ? "{" : "");
  for (uint32_t i = 0; i < count; i++) {
    char buffer[16];
    strbuf_format(out, "%s%s", i ? ", " : "",
                  lts_state_text(system, members[i], buffer));
  }
  strbuf_add(out, count > 1 ? "}" : "");
}

void monitor_allowed(const struct monitor *monitor, uint32_t position,
                     struct lts_action_vec *into) {
  if (!system_at(monitor, position))
    return;
  struct spec_position at = monitor->positions.at[position];
  subsets_enabled(monitor->subsets.at[at.system], at.set, into);
}
