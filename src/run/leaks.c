#include "run/leaks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/bitset.h"
#include "run/machine.h"

VEC_DEFINE(object_list, struct space_object *);

struct scan {
  const struct machine *machine;
  struct object_list objects; // that are alive, by address
  struct bitset reached;      // of them, by index
  struct u32_vec todo;        // reached, not yet looked into
};

// What there is

static bool is_block(const struct space_object *object) {
  return object->kind == SPACE_HEAP && name_is_none(object->name);
}

static void list_objects(struct scan *scan) {
  const struct space *space = &scan->machine->space;
  struct space_object *last = NULL;
  for (uint64_t p = 0; p < space->page_count; p++)
    for (uint32_t i = 0; i < SPACE_PAGE_SIZE; i++) {
      struct space_object *object = space->pages[p]->objects[i];
      if (object != last && object->is_alive && object->bytes)
        object_list_push(&scan->objects, object);
      last = object;
    }
}

static int compare(const void *left, const void *right) {
  const struct space_object *a = *(struct space_object *const *)left;
  const struct space_object *b = *(struct space_object *const *)right;
  return (a->base > b->base) - (a->base < b->base);
}

// Reaching

static void reach(struct scan *scan, struct space_object *object) {
  struct space_object **found =
      bsearch(&object, scan->objects.at, scan->objects.count,
              sizeof *scan->objects.at, compare);
  uint32_t index = found ? (uint32_t)(found - scan->objects.at) : 0;
  if (!found || !bitset_add(&scan->reached, index))
    return;
  u32_vec_push(&scan->todo, index);
}

static void reach_address(struct scan *scan, uint64_t address) {
  struct space_object *object = space_find(&scan->machine->space, address);
  uint64_t offset = address - object->base;
  if (object->is_alive && (!offset || offset < object->size))
    reach(scan, object);
}

static void reach_value(struct scan *scan, u128 value, unsigned width) {
  const struct space *space = &scan->machine->space;
  for (unsigned low = 0; low + space->pointer_width <= width; low += 8)
    reach_address(scan, (uint64_t)(value >> low) & space->address_mask);
}

static void look_into(struct scan *scan, const struct space_object *object) {
  unsigned bytes = scan->machine->space.pointer_width / 8;
  for (uint64_t i = 0; i + bytes <= object->size; i++)
    reach_address(scan, (uint64_t)space_get(object->bytes + i, bytes));
}

static void reach_globals(struct scan *scan) {
  const struct machine *machine = scan->machine;
  const struct program *program = machine->program;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    struct slot slot = machine->environment.globals[i];
    if (program->variables.at[i].kind == VARIABLE_GLOBAL && slot.width)
      reach_value(scan, words_get(machine->globals, slot), slot.width);
  }
}

// Parts of expressions are no variables of the program.
static void reach_frame(struct scan *scan, const struct frame *frame) {
  const struct procedure *procedure = frame->code->procedure;
  const struct program *program = scan->machine->program;
  for (uint32_t i = 0; i < procedure->variables.count; i++) {
    struct slot slot = frame->code->variables[i];
    const struct variable_info *info =
        program_variable(program, procedure->variables.at[i]);
    if (slot.width && info->kind != VARIABLE_TEMPORARY)
      reach_value(scan, words_get(frame->words, slot), slot.width);
  }
}

static void reach_all(struct scan *scan) {
  const struct thread_vec *threads = &scan->machine->threads;
  for (uint32_t i = 0; i < scan->objects.count; i++)
    if (!is_block(scan->objects.at[i]))
      reach(scan, scan->objects.at[i]);
  reach_globals(scan);
  for (uint32_t i = 0; i < threads->count; i++)
    for (uint32_t k = 0; k < threads->at[i]->frames.count; k++)
      reach_frame(scan, &threads->at[i]->frames.at[k]);
  while (scan->todo.count)
    look_into(scan, scan->objects.at[u32_vec_pop(&scan->todo)]);
}

// The outcome

static bool is_wanted(const struct leak_wish *wish,
                      const struct space_object *object) {
  return !position_is_known(wish->position) ||
         (name_equal(wish->position.file, object->allocated.file) &&
          wish->position.line == object->allocated.line);
}

static const struct space_object *find(const struct scan *scan,
                                       const struct leak_wish *wish) {
  for (uint32_t i = 0; i < scan->objects.count; i++)
    if (is_block(scan->objects.at[i]) && is_wanted(wish, scan->objects.at[i]) &&
        !bitset_has(&scan->reached, i))
      return scan->objects.at[i];
  return NULL;
}

static void set_outcome(struct machine *machine, enum leak_check check,
                        const struct space_object *object) {
  struct outcome *outcome = &machine->outcome;
  strbuf_clear(&outcome->message);
  strbuf_format(&outcome->message,
                "%" PRIu64 " byte%s of the heap %s allocated here and %s",
                object->size, object->size == 1 ? "" : "s",
                object->size == 1 ? "is" : "are",
                check == LEAKS_FREED
                    ? "not freed when the program ends"
                    : "lost: not freed, and nothing leads there any more");
  outcome->kind = OUTCOME_UNDEFINED;
  outcome->reason = UNDEFINED_LEFT;
  outcome->position = object->allocated;
}

static bool has_ended(const struct machine *machine) {
  return machine->outcome.kind == OUTCOME_EXIT ||
         machine->outcome.kind == OUTCOME_ABORT ||
         machine->outcome.kind == OUTCOME_ASSERTION;
}

void leaks_find(struct machine *machine, const struct leak_wish *wish) {
  struct scan scan = {.machine = machine};
  if (!has_ended(machine))
    return;
  list_objects(&scan);
  if (scan.objects.count)
    qsort(scan.objects.at, scan.objects.count, sizeof *scan.objects.at,
          compare);
  if (wish->check == LEAKS_TRACKED)
    reach_all(&scan);
  const struct space_object *left = find(&scan, wish);
  if (left)
    set_outcome(machine, wish->check, left);
  object_list_release(&scan.objects);
  bitset_release(&scan.reached);
  u32_vec_release(&scan.todo);
}
