#include "memory/targets.h"

#include <stdlib.h>

#include "base/memory.h"
#include "memory/targeting.h"
#include "program/initial.h"

// Addresses in initialisers.
static void start(struct targets *t) {
  for (uint32_t i = 1; i < t->program->objects.count; i++) {
    const struct object_info *info = &t->program->objects.at[i];
    for (uint32_t k = 0; k < info->relocation_count; k++) {
      const struct relocation *relocation = &info->relocations[k];
      struct place_vec value = {0};
      targets_evaluate(t, relocation->value, MOST_DEPTH, &value);
      targets_put(t, (struct place){i, (int64_t)relocation->offset, 0},
                  targets_bytes_of(t, relocation->value), &value);
      place_vec_release(&value);
    }
  }
  for (uint32_t i = 1; i < t->variable_count; i++) {
    const struct variable_info *info = &t->program->variables.at[i];
    struct place_vec value = {0};
    if (info->kind == VARIABLE_GLOBAL && !term_is_none(info->initial))
      targets_evaluate(t, info->initial, MOST_DEPTH, &value);
    targets_set_value(t, (struct variable){i}, &value);
    place_vec_release(&value);
  }
}

// A pointer that has no input object points outside.
static void start_variable(struct targets *t, struct variable variable) {
  const struct entry_state *entry = t->options.entry;
  struct place_vec value = {0};
  const struct variable_info *info = program_variable(t->program, variable);
  bool is_initial = entry && initial_variable(t->program, info);
  if (info->is_fixed || is_initial)
    return;
  for (uint32_t i = 0; entry && i < entry->pointers.count; i++)
    if (variable_equal(entry->pointers.at[i].variable, variable))
      place_add(&value, (struct place){entry->pointers.at[i].target.id, 0, 0});
  if (!value.count && targets_holds_pointer(t, variable))
    place_add(&value, (struct place){t->outside, 0, 1});
  if (value.count)
    targets_set_value(t, variable, &value);
  place_vec_release(&value);
}

static void start_entry(struct targets *t) {
  const struct entry_state *entry = t->options.entry;
  for (uint32_t i = 1; i < t->variable_count; i++)
    if (t->program->variables.at[i].kind == VARIABLE_GLOBAL)
      start_variable(t, (struct variable){i});
  for (uint32_t i = 0; i < entry->pointers.count; i++) {
    const struct entry_pointer *pointer = &entry->pointers.at[i];
    struct place_vec value = {0};
    place_add(&value, (struct place){pointer->target.id, 0, 0});
    if (pointer->holder.id)
      targets_put(
          t, (struct place){pointer->holder.id, (int64_t)pointer->offset, 0},
          t->program->pointer_width / 8, &value);
    place_vec_release(&value);
  }
  struct place_vec outside = {0};
  place_add(&outside, (struct place){t->outside, 0, 1});
  for (uint32_t i = 0; i < entry->holes.count; i++) {
    const struct entry_hole *hole = &entry->holes.at[i];
    struct place at = {hole->object.id, (int64_t)hole->offset, 0};
    targets_put_typed(t, place_shift(at, 0, hole->every), hole->type, &outside);
  }
  place_vec_release(&outside);
}

static bool frees(const struct targets *t) {
  for (uint32_t i = 1; i < t->procedure->edges.count; i++) {
    enum operation_kind kind = t->procedure->edges.at[i].op.kind;
    if (kind == OPERATION_FREE || (kind == OPERATION_CALL && t->of_edge[i]))
      return true;
  }
  return false;
}

struct targets *targets_new(const struct program *program,
                            const struct procedure *procedure,
                            const struct targets_options *options) {
  struct targets *t = memory_new_zero(1, sizeof *t);
  t->program = program;
  t->procedure = procedure;
  t->options = *options;
  t->variable_count = program->variables.count;
  t->values = memory_new_zero(t->variable_count, sizeof *t->values);
  targets_add_blocks(t);
  t->frees = frees(t);
  t->contents = memory_new_zero(t->blocks.count, sizeof *t->contents);
  t->elements = memory_new_zero(t->blocks.count, sizeof *t->elements);
  start(t);
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    start_variable(t, procedure->parameters.at[i]);
  if (options->entry)
    start_entry(t);
  do {
    t->has_changed = false;
    for (uint32_t i = 1; i < procedure->edges.count; i++)
      targets_flow(t, i);
    targets_close_escaped(t);
  } while (t->has_changed && t->work < TARGETS_WORK);
  t->is_given_up = t->has_changed;
  return t;
}

void targets_free(struct targets *t) {
  for (uint32_t i = 0; i < t->variable_count; i++)
    place_vec_release(&t->values[i]);
  for (uint32_t i = 0; i < t->blocks.count; i++) {
    for (uint32_t k = 0; k < t->contents[i].count; k++)
      place_vec_release(&t->contents[i].at[k].value);
    content_vec_release(&t->contents[i]);
  }
  free(t->contents);
  free(t->elements);
  free(t->values);
  free(t->of_edge);
  block_vec_release(&t->blocks);
  bitset_release(&t->collapsed);
  bitset_release(&t->escaped);
  bitset_release(&t->stepped);
  free(t);
}

void targets_set_size(struct targets *t, uint32_t block, uint64_t size) {
  t->blocks.at[block].size = size;
}

const struct block_vec *targets_blocks(const struct targets *t) {
  return &t->blocks;
}

bool targets_is_open(const struct targets *t) {
  return t->options.entry != NULL;
}

bool targets_is_given_up(const struct targets *t) {
  return t->is_given_up;
}

bool targets_may_end(const struct targets *t, uint32_t block) {
  const struct block *info = &t->blocks.at[block];
  switch (info->kind) {
  case BLOCK_NAMED: {
    const struct object_info *object = program_object(t->program, info->object);
    return object->kind == OBJECT_FRAME && object->escapes;
  }
  case BLOCK_ONCE:
  case BLOCK_MANY: return info->edge && t->frees;
  default: return false;
  }
}

uint32_t targets_outside(const struct targets *t) {
  return t->outside;
}

uint32_t targets_anywhere(const struct targets *t) {
  return t->anywhere;
}

uint32_t targets_of_edge(const struct targets *t, uint32_t edge) {
  return t->of_edge[edge];
}

bool targets_escapes(const struct targets *t, uint32_t block) {
  return bitset_has(&t->escaped, block);
}

bool targets_has_address(const struct targets *t, struct variable variable) {
  if (variable.id >= t->variable_count)
    return false;
  const struct place_vec *value = &t->values[variable.id];
  return value->count > 1 ||
         (value->count == 1 && value->at[0].object != t->anywhere);
}
