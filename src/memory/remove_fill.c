// Calls that change just what one of their arguments points to (`modifies` of a
// specification): every cell there gets any value, and no other.
#include "memory/remover.h"

#include "program/lowering.h"

struct covered {
  struct variable_vec whole;  // all their bytes are written
  struct variable_vec partly; // some are
};

// Does the array of the whole region lie in what is written?
static bool covers_block(const struct remover *r, struct place place,
                         uint64_t size) {
  const struct block *block = remover_block_of(r, place.object);
  return block->kind != BLOCK_MANY && block->size && place.modulus == 0 &&
         place.offset == 0 && block->size <= size;
}

// A size of 0: all of the object.
static void list_covered(const struct remover *r, struct place place,
                         uint64_t size, struct covered *covered) {
  const struct region *region = remover_region_of(r, place.object);
  bool is_many = remover_block_of(r, place.object)->kind == BLOCK_MANY;
  bool is_all = size ? covers_block(r, place, size) : !is_many;
  bool is_exact = place.modulus == 0 && !region->period;
  uint64_t first = (uint64_t)place.offset, end = first + size;
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    uint64_t last = cell->end ? cell->end : cell->offset + cell->size;
    bool is_inside = is_exact && first <= cell->offset && last <= end;
    bool is_apart = is_exact && size && (last <= first || end <= cell->offset);
    if (is_all || is_inside)
      variable_vec_push(&covered->whole, cell->variable);
    else if (!is_apart)
      variable_vec_push(&covered->partly, cell->variable);
  }
}

static void fill_place(struct remover *r, struct place place, uint64_t size,
                       struct name callee, struct location_id from,
                       struct location_id to) {
  struct covered covered = {0};
  if (!remover_is_outside(r, place))
    list_covered(r, place, size, &covered);
  from = remover_emit_havoc(r, from, &covered.whole, ORIGIN_ASSUMPTION, callee);
  from = remover_emit_havoc(r, from, &covered.partly, ORIGIN_APPROXIMATION,
                            callee);
  remover_emit_skip(r, from, to);
  variable_vec_release(&covered.whole);
  variable_vec_release(&covered.partly);
}

// What the argument points to becomes any value of the type, or without one all
// of the object. Where that is nothing that can be written, nothing is.
static void fill(struct remover *r, const struct operation *op,
                 uint32_t argument, struct ctype type, struct location_id from,
                 struct location_id to) {
  const struct procedure *callee =
      program_procedure(r->program, op->call.callee);
  uint64_t size = ctype_bare(r->program->types, type)->bit_size / 8;
  struct access access;
  if (type.id && !size) {
    remover_emit_skip(r, from, to);
    return;
  }
  remover_access_init(r, &access, op->call.arguments[argument],
                      remover_pointer_const(r, size ? size : 1), true);
  struct term valid = remover_access_is_valid_term(r, &access);
  if (!term_is_true(r->terms, valid))
    remover_emit_skip(
        r, remover_emit_assume(r, from, term_not(r->terms, valid)), to);
  if (!term_is_false(r->terms, valid)) {
    from = remover_emit_assume(r, from, valid);
    for (uint32_t i = 0; i < access.places.count; i++) {
      struct location_id inside = remover_enter_place(r, &access, i, &from);
      fill_place(r, access.places.at[i], size, callee->name, inside, to);
    }
  }
  remover_access_release(&access);
}

void remover_translate_fill(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to) {
  const struct procedure *callee =
      program_procedure(r->program, op->call.callee);
  fill(r, op, op->call.count - 1, callee->filled, from, to);
}

struct location_id remover_fill_result(struct remover *r,
                                       const struct operation *op,
                                       struct location_id from) {
  const struct procedure *callee =
      program_procedure(r->program, op->call.callee);
  uint32_t result = lowering_result(callee);
  if (result >= op->call.count)
    return from;
  struct ctype type = lowering_type(r->program, callee, result).type;
  struct location_id to = remover_new_location(r);
  fill(r, op, result, type, from, to);
  return to;
}
