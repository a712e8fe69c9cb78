// Reading half of a pointer: the int of a union of an int and a pointer, say.
//
// What is there is a number in most executions that come here, and then what is
// read is one, too. In those where it is an address the value would depend on
// the layout, and so would all that is computed from it: there we say that we
// do not know. That lets every value that was loaded so be a number
// (targets.h).
#include "memory/remover.h"

// Is the value an address in the block, or just behind it?
static struct term lies_in(struct remover *r, struct term value,
                           uint32_t number) {
  const struct block *block = remover_block_of(r, number);
  const struct region *region = remover_region_of(r, number);
  struct term offset = term_sub(r->terms, value, region->base);
  struct term size = block->kind == BLOCK_MANY
                         ? program_term(r->program, region->top)
                     : block->size ? remover_pointer_const(r, block->size)
                                   : program_term(r->program, region->size);
  return term_compare(r->terms, OP_ULE, offset, size);
}

static bool can_be_held(const struct remover *r, uint32_t number) {
  const struct block *block = remover_block_of(r, number);
  const struct region *region = remover_region_of(r, number);
  return block->kind != BLOCK_OUTSIDE && !term_is_none(region->base) &&
         (block->size || block->kind == BLOCK_MANY ||
          !variable_is_none(region->size));
}

// The pointer around the bytes at the spot: its cell, or, where the cells are
// smaller, two of them. False when that cannot be told: at a computed index of
// elements that are smaller than a pointer nobody knows which half it is.
static bool read_whole(struct remover *r, struct spot spot,
                       struct term *whole) {
  const struct region *region = remover_region_of(r, spot.block);
  const struct cell *cell = region_cell(region, spot.offset);
  uint64_t bytes = r->program->pointer_width / 8;
  if (!cell || cell->size > bytes ||
      (!term_is_none(spot.index) && cell->period % bytes))
    return false;
  spot.offset -= cell->size == bytes ? cell_within(cell, spot.offset)
                                     : spot.offset % bytes;
  return region_read(r->regions, spot, bytes, whole);
}

// Is there room for a pointer at all?
static bool has_room(const struct remover *r, struct place place) {
  uint64_t size = remover_block_of(r, place.object)->size;
  return !size || size >= r->program->pointer_width / 8;
}

struct location_id remover_guard_half(struct remover *r,
                                      const struct operation *op,
                                      struct place place, struct spot spot,
                                      struct location_id from) {
  struct place_vec held = {0};
  struct term is_address = term_false(r->terms), whole;
  if (!targets_loads_half(r->removal->targets, op) || !has_room(r, place))
    return from;
  targets_held(r->removal->targets, place, r->program->pointer_width / 16,
               &held);
  bool is_known = read_whole(r, spot, &whole);
  for (uint32_t i = 0; i < held.count; i++) {
    if (remover_is_outside(r, held.at[i]))
      continue;
    bool is_told = is_known && can_be_held(r, held.at[i].object);
    is_address = term_or(r->terms, is_address,
                         is_told ? lies_in(r, whole, held.at[i].object)
                                 : term_true(r->terms));
  }
  place_vec_release(&held);
  if (term_is_false(r->terms, is_address))
    return from;
  struct location_id there = remover_emit_assume(r, from, is_address);
  remover_emit(
      r, there,
      operation_unsupported(intern(r->program->names, "half of an address")));
  return remover_emit_assume(r, from, term_not(r->terms, is_address));
}
