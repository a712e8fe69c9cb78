// Loads, stores and updates; memory that is kept up to date for what is really
// called.
#include "memory/remover.h"

#include "base/check.h"
#include "library/routine.h"
#include "memory/contract.h"
#include "memory/window.h"
#include "program/access.h"

// Loads and stores

static struct term from_bytes(struct remover *r, struct term bytes,
                              struct sort sort) {
  if (sort_is_bool(sort))
    return term_nonzero(r->terms, term_extract(r->terms, 0, 1, bytes));
  return term_extract(r->terms, 0, sort_width(sort), bytes);
}

static struct term to_bytes(struct remover *r, struct term value) {
  unsigned width = 8 * sort_value_bytes(term_sort(r->terms, value));
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
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = access, .address = address, .size = size}};
  remover_emit_to(r, from, r->made->undefined, op,
                  access == ACCESS_READ ? UNDEFINED_INVALID_READ
                                        : UNDEFINED_INVALID_WRITE);
}

// Is it a load of a standard stream that the program never assigns?
static bool loads_stream(const struct remover *r, const struct operation *op) {
  struct object_id stream, other;
  uint64_t offset;
  if (op->kind != OPERATION_LOAD ||
      !access_split(r->program, op->memory.address, &stream, &offset) ||
      !routine_is_stream(name_text(r->program->names,
                                   program_object(r->program, stream)->name)))
    return false;
  bool is_assigned = false;
  for (uint32_t i = 1; i < r->from->edges.count && !is_assigned; i++) {
    const struct operation *store = &r->from->edges.at[i].op;
    is_assigned =
        store->kind == OPERATION_STORE &&
        access_split(r->program, store->memory.address, &other, &offset) &&
        other.id == stream.id;
  }
  return !is_assigned && program_object(r->program, stream)->is_external;
}

// The address that stands for the stream, or none.
static struct term stream_loaded(const struct remover *r,
                                 const struct operation *op) {
  struct object_id variable;
  uint64_t offset;
  access_split(r->program, op->memory.address, &variable, &offset);
  struct object_id stream = contract_stream(
      r->program,
      name_text(r->program->names, program_object(r->program, variable)->name));
  return stream.id ? program_term(r->program,
                                  program_object(r->program, stream)->address)
                   : (struct term){0};
}

// An address that is a number, or that nobody made, is a device's if the access
// is volatile; the verification tasks have no pointers of that kind but those
// that are not initialised. What else it may be we do not know.
static bool may_hit_anything(const struct remover *r,
                             const struct operation *op,
                             const struct access *access) {
  bool is_device =
      op->memory.is_volatile && r->program->volatile_accesses.are_inputs;
  return !is_device && remover_may_hit_anything(r, access);
}

bool remover_may_hit_anything(const struct remover *r,
                              const struct access *access) {
  return access->is_unresolved && !term_is_const(r->terms, access->asked) &&
         !r->options.unknown_writes_nothing;
}

void remover_emit_stray_write(struct remover *r, struct location_id from,
                              struct location_id to) {
  remover_emit_to(
      r, from, to,
      operation_unsupported(intern(
          r->program->names, "a write through a pointer that is not resolved")),
      UNDEFINED_NONE);
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
  } else if (op->kind != OPERATION_LOAD && may_hit_anything(r, op, access)) {
    remover_emit_stray_write(r, from, to);
  } else if (op->kind == OPERATION_STORE) {
    remover_emit_skip(r, from, to);
  } else {
    bool is_stream = loads_stream(r, op);
    struct term own = is_stream ? stream_loaded(r, op) : (struct term){0};
    if (!term_is_none(own)) {
      struct binding binding = {op->memory.target, own};
      remover_emit_to(r, from, to, operation_assign(r->program, &binding, 1),
                      UNDEFINED_NONE);
      return;
    }
    struct location_id next = is_stream ? remover_new_location(r) : to;
    remover_emit_to(
        r, from, next,
        operation_havoc(r->program, &op->memory.target, 1, ORIGIN_APPROXIMATION,
                        intern(r->program->names, "memory outside")),
        UNDEFINED_NONE);
    struct term value = program_term(r->program, op->memory.target);
    if (is_stream)
      remover_emit_to(r, next, to,
                      operation_assume(term_nonzero(r->terms, value)),
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

// Accesses at unknown offsets. In a window the elements are an array; where few
// are expected, and where an access is not where it is expected, there is an
// edge for each offset.

enum { MOST_OFFSETS = 16, MOST_OFFSETS_RUN = 64 };

struct choice {
  struct place place;
  struct term offset;
  uint64_t low, high; // where it is expected
  struct u32_vec offsets;
};

static struct spot exact_spot(const struct remover *r, uint32_t block,
                              uint64_t offset) {
  return region_spot(r->regions, (struct place){block, (int64_t)offset, 0},
                     remover_region_of(r, block)->base);
}

// One of the offsets it is, as the access is valid: the last needs no test.
static void access_chosen(struct remover *r, const struct operation *op,
                          const struct access *access,
                          const struct choice *choice, struct location_id from,
                          struct location_id to) {
  for (uint32_t i = 0; i < choice->offsets.count; i++) {
    uint64_t offset = choice->offsets.at[i];
    struct spot spot = exact_spot(r, choice->place.object, offset);
    struct binding_vec bindings = {0};
    access_spot(r, op, access, spot, &bindings);
    struct term is_there =
        term_eq(r->terms, choice->offset, remover_pointer_const(r, offset));
    bool is_last = i + 1 == choice->offsets.count;
    struct location_id there =
        is_last ? from : remover_emit_assume(r, from, is_there);
    struct place exact = {choice->place.object, (int64_t)offset, 0};
    there = remover_open_half(r, op, exact, spot, there, to);
    remover_emit_bindings(r, there, to, &bindings);
    if (!is_last)
      from = remover_emit_assume(r, from, term_not(r->terms, is_there));
    binding_vec_release(&bindings);
  }
}

// Whether all bytes there have cells.
static bool has_cells(const struct remover *r, const struct access *access,
                      uint32_t block, uint64_t offset) {
  struct term value;
  return region_read(r->regions, exact_spot(r, block, offset), access->size,
                     &value);
}

// The offsets where it is not expected. False when there are too many, or bytes
// without a cell.
static bool list_strays(const struct remover *r, const struct access *access,
                        struct choice *choice) {
  struct place place = choice->place;
  uint64_t size = remover_block_of(r, place.object)->size;
  uint32_t most = r->options.keeps_memory ? MOST_OFFSETS_RUN : MOST_OFFSETS;
  u32_vec_clear(&choice->offsets);
  if (!size || size > UINT32_MAX)
    return false;
  uint64_t i = window_next_offset(place, 0);
  while (i + access->size <= size) {
    if (i >= choice->low && i + access->size <= choice->high) {
      i = window_next_offset(place, choice->high - access->size + 1);
      continue;
    }
    u32_vec_push(&choice->offsets, (uint32_t)i);
    if (choice->offsets.count > most || !has_cells(r, access, place.object, i))
      return false;
    i += place.modulus;
  }
  return true; // perhaps there are none: then it never leaves
}

static void access_stray(struct remover *r, const struct operation *op,
                         const struct access *access, struct choice *choice,
                         struct location_id from, struct location_id to) {
  struct name what = intern(r->program->names, "an access outside its array");
  struct variable_vec changed = {0};
  if (list_strays(r, access, choice)) {
    access_chosen(r, op, access, choice, from, to);
    return;
  }
  if (r->options.keeps_memory) {
    remover_emit_to(r, from, to, operation_unsupported(what), UNDEFINED_NONE);
    return;
  }
  if (op->kind != OPERATION_LOAD)
    remover_list_cells(r, choice->place.object, &changed);
  if (op->kind != OPERATION_STORE)
    variable_vec_push(&changed, op->memory.target);
  r->removal->approximations++;
  from = remover_emit_havoc(r, from, &changed, ORIGIN_APPROXIMATION, what);
  remover_emit_skip(r, from, to);
  variable_vec_release(&changed);
}

// low <= offset, and all bytes before high
static struct term expectation(struct remover *r, const struct access *access,
                               const struct choice *choice) {
  struct term low = remover_pointer_const(r, choice->low);
  if (choice->high == UINT64_MAX)
    return term_compare(r->terms, OP_ULE, low, choice->offset);
  uint64_t room = choice->high - choice->low - access->size;
  struct term right = remover_pointer_const(r, room);
  struct term left = term_sub(r->terms, choice->offset, low);
  return term_compare(r->terms, OP_ULE, left, right);
}

static void access_expected(struct remover *r, const struct operation *op,
                            const struct access *access, struct choice *choice,
                            const struct window *window,
                            struct location_id from, struct location_id to) {
  struct binding_vec bindings = {0};
  if (!window) {
    access_chosen(r, op, access, choice, from, to);
    return;
  }
  struct spot spot =
      region_window_spot(r->regions, choice->place, access->address, *window);
  access_spot(r, op, access, spot, &bindings);
  from = remover_open_half(r, op, choice->place, spot, from, to);
  remover_emit_bindings(r, from, to, &bindings);
  binding_vec_release(&bindings);
}

static void access_unknown_offset(struct remover *r, const struct operation *op,
                                  const struct access *access,
                                  struct place place, struct location_id from,
                                  struct location_id to) {
  const struct region *region = remover_region_of(r, place.object);
  uint64_t size = remover_block_of(r, place.object)->size;
  struct choice choice = {.place = place};
  choice.offset = term_sub(r->terms, access->address, region->base);
  window_expect(r->regions, place, r->edge, access->asked, &choice.low,
                &choice.high);
  // In this order, as the region was cut: where an access chooses it has no say
  // in the period.
  const struct window *window = NULL;
  if (window_choices(r->regions, place, access->size, choice.low, choice.high,
                     &choice.offsets)) {
    if (choice.high > size)
      choice.high = size;
  } else {
    window = window_of(region, choice.low, choice.high);
    CHECK(window && place.modulus % window->period == 0,
          "an access at unknown offsets has no window");
    choice.low = window->low;
    choice.high = window->high;
  }
  bool can_stray = choice.low > 0 || choice.high < size;
  if (can_stray) {
    struct term is_inside = expectation(r, access, &choice);
    struct location_id inside = remover_emit_assume(r, from, is_inside);
    access_expected(r, op, access, &choice, window, inside, to);
    from = remover_emit_assume(r, from, term_not(r->terms, is_inside));
    access_stray(r, op, access, &choice, from, to);
  } else {
    access_expected(r, op, access, &choice, window, from, to);
  }
  u32_vec_release(&choice.offsets);
}

static void access_place(struct remover *r, const struct operation *op,
                         const struct access *access, struct place place,
                         struct location_id from, struct location_id to) {
  if (remover_is_outside(r, place)) {
    access_outside(r, op, access, from, to);
    return;
  }
  const struct region *region = remover_region_of(r, place.object);
  bool is_element = region->period && place.modulus % region->period == 0;
  if (place.modulus && !is_element) {
    access_unknown_offset(r, op, access, place, from, to);
    return;
  }
  struct binding_vec bindings = {0};
  struct spot spot = region_spot(r->regions, place, access->address);
  access_spot(r, op, access, spot, &bindings);
  from = remover_open_half(r, op, place, spot, from, to);
  remover_emit_bindings(r, from, to, &bindings);
  binding_vec_release(&bindings);
}

// Through a pointer that code which we do not see gave, when a function starts
// alone: it may be all that the code can know. A branch for each would be most
// of the component; so what is written may change all of them, on one edge, and
// what is read is anything. A violation that needs that is not told.
enum { CROWD = 16 };

static bool is_crowd(const struct remover *r, const struct access *access) {
  return r->options.is_open && !r->options.keeps_memory &&
         access->has_outside && access->places.count > CROWD;
}

static void access_crowd(struct remover *r, const struct operation *op,
                         const struct access *access, struct location_id from,
                         struct location_id to) {
  struct bitset blocks = {0};
  struct variable_vec changed = {0};
  struct term is_known = term_false(r->terms);
  for (uint32_t i = 0; i < access->places.count; i++) {
    struct place place = access->places.at[i];
    if (remover_is_outside(r, place))
      continue;
    is_known =
        term_or(r->terms, is_known, remover_place_test(r, access, place));
    if (op->kind != OPERATION_LOAD && bitset_add(&blocks, place.object))
      remover_list_cells(r, place.object, &changed);
  }
  if (op->kind != OPERATION_STORE)
    variable_vec_push(&changed, op->memory.target);
  r->removal->approximations++;
  struct location_id known = remover_emit_havoc(
      r, remover_emit_assume(r, from, is_known), &changed, ORIGIN_APPROXIMATION,
      intern(r->program->names, "an access to one of very many objects"));
  remover_emit_skip(r, known, to);
  from = remover_emit_assume(r, from, term_not(r->terms, is_known));
  access_outside(r, op, access, from, to);
  variable_vec_release(&changed);
  bitset_release(&blocks);
}

void remover_translate_access(struct remover *r, const struct operation *op,
                              struct location_id from, struct location_id to) {
  struct term value = op->kind == OPERATION_LOAD
                          ? program_term(r->program, op->memory.target)
                          : op->memory.value;
  struct access access;
  remover_access_init(
      r, &access, op->memory.address,
      remover_pointer_const(r, sort_value_bytes(term_sort(r->terms, value))),
      op->kind != OPERATION_LOAD);
  r->removal->accesses++;
  r->removal->places += access.places.count;
  if (access.places.count > r->removal->places_most)
    r->removal->places_most = access.places.count;
  if (access.places.count > 1)
    r->removal->chains++;
  if (is_crowd(r, &access)) {
    access_crowd(r, op, &access, from, to);
    remover_access_release(&access);
    return;
  }
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
    uint64_t end =
        cell->period && cell->end < info->size ? cell->end : info->size;
    for (uint64_t at = 0; at + cell->offset < end; at += step) {
      uint64_t size = end - at - cell->offset;
      sync_cell(r, region, cell, at, size < cell->size ? size : cell->size,
                is_out, from);
      if (!step)
        break;
    }
  }
}
