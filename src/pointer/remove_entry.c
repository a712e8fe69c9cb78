// How a component and its instances start.
#include "pointer/remover.h"

// Frames

// The cells of the frame objects of an instance, when it is entered.
static void list_frame(const struct remover *r, uint32_t instance,
                       struct variable_vec *into) {
  const struct inline_instance *info = &r->inlined->instances.at[instance];
  const struct procedure *procedure =
      program_procedure(r->program, info->procedure);
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    struct object_id object = r->from->objects.at[info->first_object + i];
    remover_list_cells(r, object.id, into);
  }
}

struct location_id remover_enter_frame(struct remover *r, uint32_t instance,
                                       struct location_id from) {
  struct variable_vec cells = {0};
  list_frame(r, instance, &cells);
  from = remover_emit_havoc(r, from, &cells, ORIGIN_UNINITIALISED,
                            intern(r->program->names, "frame"));
  variable_vec_release(&cells);
  return remover_emit_lives(r, instance, from, true);
}

// Heap areas of allocations that give indeterminate bytes.
struct location_id remover_havoc_areas(struct remover *r,
                                       struct location_id from) {
  struct variable_vec cells = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    if (remover_block_of(r, b)->kind != BLOCK_MANY)
      continue;
    const struct operation *op =
        &r->from->edges.at[remover_block_of(r, b)->edge].op;
    if (op->kind != OPERATION_ALLOCATE || !op->allocate.is_zeroed)
      remover_list_cells(r, b, &cells);
  }
  from = remover_emit_havoc(r, from, &cells, ORIGIN_UNINITIALISED,
                            intern(r->program->names, "allocated bytes"));
  variable_vec_release(&cells);
  return from;
}

// Nothing is allocated yet, wherever the component starts.
struct location_id remover_reset_areas(struct remover *r,
                                       struct location_id from) {
  struct binding_vec bindings = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct region *region = remover_region_of(r, b);
    struct term zero = remover_pointer_const(r, 0);
    if (!variable_is_none(region->top))
      binding_vec_push(&bindings, (struct binding){region->top, zero});
    if (!variable_is_none(region->size) && remover_block_of(r, b)->edge)
      binding_vec_push(&bindings, (struct binding){region->size, zero});
  }
  if (bindings.count)
    from = remover_emit(
        r, from, operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// Pointers of the entry state are null or point to their objects, which have a
// size in the range.
struct location_id remover_assume_entry(struct remover *r,
                                        struct location_id from) {
  const struct entry_state *entry = &r->removal->entry;
  for (uint32_t i = 0; i < entry->pointers.count; i++) {
    const struct entry_pointer *pointer = &entry->pointers.at[i];
    struct term value;
    if (!variable_is_none(pointer->variable)) {
      value = program_term(r->program, pointer->variable);
    } else {
      struct place place = {pointer->holder.id, (int64_t)pointer->offset, 0};
      struct term address =
          term_add(r->terms, remover_region_of(r, place.object)->base,
                   remover_pointer_const(r, pointer->offset));
      if (!region_read(r->regions, region_spot(r->regions, place, address),
                       r->program->pointer_width / 8, &value))
        continue;
    }
    struct term target = program_term(
        r->program, program_object(r->program, pointer->target)->address);
    from = remover_emit_assume(
        r, from,
        term_or(r->terms, term_eq(r->terms, value, remover_pointer_const(r, 0)),
                term_eq(r->terms, value, target)));
  }
  for (uint32_t i = 0; i < entry->objects.count; i++) {
    const struct region *region =
        remover_region_of(r, entry->objects.at[i].object.id);
    if (variable_is_none(region->size))
      continue;
    struct term size = program_term(r->program, region->size);
    struct term least = remover_pointer_const(r, entry->objects.at[i].least);
    from = remover_emit_assume(
        r, from,
        term_and(r->terms, term_compare(r->terms, OP_ULE, least, size),
                 term_compare(r->terms, OP_ULE, size,
                              remover_pointer_const(r, ENTRY_SIZE))));
  }
  return from;
}
