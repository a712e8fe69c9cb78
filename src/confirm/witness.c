#include "confirm/witness.h"

#include <string.h>

// Whose automaton something is about.
struct hearer {
  uint32_t position;
  bool has_object;
  uint64_t object;
};

void witness_init(struct witness *witness, const struct program *program,
                  const struct specification *specification,
                  struct execution *execution) {
  *witness = (struct witness){.names = program->names, .execution = execution};
  listening_init(&witness->listening, specification);
}

void witness_release(struct witness *witness) {
  if (witness->listening.monitor.specification)
    listening_release(&witness->listening);
  about_vec_release(&witness->abouts);
}

static struct lane *lane_of(const struct witness *witness) {
  return lane_vec_last(&witness->execution->lanes);
}

static struct name name_of(const struct witness *witness,
                           struct action action) {
  return intern(
      witness->names,
      action_text(witness_specification(witness)->weaving->spec->actions,
                  action));
}

// The object that is at fault

// Leaves out what others heard. Returns the first action of this one, or null.
static const struct step *leave_out_others(struct witness *witness,
                                           uint64_t object) {
  struct step_vec *steps = &lane_of(witness)->steps;
  const struct about_vec *abouts = &witness->abouts;
  uint32_t kept = 0, next = 0, first = UINT32_MAX;
  for (uint32_t i = 0; i < steps->count; i++) {
    bool is_about = next < abouts->count && abouts->at[next].step == i &&
                    steps->at[i].kind == STEP_ACTION;
    bool is_other = is_about && abouts->at[next].object != object;
    next += is_about;
    if (is_other)
      continue;
    if (is_about && first == UINT32_MAX)
      first = kept;
    steps->at[kept++] = steps->at[i];
  }
  steps->count = kept;
  return first == UINT32_MAX ? NULL : &steps->at[first];
}

static void tell_object(struct witness *witness, uint64_t object) {
  const struct step *first = leave_out_others(witness, object);
  struct interner *names = witness->names;
  if (!first || first == step_vec_last(&lane_of(witness)->steps))
    return;
  struct name note = intern_format(
      names, "%s is the object of %s at %s:%u",
      name_text(names, witness_specification(witness)->object),
      name_text(names, first->text), name_text(names, first->position.file),
      first->position.line);
  lane_add(lane_of(witness), STEP_NOTE, note);
}

void witness_finish(struct witness *witness) {
  if (witness->is_object_at_fault)
    tell_object(witness, witness->object_at_fault);
}

// Actions

static void note_allowed(struct witness *witness, uint32_t position) {
  struct lts_action_vec allowed = {0};
  monitor_allowed(&witness->listening.monitor, position, &allowed);
  for (uint32_t i = 0; i < allowed.count; i++)
    name_vec_push(&witness->execution->allowed,
                  name_of(witness, allowed.at[i]));
  lts_action_vec_release(&allowed);
  witness->execution->ending = ENDING_FORBIDDEN;
}

// What it is called; it is told so in any case if it is forbidden.
static void note(struct witness *witness, struct action action,
                 struct name called, struct hearer hearer, bool is_forbidden) {
  const struct specification *specification = witness_specification(witness);
  struct strbuf state = {0};
  monitor_print(&witness->listening.monitor, hearer.position, &state);
  struct step *step = lane_add(lane_of(witness), STEP_ACTION, called);
  step->state = intern(witness->names, strbuf_text(&state));
  step->is_forbidden = is_forbidden;
  step->is_alone = specification->count && !action_is_none(action) &&
                   !bitset_has(&specification->systems[0]->alphabet, action.id);
  strbuf_release(&state);
  strbuf_format(&lane_of(witness)->deeds, "deed action %llx %s\n",
                hearer.has_object ? (unsigned long long)hearer.object : 0,
                action_is_none(action)
                    ? name_text(witness->names, called)
                    : name_text(witness->names, name_of(witness, action)));
  if (!is_forbidden)
    return;
  note_allowed(witness, hearer.position);
  witness->is_object_at_fault = hearer.has_object;
  witness->object_at_fault = hearer.object;
}

// Who forbids what is about no object: all others, or one that was heard of.
static struct hearer forbidding(struct witness *witness,
                                const struct performed *performed) {
  struct listening *listening = &witness->listening;
  struct hearer hearer = {.position = listening->position};
  if (monitor_step(&listening->monitor, hearer.position, performed) ==
      SPEC_FORBIDDEN)
    return hearer;
  for (uint32_t i = 0; i < listening->objects.count; i++) {
    const struct heard_object *heard = &listening->objects.at[i];
    if (monitor_step(&listening->monitor, heard->position, performed) ==
        SPEC_FORBIDDEN)
      return (struct hearer){heard->position, true, heard->object};
  }
  return hearer;
}

static struct hearer hearer_of(struct witness *witness,
                               const struct performed *performed,
                               uint64_t object) {
  const struct listening *listening = &witness->listening;
  if (!performed->has_object)
    return forbidding(witness, performed);
  struct hearer hearer = {listening->position, true, object};
  for (uint32_t i = 0; i < listening->objects.count; i++)
    if (listening->objects.at[i].object == object)
      hearer.position = listening->objects.at[i].position;
  return hearer;
}

// "lock(&d->lock)"
static struct name called(const struct witness *witness,
                          const struct performed *performed,
                          struct action action) {
  struct name name = name_of(witness, action);
  if (!performed->has_object || name_is_none(performed->object))
    return name;
  return intern_format(witness->names, "%s(%s)",
                       name_text(witness->names, name),
                       name_text(witness->names, performed->object));
}

bool witness_step(struct witness *witness, uint32_t number, uint64_t object,
                  struct name action) {
  const struct specification *specification = witness_specification(witness);
  const struct performed *performed =
      &specification->weaving->performed.at[number];
  struct hearer hearer = hearer_of(witness, performed, object);
  bool is_allowed = listening_step(&witness->listening, number, object);
  struct action heard = monitor_action(specification, performed);
  bool is_forbidden = witness->listening.heard == HEARD_FORBIDDEN;
  bool is_none = action_is_none(heard);
  if (!witness->execution || (is_none && !is_forbidden))
    return is_allowed;
  if (performed->has_object)
    about_vec_push(&witness->abouts,
                   (struct about){lane_of(witness)->steps.count, object});
  note(witness, heard, is_none ? action : called(witness, performed, heard),
       hearer, is_forbidden);
  return is_allowed;
}

// Returns

static bool forbids(struct witness *witness, uint32_t position,
                    struct action action) {
  return monitor_return(&witness->listening.monitor, position, action) ==
         SPEC_FORBIDDEN;
}

bool witness_forbids_return(struct witness *witness, struct action action) {
  struct listening *listening = &witness->listening;
  struct hearer hearer = {.position = listening->position};
  if (!listening_forbids_return(listening, action))
    return false;
  for (uint32_t i = 0; i < listening->objects.count; i++) {
    const struct heard_object *heard = &listening->objects.at[i];
    if (!forbids(witness, hearer.position, action) &&
        forbids(witness, heard->position, action))
      hearer = (struct hearer){heard->position, true, heard->object};
  }
  if (witness->execution)
    note(witness, action, name_of(witness, action), hearer, true);
  return true;
}

void witness_return(struct witness *witness, struct action action) {
  struct hearer hearer = {.position = witness->listening.position};
  if (witness->execution)
    note(witness, action, name_of(witness, action), hearer, false);
}
