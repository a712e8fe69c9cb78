#include "run/lost.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "library/routine.h"
#include "run/reach.h"

// Is the parameter a pointer to pointers?
static bool is_result(const struct machine *machine,
                      const struct procedure *procedure, uint32_t index) {
  const struct program *program = machine->program;
  struct ctype type =
      program_variable(program, procedure->parameters.at[index])->type;
  const struct ctype_info *info = ctype_bare(program->types, type);
  return info->kind == CTYPE_POINTER &&
         ctype_bare(program->types, info->target)->kind == CTYPE_POINTER;
}

// What an object holds.
static void reach_held(struct reach *reach, uint64_t address) {
  const struct space *space = &reach->machine->space;
  const struct space_object *object = space_find(space, address);
  unsigned bytes = space->pointer_width / 8;
  for (uint64_t i = 0; object->bytes && i + bytes <= object->size; i += bytes)
    reach_value(reach, space_get(object->bytes + i, bytes), 8 * bytes);
}

// What the caller knows the address of: what the function was given itself, and
// what lies where it puts results.
static void reach_parameters(struct reach *reach) {
  const struct machine *machine = reach->machine;
  const struct frame *frame = &machine->current->frames.at[0];
  const struct code *code = frame->code;
  for (uint32_t i = 0; i < code->parameter_count; i++) {
    u128 value = words_get(frame->words, code->parameters[i]);
    reach_value(reach, value, code->parameters[i].width);
    if (is_result(machine, code->procedure, i))
      reach_held(reach, (uint64_t)value);
  }
}

static void reach_own(struct reach *reach) {
  for (uint32_t i = 0; i < reach->objects.count; i++)
    if (reach->objects.at[i]->kind != SPACE_HEAP)
      reach_object(reach, reach->objects.at[i]);
  reach_globals(reach);
}

static void add(struct lost *lost, struct space_object *object, bool is_known) {
  struct given_object one = {.object = object,
                             .base = object->base,
                             .size = object->size,
                             .is_known = is_known};
  one.bytes = memory_new_zero(object->size + 1, 1);
  memcpy(one.bytes, object->bytes, object->size);
  given_object_vec_push(&lost->objects, one);
}

void lost_begin(struct lost *lost, const struct machine *machine) {
  struct reach direct, all;
  if (!machine->current || !machine->current->frames.count)
    return;
  reach_init(&direct, machine);
  reach_init(&all, machine);
  reach_parameters(&direct);
  reach_parameters(&all);
  reach_finish(&all);
  for (uint32_t i = 0; i < all.objects.count; i++) {
    struct space_object *object = all.objects.at[i];
    if (object->kind == SPACE_HEAP && reach_has(&all, object))
      add(lost, object, reach_has(&direct, object));
  }
  reach_release(&direct);
  reach_release(&all);
}

static bool is_there(const struct given_object *one) {
  return one->object->is_alive && one->object->bytes &&
         one->object->base == one->base && one->object->size == one->size;
}

// Beside what it gets, a routine that is modelled may remember an address.
static void hand_all(const struct library_call *call) {
  struct reach reach;
  reach_init(&reach, call->machine);
  for (uint32_t i = 0; i < call->count; i++)
    reach_value(&reach, argument(call, i),
                call->machine->program->pointer_width);
  reach_finish(&reach);
  for (uint32_t i = 0; i < reach.objects.count; i++)
    if (reach_has(&reach, reach.objects.at[i]))
      reach.objects.at[i]->is_handed = true;
  reach_release(&reach);
}

void lost_hand(struct lost *lost, const struct library_call *call) {
  hand_all(call);
  for (uint32_t i = 0; i < lost->objects.count; i++) {
    struct given_object *one = &lost->objects.at[i];
    one->is_handed |= is_there(one) && one->object->is_handed;
  }
}

void lost_remember(struct lost *lost, const struct library_call *call) {
  const char *effects = routine_pointers(library_name(call));
  if (effects && (strstr(effects, "keep:") || strstr(effects, "later:") ||
                  strstr(effects, "*saved=")))
    lost_hand(lost, call);
}

static bool is_changed(const struct given_object *one) {
  return memcmp(one->bytes, one->object->bytes, one->size) != 0;
}

// Somebody else is taken to hold it.
static bool is_held(const struct given_object *one) {
  return is_there(one) && (one->is_known || one->is_handed || is_changed(one));
}

static void tell(struct machine *machine, const struct space_object *object,
                 unsigned depth) {
  struct outcome *outcome = &machine->outcome;
  bool is_given = !name_is_none(object->name);
  strbuf_clear(&outcome->message);
  if (is_given)
    strbuf_format(&outcome->message,
                  "`%s` (%" PRIu64 " byte%s), which is given",
                  name_text(machine->program->names, object->name),
                  object->size, object->size == 1 ? "" : "s");
  else
    strbuf_format(
        &outcome->message,
        "a block of %" PRIu64 " byte%s, which is allocated in line %u",
        object->size, object->size == 1 ? "" : "s", object->allocated.line);
  strbuf_add(&outcome->message,
             ", is lost: not freed, and nothing leads there any more");
  outcome->kind = OUTCOME_UNDEFINED;
  outcome->reason = UNDEFINED_LOST;
  outcome->depth = depth;
}

// How far the object is from what the function is given: `in.p.8` is nearer
// than `in.p.8.0`, and objects of an end (confirm/drawn.h) are far away.
static unsigned depth_of(const struct machine *machine,
                         const struct space_object *object) {
  enum { FAR = 100 };
  const char *name = name_text(machine->program->names, object->name);
  unsigned depth = strstr(name, "end.") ? FAR : 1;
  for (; *name; name++)
    depth += *name == '.';
  return depth;
}

// The nearest of those that were given and are lost.
static void find_given(const struct lost *lost, struct machine *machine,
                       const struct reach *reach) {
  const struct given_object *gone = NULL;
  unsigned depth = UINT_MAX;
  for (uint32_t i = 0; i < lost->objects.count; i++) {
    const struct given_object *one = &lost->objects.at[i];
    if (is_there(one) && !reach_has(reach, one->object) &&
        depth_of(machine, one->object) < depth) {
      gone = one;
      depth = depth_of(machine, one->object);
    }
  }
  if (gone)
    tell(machine, gone->object, depth);
}

static bool is_new(const struct space_object *object) {
  return object->kind == SPACE_HEAP && name_is_none(object->name) &&
         position_is_known(object->allocated);
}

static void reach_held_or_handed(const struct lost *lost, struct reach *reach) {
  for (uint32_t i = 0; i < lost->objects.count; i++)
    if (is_held(&lost->objects.at[i]))
      reach_object(reach, lost->objects.at[i].object);
  for (uint32_t i = 0; i < reach->objects.count; i++)
    if (reach->objects.at[i]->is_handed)
      reach_object(reach, reach->objects.at[i]);
}

void lost_find(const struct lost *lost, struct machine *machine) {
  struct reach reach;
  const struct space_object *gone = NULL;
  if (machine->outcome.kind != OUTCOME_EXIT || !machine->has_result)
    return;
  reach_init(&reach, machine);
  reach_held_or_handed(lost, &reach);
  reach_own(&reach);
  reach_value(&reach, machine->result, machine->program->pointer_width);
  reach_finish(&reach);
  for (uint32_t i = 0; i < reach.objects.count && !gone; i++)
    if (is_new(reach.objects.at[i]) && !reach_has(&reach, reach.objects.at[i]))
      gone = reach.objects.at[i];
  if (gone)
    tell(machine, gone, 0);
  else
    find_given(lost, machine, &reach);
  reach_release(&reach);
}

void lost_release(struct lost *lost) {
  for (uint32_t i = 0; i < lost->objects.count; i++)
    free(lost->objects.at[i].bytes);
  given_object_vec_release(&lost->objects);
}
