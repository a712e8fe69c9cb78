#include "run/leaks.h"

#include <inttypes.h>

#include "run/reach.h"

static bool is_block(const struct space_object *object) {
  return object->kind == SPACE_HEAP && name_is_none(object->name);
}

// Parts of expressions are no variables of the program.
static void reach_frame(struct reach *reach, const struct frame *frame) {
  const struct procedure *procedure = frame->code->procedure;
  const struct program *program = reach->machine->program;
  for (uint32_t i = 0; i < procedure->variables.count; i++) {
    struct slot slot = frame->code->variables[i];
    const struct variable_info *info =
        program_variable(program, procedure->variables.at[i]);
    if (slot.width && info->kind != VARIABLE_TEMPORARY)
      reach_value(reach, words_get(frame->words, slot), slot.width);
  }
}

static void reach_all(struct reach *reach) {
  const struct thread_vec *threads = &reach->machine->threads;
  for (uint32_t i = 0; i < reach->objects.count; i++)
    if (!is_block(reach->objects.at[i]))
      reach_object(reach, reach->objects.at[i]);
  reach_globals(reach);
  for (uint32_t i = 0; i < threads->count; i++)
    for (uint32_t k = 0; k < threads->at[i]->frames.count; k++)
      reach_frame(reach, &threads->at[i]->frames.at[k]);
  reach_finish(reach);
}

// The outcome

static bool is_wanted(const struct leak_wish *wish,
                      const struct space_object *object) {
  return !position_is_known(wish->position) ||
         (name_equal(wish->position.file, object->allocated.file) &&
          wish->position.line == object->allocated.line);
}

static const struct space_object *find(const struct reach *reach,
                                       const struct leak_wish *wish) {
  for (uint32_t i = 0; i < reach->objects.count; i++)
    if (is_block(reach->objects.at[i]) &&
        is_wanted(wish, reach->objects.at[i]) &&
        !bitset_has(&reach->reached, i))
      return reach->objects.at[i];
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
  struct reach reach;
  if (!has_ended(machine))
    return;
  reach_init(&reach, machine);
  if (wish->check == LEAKS_TRACKED)
    reach_all(&reach);
  const struct space_object *left = find(&reach, wish);
  if (left)
    set_outcome(machine, wish->check, left);
  reach_release(&reach);
}
