// Loads, stores and updates; memory that is kept up to date for what is really
// called.
#include "pointer/remover.h"

#include "base/check.h"
#include "pointer/window.h"

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

// The bindings of an access to bytes that have cells.
static void access_spot(struct remover *r, const struct operation *op,
                        const struct access *access, struct spot spot,
                        struct binding_vec *bindings) {
  struct term value = op->memory.value;
  if (op->kind != OPERATION_STORE) {
    struct term target = program_term(r->program, op->memory.target);
    struct term bytes;
    bool found = region_read(r->regions, spot, access->size, &bytes);
    CHECK(found, "a load from bytes without a cell");
    bytes = from_bytes(r, bytes, term_sort(r->terms, target));
    binding_vec_push(bindings, (struct binding){op->memory.target, bytes});
    if (op->kind == OPERATION_UPDATE)
      value = updated(r, op, bytes);
  }
  if (op->kind != OPERATION_LOAD) {
    bool found = region_write(r->regions, spot, access->size,
                              to_bytes(r, value), bindings);
    CHECK(found, "a store to bytes without a cell");
  }
}

// Leaving a window. An access at an unknown offset that is not where it is
// expected goes to any of the offsets at which it is valid: each value that
// changes is chosen by the offset.

enum { MOST_OFFSETS = 64 };

struct stray {
  struct place place;
  struct window window;
  struct term offset;
  struct binding_vec bindings;
};

// Whether all bytes there have cells.
static bool has_cells(const struct remover *r, const struct access *access,
                      const struct stray *stray, uint64_t offset) {
  const struct region *region = remover_region_of(r, stray->place.object);
  for (uint64_t i = 0; i < access->size; i++)
    if (!region_cell(region, offset + i))
      return false;
  return true;
}

static bool is_stray_offset(const struct access *access,
                            const struct stray *stray, uint64_t offset) {
  const struct window *window = &stray->window;
  bool is_inside =
      offset >= window->low && offset + access->size <= window->high;
  return !is_inside &&
         place_residue((int64_t)offset, stray->place.modulus) ==
             place_residue(stray->place.offset, stray->place.modulus);
}

static void choose(struct remover *r, struct stray *stray, uint64_t offset,
                   const struct binding_vec *bindings) {
  struct term is_there =
      term_eq(r->terms, stray->offset, remover_pointer_const(r, offset));
  for (uint32_t i = 0; i < bindings->count; i++) {
    struct binding *known = NULL;
    for (uint32_t k = 0; k < stray->bindings.count && !known; k++)
      if (variable_equal(stray->bindings.at[k].target, bindings->at[i].target))
        known = &stray->bindings.at[k];
    if (!known) {
      struct variable target = bindings->at[i].target;
      uint32_t index = binding_vec_push(
          &stray->bindings,
          (struct binding){target, program_term(r->program, target)});
      known = &stray->bindings.at[index];
    }
    known->value =
        term_ite(r->terms, is_there, bindings->at[i].value, known->value);
  }
}

static bool has_array(const struct remover *r,
                      const struct binding_vec *bindings) {
  for (uint32_t i = 0; i < bindings->count; i++)
    if (sort_is_array(term_sort(r->terms, bindings->at[i].value)))
      return true;
  return false;
}

// False when there are too many offsets, or bytes without a cell.
static bool can_follow(const struct remover *r, const struct access *access,
                       const struct stray *stray) {
  const struct block *block = remover_block_of(r, stray->place.object);
  uint32_t count = 0;
  for (uint64_t i = 0; i + access->size <= block->size; i++)
    if (is_stray_offset(access, stray, i) &&
        (++count > MOST_OFFSETS || !has_cells(r, access, stray, i)))
      return false;
  return block->size != 0;
}

// Scalars are chosen by the offset; what goes to an array has an edge of its
// own.
static void follow_stray(struct remover *r, const struct operation *op,
                         const struct access *access, struct stray *stray,
                         struct location_id from, struct location_id to) {
  const struct block *block = remover_block_of(r, stray->place.object);
  for (uint64_t i = 0; i + access->size <= block->size; i++) {
    if (!is_stray_offset(access, stray, i))
      continue;
    struct binding_vec bindings = {0};
    struct spot spot = {.block = stray->place.object, .offset = i};
    access_spot(r, op, access, spot, &bindings);
    if (has_array(r, &bindings)) {
      struct term is_there =
          term_eq(r->terms, stray->offset, remover_pointer_const(r, i));
      remover_emit_bindings(r, remover_emit_assume(r, from, is_there), to,
                            &bindings);
      from = remover_emit_assume(r, from, term_not(r->terms, is_there));
    } else {
      choose(r, stray, i, &bindings);
    }
    binding_vec_release(&bindings);
  }
  remover_emit_bindings(r, from, to, &stray->bindings);
}

static void access_stray(struct remover *r, const struct operation *op,
                         const struct access *access, struct stray *stray,
                         struct location_id from, struct location_id to) {
  if (can_follow(r, access, stray)) {
    follow_stray(r, op, access, stray, from, to);
    return;
  }
  struct name what =
      intern(r->program->names, "an access outside its array");
  if (r->options.keeps_memory) {
    remover_emit_to(r, from, to, operation_unsupported(what), UNDEFINED_NONE);
    return;
  }
  struct variable_vec changed = {0};
  if (op->kind != OPERATION_LOAD)
    remover_list_cells(r, stray->place.object, &changed);
  if (op->kind != OPERATION_STORE)
    variable_vec_push(&changed, op->memory.target);
  r->removal->approximations++;
  from =
      remover_emit_havoc(r, from, &changed, ORIGIN_APPROXIMATION, what);
  remover_emit_skip(r, from, to);
  variable_vec_release(&changed);
}

// In the window where it is expected, or elsewhere.
static void access_window(struct remover *r, const struct operation *op,
                          const struct access *access, struct place place,
                          struct location_id from, struct location_id to) {
  const struct region *region = remover_region_of(r, place.object);
  uint64_t low, high;
  window_expect(r->regions, place, r->edge, access->asked, &low, &high);
  struct stray stray = {.place = place,
                        .window = *window_of(region, low, high)};
  struct window window = stray.window;
  stray.offset = term_sub(r->terms, access->address, region->base);
  struct term ahead =
      term_sub(r->terms, stray.offset, remover_pointer_const(r, window.low));
  uint64_t room = window.high - window.low - access->size;
  struct term is_inside =
      term_compare(r->terms, OP_ULE, ahead, remover_pointer_const(r, room));
  if (window.high == UINT64_MAX)
    is_inside = term_compare(r->terms, OP_ULE,
                             remover_pointer_const(r, window.low), stray.offset);
  struct binding_vec bindings = {0};
  access_spot(r, op, access,
              region_window_spot(r->regions, place, access->address, window),
              &bindings);
  remover_emit_bindings(r, remover_emit_assume(r, from, is_inside), to,
                        &bindings);
  struct term is_outside = term_not(r->terms, is_inside);
  if (!term_is_false(r->terms, is_outside))
    access_stray(r, op, access, &stray,
                 remover_emit_assume(r, from, is_outside), to);
  binding_vec_release(&bindings);
  binding_vec_release(&stray.bindings);
}

static void access_place(struct remover *r, const struct operation *op,
                         const struct access *access, struct place place,
                         struct location_id from, struct location_id to) {
  if (remover_is_outside(r, place)) {
    access_outside(r, op, access, from, to);
    return;
  }
  if (place.modulus && remover_region_of(r, place.object)->windows.count) {
    access_window(r, op, access, place, from, to);
    return;
  }
  struct binding_vec bindings = {0};
  struct spot spot = region_spot(r->regions, place, access->address);
  access_spot(r, op, access, spot, &bindings);
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
  if (cell->period)
    spot.offset += at;
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
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    uint64_t step = region->period ? region->period : cell->period;
    uint64_t end = cell->period && cell->end < info->size ? cell->end
                                                          : info->size;
    for (uint64_t at = 0; at + cell->offset < end; at += step) {
      uint64_t size = end - at - cell->offset;
      sync_cell(r, region, cell, at, size < cell->size ? size : cell->size,
                is_out, from);
      if (!step)
        break;
    }
  }
}
