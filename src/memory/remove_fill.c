// Calls that change just what one of their arguments points to (`modifies` of a
// specification): every cell there gets any value, and no other. Where it can
// be told which bytes of a cell those are, the others keep theirs: in an array
// it is a cell of all elements. Where it cannot (an object as a whole on the
// heap, much at once) what is beside them is an approximation.
#include "memory/remover.h"

#include "program/lowering.h"

enum { MOST_PIECES = 64 };

struct covered {
  struct variable_vec whole;  // all their bytes are written
  struct variable_vec pieces; // some are, and it is known which
  struct variable_vec partly; // some are, or none
};

// Does the array of the whole region lie in what is written?
static bool covers_block(const struct remover *r, struct place place,
                         uint64_t size) {
  const struct block *block = remover_block_of(r, place.object);
  return block->kind != BLOCK_MANY && block->size && place.modulus == 0 &&
         place.offset == 0 && block->size <= size;
}

// Can what is written there be told, cell by cell?
static bool has_pieces(const struct remover *r, struct place place,
                       uint64_t size) {
  const struct region *region = remover_region_of(r, place.object);
  bool is_at_element =
      !place.modulus || (region->period && place.modulus % region->period == 0);
  uint64_t least = region->period && region->period < 4 ? region->period : 4;
  return size && is_at_element && size / least <= MOST_PIECES;
}

// A size of 0: all of the object.
static void list_covered(const struct remover *r, struct place place,
                         uint64_t size, struct covered *covered) {
  const struct region *region = remover_region_of(r, place.object);
  bool is_many = remover_block_of(r, place.object)->kind == BLOCK_MANY;
  bool is_all = size ? covers_block(r, place, size) : !is_many;
  bool is_exact = place.modulus == 0 && !region->period;
  bool is_told = has_pieces(r, place, size);
  uint64_t first = (uint64_t)place.offset, end = first + size;
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    uint64_t last = cell->end ? cell->end : cell->offset + cell->size;
    bool is_inside = is_exact && first <= cell->offset && last <= end;
    bool is_apart = is_exact && size && (last <= first || end <= cell->offset);
    if (is_all || is_inside)
      variable_vec_push(&covered->whole, cell->variable);
    else if (!is_apart)
      variable_vec_push(is_told ? &covered->pieces : &covered->partly,
                        cell->variable);
  }
}

// Variables for what was in the cells before, and a region of these.
static struct location_id keep_cells(struct remover *r,
                                     const struct region *region,
                                     struct region *kept,
                                     struct location_id from) {
  struct binding_vec bindings = {0};
  *kept = *region;
  kept->cells = (struct cell_vec){0};
  cell_vec_append(&kept->cells, region->cells.at, region->cells.count);
  for (uint32_t i = 0; i < kept->cells.count; i++) {
    struct term old = program_term(r->program, region->cells.at[i].variable);
    kept->cells.at[i].variable =
        remover_add_variable(r, "kept", term_sort(r->terms, old));
    binding_vec_push(&bindings,
                     (struct binding){kept->cells.at[i].variable, old});
  }
  return remover_emit_all(r, from, &bindings);
}

// What is read of the cells is written to those that were kept.
static void list_pieces(struct remover *r, struct spot spot, uint64_t size,
                        const struct region *kept,
                        struct binding_vec *bindings) {
  struct region *region = &r->regions->at.at[spot.block], own = *region;
  for (uint64_t at = 0; at < size;) {
    struct spot to = region_later(r->regions, spot, at);
    const struct cell *cell = region_cell(region, to.offset);
    if (!cell) {
      at += region_gap(region, to.offset);
      continue;
    }
    uint64_t count = cell->size - cell_within(cell, to.offset);
    struct term value;
    if (count > size - at)
      count = size - at;
    if (region_read(r->regions, to, count, &value)) {
      *region = *kept;
      region_write(r->regions, to, count, value, bindings);
      *region = own;
    }
    at += count;
  }
}

static bool has_variable(const struct variable_vec *all,
                         struct variable variable) {
  for (uint32_t i = 0; i < all->count; i++)
    if (variable_equal(all->at[i], variable))
      return true;
  return false;
}

// The cells get any value, which an oracle can name, and then back what lies
// beside what is written.
static struct location_id
fill_pieces(struct remover *r, const struct access *access, struct place place,
            uint64_t size, const struct covered *covered, struct name callee,
            struct location_id from) {
  const struct region *region = remover_region_of(r, place.object);
  struct region kept;
  struct binding_vec pieces = {0}, back = {0};
  from = keep_cells(r, region, &kept, from);
  from =
      remover_emit_havoc(r, from, &covered->pieces, ORIGIN_ASSUMPTION, callee);
  list_pieces(r, region_spot(r->regions, place, access->address), size, &kept,
              &pieces);
  from = remover_emit_all(r, from, &pieces);
  for (uint32_t i = 0; i < region->cells.count; i++)
    if (has_variable(&covered->pieces, region->cells.at[i].variable))
      binding_vec_push(
          &back, (struct binding){
                     region->cells.at[i].variable,
                     program_term(r->program, kept.cells.at[i].variable)});
  from = remover_emit_all(r, from, &back);
  cell_vec_release(&kept.cells);
  return from;
}

static void fill_place(struct remover *r, const struct access *access,
                       struct place place, uint64_t size, struct name callee,
                       struct location_id from, struct location_id to) {
  struct covered covered = {0};
  if (!remover_is_outside(r, place))
    list_covered(r, place, size, &covered);
  if (covered.pieces.count)
    from = fill_pieces(r, access, place, size, &covered, callee, from);
  from = remover_emit_havoc(r, from, &covered.whole, ORIGIN_ASSUMPTION, callee);
  from = remover_emit_havoc(r, from, &covered.partly, ORIGIN_APPROXIMATION,
                            callee);
  remover_emit_skip(r, from, to);
  variable_vec_release(&covered.whole);
  variable_vec_release(&covered.pieces);
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
      fill_place(r, &access, access.places.at[i], size, callee->name, inside,
                 to);
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
