#include "run/lost.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
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

void lost_hand(struct lost *lost, const struct library_call *call) {
  struct reach reach;
  reach_init(&reach, call->machine);
  for (uint32_t i = 0; i < call->count; i++)
    reach_value(&reach, argument(call, i),
                call->machine->program->pointer_width);
  reach_finish(&reach);
  for (uint32_t i = 0; i < lost->objects.count; i++) {
    struct given_object *one = &lost->objects.at[i];
    one->is_handed |= is_there(one) && reach_has(&reach, one->object);
  }
  reach_release(&reach);
}

static bool is_changed(const struct given_object *one) {
  return memcmp(one->bytes, one->object->bytes, one->size) != 0;
}

// Somebody else is taken to hold it.
static bool is_held(const struct given_object *one) {
  return is_there(one) && (one->is_known || one->is_handed || is_changed(one));
}

static void set_outcome(struct machine *machine,
                        const struct given_object *one) {
  struct outcome *outcome = &machine->outcome;
  strbuf_clear(&outcome->message);
  strbuf_format(&outcome->message,
                "`%s` (%" PRIu64
                " byte%s), which is given, is lost: not freed, "
                "and nothing leads there any more",
                name_text(machine->program->names, one->object->name),
                one->size, one->size == 1 ? "" : "s");
  outcome->kind = OUTCOME_UNDEFINED;
  outcome->reason = UNDEFINED_LOST;
}

void lost_find(const struct lost *lost, struct machine *machine) {
  struct reach reach;
  if (machine->outcome.kind != OUTCOME_EXIT || !machine->has_result)
    return;
  reach_init(&reach, machine);
  for (uint32_t i = 0; i < lost->objects.count; i++)
    if (is_held(&lost->objects.at[i]))
      reach_object(&reach, lost->objects.at[i].object);
  reach_own(&reach);
  reach_value(&reach, machine->result, machine->program->pointer_width);
  reach_finish(&reach);
  const struct given_object *gone = NULL;
  for (uint32_t i = 0; i < lost->objects.count && !gone; i++)
    if (is_there(&lost->objects.at[i]) &&
        !reach_has(&reach, lost->objects.at[i].object))
      gone = &lost->objects.at[i];
  if (gone)
    set_outcome(machine, gone);
  reach_release(&reach);
}

void lost_release(struct lost *lost) {
  for (uint32_t i = 0; i < lost->objects.count; i++)
    free(lost->objects.at[i].bytes);
  given_object_vec_release(&lost->objects);
}
