#include "run/reach.h"

#include <stdlib.h>

static void list_objects(struct reach *reach) {
  const struct space *space = &reach->machine->space;
  struct space_object *last = NULL;
  for (uint64_t p = 0; p < space->page_count; p++)
    for (uint32_t i = 0; i < SPACE_PAGE_SIZE; i++) {
      struct space_object *object = space->pages[p]->objects[i];
      if (object != last && object->is_alive && object->bytes)
        object_list_push(&reach->objects, object);
      last = object;
    }
}

static int compare(const void *left, const void *right) {
  const struct space_object *a = *(struct space_object *const *)left;
  const struct space_object *b = *(struct space_object *const *)right;
  return (a->base > b->base) - (a->base < b->base);
}

void reach_object(struct reach *reach, struct space_object *object) {
  struct space_object **found =
      bsearch(&object, reach->objects.at, reach->objects.count,
              sizeof *reach->objects.at, compare);
  uint32_t index = found ? (uint32_t)(found - reach->objects.at) : 0;
  if (!found || !bitset_add(&reach->reached, index))
    return;
  u32_vec_push(&reach->todo, index);
}

static void reach_address(struct reach *reach, uint64_t address) {
  struct space_object *object = space_find(&reach->machine->space, address);
  uint64_t offset = address - object->base;
  if (object->is_alive && (!offset || offset < object->size))
    reach_object(reach, object);
}

void reach_value(struct reach *reach, u128 value, unsigned width) {
  const struct space *space = &reach->machine->space;
  for (unsigned low = 0; low + space->pointer_width <= width; low += 8)
    reach_address(reach, (uint64_t)(value >> low) & space->address_mask);
}

static void look_into(struct reach *reach, const struct space_object *object) {
  unsigned bytes = reach->machine->space.pointer_width / 8;
  for (uint64_t i = 0; i + bytes <= object->size; i++)
    reach_address(reach, (uint64_t)space_get(object->bytes + i, bytes));
}

void reach_globals(struct reach *reach) {
  const struct machine *machine = reach->machine;
  const struct program *program = machine->program;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct slot slot = machine->environment.globals[i];
    if (program->variables.at[i].kind == VARIABLE_GLOBAL && slot.width)
      reach_value(reach, words_get(machine->globals, slot), slot.width);
  }
}

void reach_init(struct reach *reach, const struct machine *machine) {
  *reach = (struct reach){.machine = machine};
  list_objects(reach);
  if (reach->objects.count)
    qsort(reach->objects.at, reach->objects.count, sizeof *reach->objects.at,
          compare);
}

void reach_release(struct reach *reach) {
  object_list_release(&reach->objects);
  bitset_release(&reach->reached);
  u32_vec_release(&reach->todo);
}

void reach_finish(struct reach *reach) {
  while (reach->todo.count)
    look_into(reach, reach->objects.at[u32_vec_pop(&reach->todo)]);
}

bool reach_has(const struct reach *reach, struct space_object *object) {
  struct space_object **found =
      bsearch(&object, reach->objects.at, reach->objects.count,
              sizeof *reach->objects.at, compare);
  return found &&
         bitset_has(&reach->reached, (uint32_t)(found - reach->objects.at));
}
