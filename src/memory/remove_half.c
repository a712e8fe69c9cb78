// Reading half of a pointer: the int of a union of an int and a pointer, say.
//
// What is there is a number in most executions that come here, and then what is
// read is one, too. In those where it is an address the value depends on the
// layout: there it is any number, and where an address is made of it, that is
// ANYWHERE (targets.h). So the pointers that such a union may hold say nothing
// about where its numbers point.
//
// Halves that were stored as such are what they are: parts of the addresses
// that they were made of, and so is what is put together from them.
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

// Is what is read half of an address?
static struct term is_half(struct remover *r, struct place place,
                           struct spot spot) {
  struct place_vec held = {0};
  struct term is_address = term_false(r->terms), whole;
  targets_held_around(r->removal->targets, place, &held);
  bool is_known = read_whole(r, spot, &whole);
  for (uint32_t i = 0; i < held.count; i++) {
    if (remover_is_outside(r, held.at[i]))
      continue; // any value already
    bool is_told = is_known && can_be_held(r, held.at[i].object);
    is_address = term_or(r->terms, is_address,
                         is_told ? lies_in(r, whole, held.at[i].object)
                                 : term_true(r->terms));
  }
  place_vec_release(&held);
  return is_address;
}

struct location_id remover_open_half(struct remover *r,
                                     const struct operation *op,
                                     struct place place, struct spot spot,
                                     struct location_id from,
                                     struct location_id to) {
  if (!targets_loads_half(r->removal->targets, op) || !has_room(r, place))
    return from;
  struct term is_address = is_half(r, place, spot);
  if (term_is_false(r->terms, is_address))
    return from;
  r->removal->approximations++;
  remover_emit_to(
      r, remover_emit_assume(r, from, is_address), to,
      operation_havoc(r->program, &op->memory.target, 1, ORIGIN_APPROXIMATION,
                      intern(r->program->names, "half of an address")),
      UNDEFINED_NONE);
  return remover_emit_assume(r, from, term_not(r->terms, is_address));
}
