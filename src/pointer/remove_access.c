// Loads, stores and updates; memory that is kept up to date for what is really
// called.
#include "pointer/remover.h"

#include "base/check.h"

// Loads and stores

static unsigned value_bytes(const struct remover *r, struct term t) {
  struct sort sort = term_sort(r->terms, t);
  return sort_is_bool(sort) ? 1 : (sort_width(sort) + 7) / 8;
}

static struct term from_bytes(struct remover *r, struct term bytes,
                              struct sort sort) {
  if (sort_is_bool(sort))
    return term_nonzero(r->terms, term_extract(r->terms, 0, 1, bytes));
  return term_extract(r->terms, 0, sort_width(sort), bytes);
}

static struct term to_bytes(struct remover *r, struct term value) {
  unsigned width = 8 * value_bytes(r, value);
  if (sort_is_bool(term_sort(r->terms, value)))
    return term_from_bool(r->terms, width, value);
  return term_resize(r->terms, width, false, value);
}

// Substitutes what was read for the target in what an UPDATE writes.
static struct term updated(struct remover *r, const struct operation *op,
                           struct term read) {
  struct substitution *s = substitution_new(r->terms);
  substitution_set(s, program_term(r->program, op->memory.target), read);
  struct term value = substitution_apply(s, op->memory.value);
  substitution_free(s);
  return value;
}

void remover_emit_invalid(struct remover *r, struct location_id from,
                          enum access_kind access, struct term address,
                          struct term size) {
  struct operation op = {.kind = OPERATION_INVALID,
                         .invalid = {access, address, size}};
  remover_emit_to(r, from, r->made->undefined, op,
                  access == ACCESS_READ ? UNDEFINED_INVALID_READ
                                        : UNDEFINED_INVALID_WRITE);
}

static void access_outside(struct remover *r, const struct operation *op,
                           const struct access *access, struct location_id from,
                           struct location_id to) {
  r->removal->approximations++;
  if (r->options.keeps_memory) {
    if (op->kind != OPERATION_STORE)
      remover_emit_invalid(r, from, ACCESS_READ, op->memory.address,
                           access->size_term);
    if (op->kind != OPERATION_LOAD)
      remover_emit_invalid(r, from, ACCESS_WRITE, op->memory.address,
                           access->size_term);
    remover_emit_to(r, from, to, *op, UNDEFINED_NONE);
  } else if (op->kind == OPERATION_STORE) {
    remover_emit_skip(r, from, to);
  } else {
    remover_emit_to(
        r, from, to,
        operation_havoc(r->program, &op->memory.target, 1, ORIGIN_APPROXIMATION,
                        intern(r->program->names, "memory outside")),
        UNDEFINED_NONE);
  }
}

static void access_place(struct remover *r, const struct operation *op,
                         const struct access *access, struct place place,
                         struct location_id from, struct location_id to) {
  if (remover_is_outside(r, place)) {
    access_outside(r, op, access, from, to);
    return;
  }
  struct binding_vec bindings = {0};
  struct spot spot = region_spot(r->regions, place, access->address);
  struct term value = op->memory.value;
  if (op->kind != OPERATION_STORE) {
    struct term target = program_term(r->program, op->memory.target);
    struct term bytes;
    bool found = region_read(r->regions, spot, access->size, &bytes);
    CHECK(found, "a load from bytes without a cell");
    bytes = from_bytes(r, bytes, term_sort(r->terms, target));
    binding_vec_push(&bindings, (struct binding){op->memory.target, bytes});
    if (op->kind == OPERATION_UPDATE)
      value = updated(r, op, bytes);
  }
  if (op->kind != OPERATION_LOAD) {
    bool found = region_write(r->regions, spot, access->size,
                              to_bytes(r, value), &bindings);
    CHECK(found, "a store to bytes without a cell");
  }
  remover_emit_bindings(r, from, to, &bindings);
  binding_vec_release(&bindings);
}

void remover_translate_access(struct remover *r, const struct operation *op,
                              struct location_id from, struct location_id to) {
  struct term value = op->kind == OPERATION_LOAD
                          ? program_term(r->program, op->memory.target)
                          : op->memory.value;
  struct access access;
  remover_access_init(r, &access, op->memory.address,
                      remover_pointer_const(r, value_bytes(r, value)),
                      op->kind != OPERATION_LOAD);
  r->removal->accesses++;
  if (access.places.count > 1)
    r->removal->chains++;
  for (uint32_t i = 0; i < access.places.count; i++) {
    struct location_id inside = remover_enter_place(r, &access, i, &from);
    access_place(r, op, &access, access.places.at[i], inside, to);
    if (inside.id == from.id)
      break;
  }
  remover_access_release(&access);
}

// Memory as it is, for what is really called or copied (`keeps_memory`).

// A cell of the last period may reach beyond the end: only `size` bytes count.
static void sync_cell(struct remover *r, const struct region *region,
                      const struct cell *cell, uint64_t at, uint64_t size,
                      bool is_out, struct location_id *from) {
  struct term address = term_add(r->terms, region->base,
                                 remover_pointer_const(r, at + cell->offset));
  struct spot spot = {.offset = cell->offset};
  spot.block = (uint32_t)(region - r->regions->at.at);
  if (region->period)
    spot.index = remover_pointer_const(r, at);
  struct operation op = {.kind = is_out ? OPERATION_STORE : OPERATION_LOAD};
  op.memory.address = address;
  if (is_out) {
    region_read(r->regions, spot, size, &op.memory.value);
    *from = remover_emit(r, *from, op);
    return;
  }
  if (variable_is_none(r->loaded[size]))
    r->loaded[size] =
        remover_add_variable(r, "loaded", sort_bits((unsigned)(8 * size)));
  op.memory.target = r->loaded[size];
  *from = remover_emit(r, *from, op);
  struct binding_vec bindings = {0};
  region_write(r->regions, spot, size,
               program_term(r->program, r->loaded[size]), &bindings);
  *from = remover_emit(
      r, *from, operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
}

void remover_sync_block(struct remover *r, uint32_t block, bool is_out,
                        struct location_id *from) {
  const struct region *region = remover_region_of(r, block);
  const struct block *info = remover_block_of(r, block);
  if (info->kind == BLOCK_MANY || !info->size || region->is_constant)
    return;
  uint64_t step = region->period ? region->period : info->size;
  for (uint64_t at = 0; at < info->size; at += step)
    for (uint32_t i = 0; i < region->cells.count; i++) {
      const struct cell *cell = &region->cells.at[i];
      if (at + cell->offset >= info->size)
        break;
      uint64_t size = info->size - at - cell->offset;
      sync_cell(r, region, cell, at, size < cell->size ? size : cell->size,
                is_out, from);
    }
}
