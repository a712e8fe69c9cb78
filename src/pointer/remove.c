#include "pointer/remove.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "pointer/fixed.h"
#include "pointer/layout_use.h"
#include "pointer/routine.h"
#include "program/access.h"
#include "program/rewrite.h"
#include "term/substitute.h"

enum { MOST_UNROLLED = 64 };

struct remover {
  struct removal *removal;
  struct program *program;
  struct term_table *terms;
  const struct procedure *from;
  const struct inline_result *inlined;
  struct procedure *made;
  struct regions *regions;
  struct removal_options options;
  struct substitution *layout;  // null without one
  uint32_t edge;                // of the original, being translated
  struct variable counter;      // of loops
  struct variable choice;       // of an edge where the layout would decide
  bool chooses;                 // at this location it would
  struct variable loaded[17];   // by bytes: for elements on their way
  struct bitset fixed;          // variables that always hold their address
};

// Emission

static struct term lay_out(void *context, struct term t) {
  const struct remover *r = context;
  return r->layout ? substitution_apply(r->layout, t) : t;
}

static struct variable keep_variable(void *context, struct variable variable) {
  (void)context;
  return variable;
}

static struct location_id new_location(struct remover *r) {
  return procedure_add_location(r->made,
                                r->from->edges.at[r->edge].position);
}

static void emit_to(struct remover *r, struct location_id from,
                    struct location_id to, struct operation op,
                    enum undefined_reason undefined) {
  const struct rewriter rewriter = {r, keep_variable, lay_out};
  struct edge edge = {.from = from,
                      .to = to,
                      .position = r->from->edges.at[r->edge].position,
                      .undefined = undefined,
                      .origin = r->edge,
                      .op = r->layout
                                ? operation_rewrite(r->program, &op, &rewriter)
                                : op};
  procedure_add_edge(r->made, edge);
}

// To a new location, which is returned.
static struct location_id emit(struct remover *r, struct location_id from,
                               struct operation op) {
  struct location_id to = new_location(r);
  emit_to(r, from, to, op, UNDEFINED_NONE);
  return to;
}

static struct location_id emit_assume(struct remover *r,
                                      struct location_id from,
                                      struct term condition) {
  return emit(r, from, operation_assume(condition));
}

static void emit_bindings(struct remover *r, struct location_id from,
                          struct location_id to,
                          const struct binding_vec *bindings) {
  emit_to(r, from, to,
          operation_assign(r->program, bindings->at, bindings->count),
          UNDEFINED_NONE);
}

static void emit_skip(struct remover *r, struct location_id from,
                      struct location_id to) {
  emit_to(r, from, to, operation_skip(), UNDEFINED_NONE);
}

static struct term pointer_const(const struct remover *r, uint64_t value) {
  return term_const(r->terms, r->program->pointer_width, value);
}

static struct variable add_variable(struct remover *r, const char *name,
                                    struct sort sort) {
  struct variable_info info = {.kind = VARIABLE_GLOBAL,
                               .name = intern(r->program->names, name),
                               .text = intern(r->program->names, name)};
  if (sort_is_array(sort))
    info.initial =
        term_const_array(r->terms, sort_index_width(sort),
                         term_const(r->terms, sort_width(sort), 0));
  struct variable variable = program_add_variable(r->program, info, sort);
  variable_vec_push(&r->removal->own, variable);
  return variable;
}

// Havocs of cells

static const struct block *block_of(const struct remover *r, uint32_t block) {
  return &targets_blocks(r->removal->targets)->at[block];
}

static const struct region *region_of(const struct remover *r,
                                      uint32_t block) {
  return &r->regions->at.at[block];
}

static void list_cells(const struct remover *r, uint32_t block,
                       struct variable_vec *into) {
  const struct region *region = region_of(r, block);
  for (uint32_t i = 0; i < region->cells.count; i++)
    variable_vec_push(into, region->cells.at[i].variable);
}

static struct location_id emit_havoc(struct remover *r, struct location_id from,
                                     const struct variable_vec *targets,
                                     enum havoc_origin origin,
                                     struct name what) {
  if (!targets->count)
    return from;
  return emit(r, from,
              operation_havoc(r->program, targets->at, targets->count, origin,
                              what));
}

// Places

struct access {
  struct place_vec places; // that can be valid, OUTSIDE last
  struct term address;   // over the addresses of objects where possible
  struct term condition; // under which it is the address that was asked for
  uint64_t size; // in bytes; UINT64_MAX: not constant
  struct term size_term;
  bool is_write;
  bool has_outside;
};

static void access_release(struct access *access) {
  place_vec_release(&access->places);
}

static bool is_function(const struct remover *r, uint32_t block) {
  const struct block *info = block_of(r, block);
  return info->kind == BLOCK_NAMED &&
         program_object(r->program, info->object)->kind == OBJECT_FUNCTION;
}

static bool can_be_valid(const struct remover *r, const struct access *access,
                         struct place place) {
  const struct block *block = block_of(r, place.object);
  if (is_function(r, place.object) ||
      (access->is_write && region_of(r, place.object)->is_constant))
    return false;
  uint64_t size = access->size == UINT64_MAX ? 0 : access->size;
  if (block->kind == BLOCK_NAMED || block->size) {
    if (size > block->size)
      return false;
    if (place.modulus == 0 &&
        (place.offset < 0 || (uint64_t)place.offset > block->size - size))
      return false;
  }
  return place.modulus || place.offset >= 0;
}

static bool is_outside(const struct remover *r, struct place place) {
  return block_of(r, place.object)->kind == BLOCK_OUTSIDE;
}

// The only address that the variable can hold, or none.
static struct term known_address(struct remover *r, struct term t) {
  if (term_op(r->terms, t) != OP_VAR)
    return (struct term){0};
  struct place_vec places = {0};
  struct term known = {0};
  const struct variable_info *info =
      program_variable(r->program, program_variable_of(r->program, t));
  if (info->kind != VARIABLE_ADDRESS)
    targets_of(r->removal->targets, t, &places);
  if (places.count == 1 && places.at[0].modulus == 0 &&
      block_of(r, places.at[0].object)->kind != BLOCK_MANY &&
      !is_outside(r, places.at[0]))
    known = term_add(r->terms, region_of(r, places.at[0].object)->base,
                     pointer_const(r, (uint64_t)places.at[0].offset));
  place_vec_release(&places);
  return known;
}

static bool is_fixed(const struct remover *r, struct term variable) {
  return bitset_has(&r->fixed,
                    program_variable_of(r->program, variable).id);
}

// A valid access through a variable that can hold one address only is one at
// that address: `p + 4 * i` becomes `&a + 4 * i` provided that p == &a, which
// needs no test where we know that it does (fixed.h).
static void know_address(struct remover *r, struct access *access) {
  bool is_sum = term_op(r->terms, access->address) == OP_ADD;
  uint32_t count = is_sum ? term_arity(r->terms, access->address) : 1;
  struct term address = pointer_const(r, 0);
  access->condition = term_true(r->terms);
  for (uint32_t i = 0; i < count; i++) {
    struct term summand =
        is_sum ? term_operand(r->terms, access->address, i) : access->address;
    struct term known = known_address(r, summand);
    if (!term_is_none(known)) {
      if (!is_fixed(r, summand))
        access->condition = term_and(r->terms, access->condition,
                                   term_eq(r->terms, summand, known));
      summand = known;
    }
    address = term_add(r->terms, address, summand);
  }
  access->address = address;
}

static void access_init(struct remover *r, struct access *access,
                        struct term address, struct term size, bool is_write) {
  *access = (struct access){.address = address,
                            .size = UINT64_MAX,
                            .size_term = size,
                            .is_write = is_write};
  if (term_is_const(r->terms, size))
    access->size = (uint64_t)term_value(r->terms, size);
  know_address(r, access);
  struct place_vec all = {0};
  targets_of(r->removal->targets, address, &all);
  for (uint32_t i = 0; i < all.count; i++) {
    if (all.at[i].object == targets_outside(r->removal->targets))
      access->has_outside = true;
    else if (can_be_valid(r, access, all.at[i]))
      place_vec_push(&access->places, all.at[i]);
  }
  // Nobody ever gives it an address: rather than say that every run ends here,
  // we say that we do not know.
  if (!all.count && !term_is_const(r->terms, address))
    access->has_outside = true;
  if (access->has_outside)
    place_vec_push(&access->places,
                   (struct place){targets_outside(r->removal->targets), 0, 1});
  place_vec_release(&all);
}

// Life

static unsigned stride_bits(const struct region *region) {
  unsigned bits = 0;
  while ((uint64_t)1 << bits < region->stride)
    bits++;
  return bits;
}

// Where the object of a heap area begins in which the offset lies.
static struct term start_of(struct remover *r, const struct region *region,
                            struct term offset) {
  unsigned bits = stride_bits(region);
  unsigned width = r->program->pointer_width;
  return term_concat(r->terms,
                     term_extract(r->terms, bits, width - bits, offset),
                     term_const(r->terms, bits, 0));
}

static struct term is_alive(struct remover *r, const struct region *region,
                            struct term offset) {
  if (variable_is_none(region->alive))
    return term_true(r->terms);
  struct term alive = program_term(r->program, region->alive);
  if (sort_is_array(term_sort(r->terms, alive)))
    alive = term_select(r->terms, alive, start_of(r, region, offset));
  return term_nonzero(r->terms, alive);
}

// The new value of `alive` for the object at the offset.
static struct binding set_alive(struct remover *r, const struct region *region,
                                struct term offset, bool value) {
  struct term alive = program_term(r->program, region->alive);
  struct sort sort = term_sort(r->terms, alive);
  struct term bit = term_const(r->terms, sort_width(sort), value);
  if (sort_is_array(sort))
    bit = term_store(r->terms, alive, offset, bit);
  return (struct binding){region->alive, bit};
}

// Objects of frames that can be reached after their procedure has returned, and
// what is allocated.
static void add_alive(struct remover *r) {
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct block *block = block_of(r, b);
    struct region *region = &r->regions->at.at[b];
    struct sort bit = sort_bits(1);
    if (block->kind == BLOCK_NAMED) {
      const struct object_info *info =
          program_object(r->program, block->object);
      if (info->kind != OBJECT_FRAME || !info->escapes ||
          info->owner.id != r->from->self.id)
        continue;
    } else if (block->kind == BLOCK_OUTSIDE || !block->edge) {
      continue;
    } else if (block->kind == BLOCK_MANY) {
      bit = sort_array(r->program->pointer_width, 8);
    }
    region->alive = add_variable(r, "alive", bit);
  }
}

// The objects of an instance begin or end to live.
static struct location_id emit_lives(struct remover *r, uint32_t instance,
                                     struct location_id from, bool value) {
  const struct inline_instance *info = &r->inlined->instances.at[instance];
  const struct procedure *procedure =
      program_procedure(r->program, info->procedure);
  struct binding_vec bindings = {0};
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    const struct region *region =
        region_of(r, r->from->objects.at[info->first_object + i].id);
    if (!variable_is_none(region->alive))
      binding_vec_push(&bindings,
                       set_alive(r, region, (struct term){0}, value));
  }
  for (uint32_t b = 1; !value && b < r->regions->at.count; b++) {
    const struct block *block = block_of(r, b);
    const struct operation *op = &r->from->edges.at[block->edge].op;
    if (block->kind == BLOCK_ONCE && block->edge &&
        op->kind == OPERATION_ALLOCATE &&
        op->allocate.kind == ALLOCATION_STACK &&
        r->inlined->origins.at[block->edge].instance == instance)
      binding_vec_push(&bindings, set_alive(r, region_of(r, b),
                                            (struct term){0}, false));
  }
  if (bindings.count)
    from = emit(r, from,
                operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// Perhaps something happens here that we cannot exclude.
static struct location_id emit_doubt(struct remover *r, struct location_id from,
                                     const char *what) {
  if (variable_is_none(r->choice))
    r->choice = add_variable(r, "choice", sort_bits(32));
  struct term is_taken =
      term_eq(r->terms, program_term(r->program, r->choice),
              term_const(r->terms, 32, 1));
  from = emit(r, from,
              operation_havoc(r->program, &r->choice, 1, ORIGIN_APPROXIMATION,
                              intern(r->program->names, what)));
  struct location_id there = emit_assume(r, from, is_taken);
  emit(r, there, operation_unsupported(intern(r->program->names, what)));
  return emit_assume(r, from, term_not(r->terms, is_taken));
}

// offset + size <= limit, all as terms of pointer width, without wrapping
static struct term fits(struct remover *r, struct term offset, struct term size,
                        struct term limit) {
  struct term room = term_sub(r->terms, limit, size);
  return term_and(r->terms, term_compare(r->terms, OP_ULE, size, limit),
                  term_compare(r->terms, OP_ULE, offset, room));
}

// The address lies in the place, and so do all bytes of the access.
static struct term bounds_test(struct remover *r, const struct access *access,
                              struct place place) {
  const struct block *block = block_of(r, place.object);
  const struct region *region = region_of(r, place.object);
  if (block->kind == BLOCK_OUTSIDE)
    return term_true(r->terms);
  struct term offset = term_sub(r->terms, access->address, region->base);
  struct term is_there = term_true(r->terms);
  if (place.modulus == 0 && block->kind != BLOCK_MANY)
    is_there = term_eq(
        r->terms, access->address,
        term_add(r->terms, region->base,
                 pointer_const(r, (uint64_t)place.offset)));
  if (block->kind == BLOCK_MANY) {
    struct term inside = fits(r, offset, access->size_term,
                              program_term(r->program, region->top));
    if (block->size && access->size <= block->size) {
      unsigned bits = stride_bits(region);
      struct term low = term_extract(r->terms, 0, bits, offset);
      inside = term_and(r->terms, inside,
                        term_compare(r->terms, OP_ULE, low,
                                     term_const(r->terms, bits,
                                                block->size - access->size)));
    }
    return inside;
  }
  if (block->kind == BLOCK_ONCE && !block->size)
    return term_and(r->terms, is_there,
                    fits(r, offset, access->size_term,
                         program_term(r->program, region->size)));
  if (place.modulus == 0 && access->size != UINT64_MAX)
    return is_there;
  return term_and(r->terms, is_there,
                  fits(r, offset, access->size_term,
                       pointer_const(r, block->size)));
}

static struct term place_test(struct remover *r, const struct access *access,
                              struct place place) {
  const struct region *region = region_of(r, place.object);
  struct term test =
      term_and(r->terms, access->condition, bounds_test(r, access, place));
  if (variable_is_none(region->alive))
    return test;
  struct term offset = term_sub(r->terms, access->address, region->base);
  return term_and(r->terms, test, is_alive(r, region, offset));
}

static struct term access_is_valid_term(struct remover *r,
                                        const struct access *access) {
  struct term valid = term_false(r->terms);
  if (access->size == 0)
    return term_true(r->terms);
  for (uint32_t i = 0; i < access->places.count; i++)
    valid = term_or(r->terms, valid, place_test(r, access, access->places.at[i]));
  if (access->size == UINT64_MAX)
    valid = term_or(r->terms, valid,
                    term_eq(r->terms, access->size_term, pointer_const(r, 0)));
  return valid;
}

// Goes on from `*at` only if the access meets this place; the rest of the chain
// is left in `*at`. The last place needs no test.
static struct location_id enter_place(struct remover *r,
                                      const struct access *access, uint32_t i,
                                      struct location_id *at) {
  if (i + 1 == access->places.count)
    return *at;
  struct term test = place_test(r, access, access->places.at[i]);
  if (term_is_true(r->terms, test))
    return *at;
  struct location_id inside = emit_assume(r, *at, test);
  *at = emit_assume(r, *at, term_not(r->terms, test));
  return inside;
}

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

static void emit_invalid(struct remover *r, struct location_id from,
                         enum access_kind access, struct term address,
                         struct term size) {
  struct operation op = {.kind = OPERATION_INVALID,
                         .invalid = {access, address, size}};
  emit_to(r, from, r->made->undefined, op,
          access == ACCESS_READ ? UNDEFINED_INVALID_READ
                                : UNDEFINED_INVALID_WRITE);
}

static void access_outside(struct remover *r, const struct operation *op,
                           const struct access *access,
                           struct location_id from, struct location_id to) {
  r->removal->approximations++;
  if (r->options.keeps_memory) {
    if (op->kind != OPERATION_STORE)
      emit_invalid(r, from, ACCESS_READ, op->memory.address,
                   access->size_term);
    if (op->kind != OPERATION_LOAD)
      emit_invalid(r, from, ACCESS_WRITE, op->memory.address,
                   access->size_term);
    emit_to(r, from, to, *op, UNDEFINED_NONE);
  } else if (op->kind == OPERATION_STORE) {
    emit_skip(r, from, to);
  } else {
    emit_to(r, from, to,
            operation_havoc(r->program, &op->memory.target, 1,
                            ORIGIN_APPROXIMATION,
                            intern(r->program->names, "memory outside")),
            UNDEFINED_NONE);
  }
}

static void access_place(struct remover *r, const struct operation *op,
                         const struct access *access, struct place place,
                         struct location_id from, struct location_id to) {
  if (is_outside(r, place)) {
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
  emit_bindings(r, from, to, &bindings);
  binding_vec_release(&bindings);
}

static void translate_access(struct remover *r, const struct operation *op,
                             struct location_id from, struct location_id to) {
  struct term value = op->kind == OPERATION_LOAD
                          ? program_term(r->program, op->memory.target)
                          : op->memory.value;
  struct access access;
  access_init(r, &access, op->memory.address,
              pointer_const(r, value_bytes(r, value)),
              op->kind != OPERATION_LOAD);
  r->removal->accesses++;
  if (access.places.count > 1)
    r->removal->chains++;
  for (uint32_t i = 0; i < access.places.count; i++) {
    struct location_id inside = enter_place(r, &access, i, &from);
    access_place(r, op, &access, access.places.at[i], inside, to);
    if (inside.id == from.id)
      break;
  }
  access_release(&access);
}

// Memory as it is, for what is really called or copied (`keeps_memory`).

// A cell of the last period may reach beyond the end: only `size` bytes count.
static void sync_cell(struct remover *r, const struct region *region,
                      const struct cell *cell, uint64_t at, uint64_t size,
                      bool is_out, struct location_id *from) {
  struct term address =
      term_add(r->terms, region->base, pointer_const(r, at + cell->offset));
  struct spot spot = {.offset = cell->offset};
  spot.block = (uint32_t)(region - r->regions->at.at);
  if (region->period)
    spot.index = pointer_const(r, at);
  struct operation op = {.kind = is_out ? OPERATION_STORE : OPERATION_LOAD};
  op.memory.address = address;
  if (is_out) {
    region_read(r->regions, spot, size, &op.memory.value);
    *from = emit(r, *from, op);
    return;
  }
  if (variable_is_none(r->loaded[size]))
    r->loaded[size] =
        add_variable(r, "loaded", sort_bits((unsigned)(8 * size)));
  op.memory.target = r->loaded[size];
  *from = emit(r, *from, op);
  struct binding_vec bindings = {0};
  region_write(r->regions, spot, size,
               program_term(r->program, r->loaded[size]), &bindings);
  *from = emit(r, *from,
               operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
}

static void sync_block(struct remover *r, uint32_t block, bool is_out,
                       struct location_id *from) {
  const struct region *region = region_of(r, block);
  const struct block *info = block_of(r, block);
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

// Block operations. What is moved is a source, or a byte.

struct move {
  struct spot to;
  bool has_source;
  struct spot from;
  struct term byte;              // of a fill
  bool has_snapshot;             // read the source's arrays from copies
  struct variable_vec havocked;  // cells whose source has none
  struct binding_vec bindings;
};

static struct spot spot_plus(struct remover *r, struct spot spot,
                             struct term by) {
  if (!term_is_none(spot.index))
    spot.index = term_add(r->terms, spot.index, by);
  return spot;
}

static struct term repeat_byte(struct remover *r, struct term byte,
                               uint64_t count) {
  struct term value = byte;
  for (uint64_t i = 1; i < count; i++)
    value = term_concat(r->terms, byte, value);
  return value;
}

// Moves `size` bytes by way of the cells of the target.
static void move_cells(struct remover *r, struct move *move, uint64_t size) {
  const struct region *region = region_of(r, move->to.block);
  for (uint64_t at = 0; at < size;) {
    struct spot to = region_later(r->regions, move->to, at);
    const struct cell *cell = region_cell(region, to.offset);
    if (!cell) {
      at++;
      continue;
    }
    uint64_t count = cell->size - (to.offset - cell->offset);
    if (count > size - at)
      count = size - at;
    struct term value;
    if (!move->has_source)
      value = repeat_byte(r, move->byte, count);
    else if (!region_read(r->regions,
                          region_later(r->regions, move->from, at), count,
                          &value)) {
      variable_vec_push(&move->havocked, cell->variable);
      at += count;
      continue;
    }
    region_write(r->regions, to, count, value, &move->bindings);
    at += count;
  }
}

static struct location_id emit_move(struct remover *r, struct move *move,
                                    struct location_id from) {
  from = emit(r, from,
              operation_assign(r->program, move->bindings.at,
                               move->bindings.count));
  from = emit_havoc(r, from, &move->havocked, ORIGIN_APPROXIMATION,
                    intern(r->program->names, "bytes copied from nowhere"));
  binding_vec_clear(&move->bindings);
  variable_vec_clear(&move->havocked);
  return from;
}

static bool has_same_cells(const struct region *a, const struct region *b) {
  if (a->period != b->period || a->cells.count != b->cells.count)
    return false;
  for (uint32_t i = 0; i < a->cells.count; i++)
    if (a->cells.at[i].offset != b->cells.at[i].offset ||
        a->cells.at[i].size != b->cells.at[i].size)
      return false;
  return true;
}

static bool is_zero(const struct remover *r, struct term t) {
  return term_is_const(r->terms, t) && term_value(r->terms, t) == 0;
}

// A whole array at once: from the beginning of the block to its end.
static bool move_whole(struct remover *r, struct move *move, uint64_t size) {
  const struct block *block = block_of(r, move->to.block);
  const struct region *region = region_of(r, move->to.block);
  if (block->kind == BLOCK_MANY || block->size != size ||
      move->to.offset != 0 || !is_zero(r, move->to.index))
    return false;
  if (move->has_source) {
    const struct region *source = region_of(r, move->from.block);
    if (!has_same_cells(region, source) || move->from.offset != 0 ||
        !is_zero(r, move->from.index))
      return false;
    for (uint32_t i = 0; i < region->cells.count; i++)
      binding_vec_push(
          &move->bindings,
          (struct binding){
              region->cells.at[i].variable,
              program_term(r->program, source->cells.at[i].variable)});
    return true;
  }
  for (uint32_t i = 0; i < region->cells.count; i++)
    binding_vec_push(
        &move->bindings,
        (struct binding){
            region->cells.at[i].variable,
            term_const_array(
                r->terms, r->program->pointer_width,
                repeat_byte(r, move->byte, region->cells.at[i].size))});
  return true;
}

// Variables for the old contents of a region that is copied onto itself.
static struct location_id take_snapshot(struct remover *r, struct move *move,
                                        struct location_id from,
                                        struct region *shadow) {
  const struct region *region = region_of(r, move->from.block);
  struct binding_vec bindings = {0};
  *shadow = *region;
  shadow->cells = (struct cell_vec){0};
  cell_vec_append(&shadow->cells, region->cells.at, region->cells.count);
  for (uint32_t i = 0; i < shadow->cells.count; i++) {
    struct term old =
        program_term(r->program, region->cells.at[i].variable);
    shadow->cells.at[i].variable =
        add_variable(r, "copied", term_sort(r->terms, old));
    binding_vec_push(&bindings,
                     (struct binding){shadow->cells.at[i].variable, old});
  }
  from = emit(r, from,
              operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// Step by step, with a counter: `step` bytes at a time while the counter is
// below the size.
static void emit_loop(struct remover *r, struct move *move, struct term size,
                      uint64_t step, struct location_id from,
                      struct location_id to) {
  r->removal->loops++;
  if (variable_is_none(r->counter))
    r->counter =
        add_variable(r, "copy.i", sort_bits(r->program->pointer_width));
  struct term i = program_term(r->program, r->counter);
  struct region shadow, *source = NULL, saved;
  bool overlaps = move->has_source && move->from.block == move->to.block;
  if (overlaps) {
    from = take_snapshot(r, move, from, &shadow);
    source = &r->regions->at.at[move->from.block];
    saved = *source;
  }
  struct location_id head =
      emit(r, from,
           operation_assign_one(r->program, r->counter, pointer_const(r, 0)));
  struct term goes_on = term_compare(r->terms, OP_ULT, i, size);
  struct location_id body = emit_assume(r, head, goes_on);
  struct move one = *move;
  one.to = spot_plus(r, move->to, i);
  one.from = spot_plus(r, move->from, i);
  if (overlaps) {
    // Read from the copies: write only into a scratch list of the originals.
    const struct region *region = region_of(r, move->to.block);
    for (uint64_t at = 0; at < step;) {
      struct spot spot = region_later(r->regions, one.to, at);
      const struct cell *cell = region_cell(region, spot.offset);
      if (!cell) {
        at++;
        continue;
      }
      uint64_t count = cell->size - (spot.offset - cell->offset);
      if (count > step - at)
        count = step - at;
      struct term value;
      *source = shadow;
      bool found = region_read(
          r->regions, region_later(r->regions, one.from, at), count, &value);
      *source = saved;
      if (found)
        region_write(r->regions, spot, count, value, &one.bindings);
      at += count;
    }
    cell_vec_release(&shadow.cells);
  } else {
    move_cells(r, &one, step);
  }
  binding_vec_push(&one.bindings,
                   (struct binding){r->counter,
                                    term_add(r->terms, i,
                                             pointer_const(r, step))});
  struct location_id next = emit_move(r, &one, body);
  emit_skip(r, next, head);
  emit_to(r, head, to, operation_assume(term_not(r->terms, goes_on)),
          UNDEFINED_NONE);
  move->bindings = one.bindings;
  move->havocked = one.havocked;
}

static uint64_t common_period(const struct remover *r,
                              const struct move *move) {
  uint64_t period = region_of(r, move->to.block)->period;
  if (!move->has_source)
    return period;
  uint64_t other = region_of(r, move->from.block)->period;
  if (!region_of(r, move->from.block)->cells.count)
    return period;
  return period && other && (period % other == 0 || other % period == 0)
             ? (period > other ? period : other)
             : 0;
}

static void move_constant(struct remover *r, struct move *move, uint64_t size,
                          struct location_id from, struct location_id to) {
  const struct region *region = region_of(r, move->to.block);
  uint64_t source_period =
      move->has_source ? region_of(r, move->from.block)->period : 0;
  uint64_t shortest = region->period && source_period
                          ? (region->period < source_period ? region->period
                                                            : source_period)
                          : region->period + source_period;
  if (region->period && move_whole(r, move, size)) {
    emit_skip(r, emit_move(r, move, from), to);
    return;
  }
  uint64_t period = common_period(r, move);
  bool is_long = shortest && size / shortest > MOST_UNROLLED;
  if (!is_long || !period) {
    move_cells(r, move, size);
    emit_skip(r, emit_move(r, move, from), to);
    return;
  }
  uint64_t rest = size % period;
  struct location_id end = rest ? new_location(r) : to;
  emit_loop(r, move, pointer_const(r, size - rest), period, from, end);
  if (rest) {
    binding_vec_clear(&move->bindings);
    variable_vec_clear(&move->havocked);
    move->to = region_later(r->regions, move->to, size - rest);
    if (move->has_source)
      move->from = region_later(r->regions, move->from, size - rest);
    move_cells(r, move, rest);
    emit_skip(r, emit_move(r, move, end), to);
  }
}

static void havoc_block(struct remover *r, uint32_t block,
                        struct location_id from, struct location_id to,
                        const char *what) {
  struct variable_vec cells = {0};
  list_cells(r, block, &cells);
  r->removal->approximations++;
  from = emit_havoc(r, from, &cells, ORIGIN_APPROXIMATION,
                    intern(r->program->names, what));
  emit_skip(r, from, to);
  variable_vec_release(&cells);
}

static struct location_id emit_real_block(struct remover *r,
                                          const struct operation *op,
                                          struct location_id from) {
  if (op->kind == OPERATION_COPY)
    emit_invalid(r, from, ACCESS_READ, op->block.source, op->block.size);
  emit_invalid(r, from, ACCESS_WRITE, op->block.address, op->block.size);
  return emit(r, from, *op);
}

static void move_block(struct remover *r, const struct operation *op,
                       const struct access *to_access, struct place to_place,
                       const struct access *from_access,
                       struct place from_place, struct location_id from,
                       struct location_id to) {
  if (is_outside(r, to_place)) {
    if (r->options.keeps_memory) {
      if (op->kind == OPERATION_COPY)
        sync_block(r, from_place.object, true, &from);
      emit_skip(r, emit_real_block(r, op, from), to);
    } else
      emit_skip(r, from, to);
    return;
  }
  if (op->kind == OPERATION_COPY && is_outside(r, from_place)) {
    if (r->options.keeps_memory) {
      sync_block(r, to_place.object, true, &from);
      from = emit_real_block(r, op, from);
      sync_block(r, to_place.object, false, &from);
      emit_skip(r, from, to);
    } else {
      havoc_block(r, to_place.object, from, to, "copy from memory outside");
    }
    return;
  }
  struct move move = {.to = region_spot(r->regions, to_place,
                                        to_access->address)};
  if (op->kind == OPERATION_COPY) {
    move.has_source = true;
    move.from = region_spot(r->regions, from_place, from_access->address);
  } else {
    move.byte = term_extract(r->terms, 0, 8, op->block.value);
  }
  if (!region_of(r, to_place.object)->cells.count) {
    emit_skip(r, from, to);
  } else if (to_access->size != UINT64_MAX) {
    move_constant(r, &move, to_access->size, from, to);
  } else {
    uint64_t unit = region_unit(r->terms, op->block.size);
    uint64_t period = common_period(r, &move);
    if (period && unit % period == 0)
      emit_loop(r, &move, op->block.size, unit, from, to);
    else
      havoc_block(r, to_place.object, from, to, "copy of unknown size");
  }
  binding_vec_release(&move.bindings);
  variable_vec_release(&move.havocked);
}

static void translate_block(struct remover *r, const struct operation *op,
                            struct location_id from, struct location_id to) {
  struct access write, read = {0};
  access_init(r, &write, op->block.address, op->block.size, true);
  r->removal->accesses++;
  if (write.size == 0) {
    emit_skip(r, from, to);
    access_release(&write);
    return;
  }
  bool is_copy = op->kind == OPERATION_COPY;
  if (is_copy)
    access_init(r, &read, op->block.source, op->block.size, false);
  // Nothing is touched when the size is 0.
  if (write.size == UINT64_MAX) {
    struct term is_empty =
        term_eq(r->terms, op->block.size, pointer_const(r, 0));
    emit_to(r, from, to, operation_assume(is_empty), UNDEFINED_NONE);
    from = emit_assume(r, from, term_not(r->terms, is_empty));
  }
  for (uint32_t i = 0; i < write.places.count; i++) {
    struct location_id inside = enter_place(r, &write, i, &from);
    bool is_last = inside.id == from.id;
    if (!is_copy)
      move_block(r, op, &write, write.places.at[i], NULL, (struct place){0},
                 inside, to);
    for (uint32_t k = 0; is_copy && k < read.places.count; k++) {
      struct location_id at = enter_place(r, &read, k, &inside);
      move_block(r, op, &write, write.places.at[i], &read, read.places.at[k],
                 at, to);
      if (at.id == inside.id)
        break;
    }
    if (is_last)
      break;
  }
  access_release(&write);
  access_release(&read);
}

// Allocation

// Fresh bytes: zero, or anything.
static struct location_id emit_contents(struct remover *r,
                                        struct location_id from, uint32_t block,
                                        bool is_zeroed) {
  const struct region *region = region_of(r, block);
  if (!is_zeroed) {
    struct variable_vec cells = {0};
    list_cells(r, block, &cells);
    from = emit_havoc(r, from, &cells, ORIGIN_UNINITIALISED,
                      intern(r->program->names, "allocated bytes"));
    variable_vec_release(&cells);
    return from;
  }
  struct binding_vec bindings = {0};
  for (uint32_t i = 0; i < region->cells.count; i++) {
    const struct cell *cell = &region->cells.at[i];
    struct term zero = term_const(r->terms, (unsigned)(8 * cell->size), 0);
    if (region->period)
      zero = term_const_array(r->terms, r->program->pointer_width, zero);
    binding_vec_push(&bindings, (struct binding){cell->variable, zero});
  }
  from = emit(r, from,
              operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// target := the address of a new object of the size
static struct location_id emit_new(struct remover *r, struct location_id from,
                                   uint32_t block, struct variable target,
                                   struct term size, bool is_zeroed) {
  const struct region *region = region_of(r, block);
  struct binding_vec bindings = {0};
  struct term address = region->base;
  if (block_of(r, block)->kind == BLOCK_MANY) {
    struct term top = program_term(r->program, region->top);
    address = term_add(r->terms, region->base, top);
    struct term length = pointer_const(r, region->stride);
    if (!block_of(r, block)->size) {
      uint64_t mask = ~(region->stride - 1);
      length = term_binary(
          r->terms, OP_BVAND,
          term_add(r->terms, size, pointer_const(r, region->stride)),
          pointer_const(r, mask));
    }
    binding_vec_push(&bindings, (struct binding){region->top,
                                                 term_add(r->terms, top,
                                                          length)});
  } else {
    from = emit_contents(r, from, block, is_zeroed);
    if (!block_of(r, block)->size)
      binding_vec_push(&bindings, (struct binding){region->size, size});
  }
  if (!variable_is_none(target))
    binding_vec_push(&bindings, (struct binding){target, address});
  if (!variable_is_none(region->alive))
    binding_vec_push(&bindings,
                     set_alive(r, region,
                               term_sub(r->terms, address, region->base),
                               true));
  from = emit(r, from,
              operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// Freeing. The address is that of the beginning of a block that was allocated.
static struct term free_test(struct remover *r, struct term address,
                             struct place place) {
  const struct block *block = block_of(r, place.object);
  const struct region *region = region_of(r, place.object);
  struct term offset = term_sub(r->terms, address, region->base);
  if (block->kind != BLOCK_MANY)
    return term_eq(r->terms, address, region->base);
  return term_and(
      r->terms,
      term_compare(r->terms, OP_ULT, offset,
                   program_term(r->program, region->top)),
      term_eq(r->terms, offset, start_of(r, region, offset)));
}

static bool is_heap(const struct remover *r, struct place place) {
  const struct block *block = block_of(r, place.object);
  const struct operation *op = &r->from->edges.at[block->edge].op;
  return (block->kind == BLOCK_ONCE || block->kind == BLOCK_MANY) &&
         block->edge &&
         (op->kind != OPERATION_ALLOCATE ||
          op->allocate.kind == ALLOCATION_HEAP);
}

static struct term free_validity(struct remover *r, struct term address,
                                 bool *is_certain) {
  struct place_vec places = {0};
  struct term valid = term_eq(r->terms, address, pointer_const(r, 0));
  targets_of(r->removal->targets, address, &places);
  *is_certain = true;
  for (uint32_t i = 0; i < places.count; i++) {
    if (is_outside(r, places.at[i]))
      *is_certain = false;
    if (!is_heap(r, places.at[i]))
      continue;
    const struct region *region = region_of(r, places.at[i].object);
    struct term offset = term_sub(r->terms, address, region->base);
    valid = term_or(r->terms, valid,
                    term_and(r->terms, free_test(r, address, places.at[i]),
                             is_alive(r, region, offset)));
  }
  place_vec_release(&places);
  return valid;
}

static void translate_free(struct remover *r, const struct operation *op,
                           struct location_id from, struct location_id to) {
  struct term address = op->free.address;
  struct place_vec places = {0};
  if (r->options.checks_memory)
    targets_of(r->removal->targets, address, &places);
  for (uint32_t i = 0; i < places.count; i++) {
    if (!is_heap(r, places.at[i]))
      continue;
    const struct region *region = region_of(r, places.at[i].object);
    struct term test = free_test(r, address, places.at[i]);
    struct location_id inside = emit_assume(r, from, test);
    struct binding dead = set_alive(
        r, region, term_sub(r->terms, address, region->base), false);
    emit_to(r, inside, to, operation_assign(r->program, &dead, 1),
            UNDEFINED_NONE);
    from = emit_assume(r, from, term_not(r->terms, test));
  }
  emit_skip(r, from, to);
  place_vec_release(&places);
}

// Leaves the branch on which an allocation fails, and goes on.
static struct location_id emit_failure(struct remover *r,
                                       struct location_id from,
                                       struct location_id to,
                                       struct variable target) {
  if (variable_is_none(r->removal->failure))
    r->removal->failure =
        add_variable(r, "allocation.fails", sort_bits(1));
  struct variable failure = r->removal->failure;
  struct term fails =
      term_nonzero(r->terms, program_term(r->program, failure));
  from = emit(r, from,
              operation_havoc(r->program, &failure, 1, ORIGIN_ASSUMPTION,
                              intern(r->program->names, "allocation")));
  struct location_id failed = emit_assume(r, from, fails);
  if (variable_is_none(target))
    emit_skip(r, failed, to);
  else
    emit_to(r, failed, to,
            operation_assign_one(r->program, target, pointer_const(r, 0)),
            UNDEFINED_NONE);
  return emit_assume(r, from, term_not(r->terms, fails));
}

static void translate_allocate(struct remover *r, const struct operation *op,
                               struct location_id from,
                               struct location_id to) {
  uint32_t block = targets_of_edge(r->removal->targets, r->edge);
  if (op->allocate.may_fail && r->options.may_fail)
    from = emit_failure(r, from, to, op->allocate.target);
  from = emit_new(r, from, block, op->allocate.target, op->allocate.size,
                  op->allocate.is_zeroed);
  emit_skip(r, from, to);
}

// Calls of functions without a body

// Does a printf store a count (%n), or do we not know its format?
static bool has_count(const char *text, uint64_t size) {
  bool inside = false;
  for (uint64_t i = 0; i < size; i++) {
    if (inside && text[i] == 'n')
      return true;
    if (inside && strchr("diouxXeEfFgGaAcsp%", text[i]))
      inside = false;
    else if (text[i] == '%')
      inside = true;
  }
  return false;
}

static bool format_writes(const struct remover *r, const struct operation *op) {
  if (!op->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(r->program, op->call.callee);
  const char *name = name_text(r->program->names, callee->name);
  if (!strstr(name, "printf"))
    return false;
  for (uint32_t i = 0; i < op->call.count && i < 3; i++) {
    struct object_id object;
    uint64_t offset;
    if (!access_split(r->program, op->call.arguments[i], &object, &offset))
      continue;
    const struct object_info *info = program_object(r->program, object);
    if (info->kind == OBJECT_STRING && info->bytes)
      return has_count((const char *)info->bytes, info->size);
  }
  return true;
}

static void list_written(struct remover *r, const struct operation *op,
                         struct routine routine, struct variable_vec *into) {
  struct bitset blocks = {0};
  bool is_known = routine.flags & ROUTINE_KNOWN;
  bool counts = is_known && format_writes(r, op);
  for (uint32_t i = 0; is_known && i < op->call.count; i++) {
    if (!routine_writes(routine, i) && !counts)
      continue;
    struct place_vec places = {0};
    targets_of(r->removal->targets, op->call.arguments[i], &places);
    for (uint32_t k = 0; k < places.count; k++)
      bitset_add(&blocks, places.at[k].object);
    place_vec_release(&places);
  }
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    bool is_written = is_known
                          ? bitset_has(&blocks, b)
                          : !r->options.unknown_writes_nothing &&
                                targets_escapes(r->removal->targets, b);
    if (is_written && !region_of(r, b)->is_constant)
      list_cells(r, b, into);
  }
  bitset_release(&blocks);
}

static void list_passed(struct remover *r, const struct operation *op,
                        struct bitset *blocks) {
  struct place_vec places = {0};
  for (uint32_t i = 0; i < op->call.count; i++)
    targets_of(r->removal->targets, op->call.arguments[i], &places);
  if (!term_is_none(op->call.variadic))
    targets_of(r->removal->targets, op->call.variadic, &places);
  for (uint32_t i = 0; i < places.count; i++)
    bitset_add(blocks, places.at[i].object);
  place_vec_release(&places);
}

static bool can_sync(const struct remover *r, const struct bitset *blocks) {
  for (uint32_t b = bitset_next(blocks, 0); b != UINT32_MAX;
       b = bitset_next(blocks, b + 1)) {
    const struct block *block = block_of(r, b);
    bool is_heap = block->kind == BLOCK_MANY || block->kind == BLOCK_ONCE;
    if (is_heap &&
        (block->kind == BLOCK_MANY || !block->size ||
         program_object(r->program, block->object)->size < block->size))
      return false;
  }
  return true;
}

// A call through a pointer keeps the edge beside it.
static struct location_id emit_call(struct remover *r,
                                    const struct operation *op,
                                    struct location_id from) {
  const struct edge *edge = &r->from->edges.at[r->edge];
  const struct location *location = &r->from->locations.at[edge->from.id];
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *sibling = &r->from->edges.at[location->first_out + i];
    if (sibling->op.kind == OPERATION_INVALID &&
        sibling->op.invalid.access == ACCESS_CALL)
      emit_to(r, from, sibling->to, sibling->op, sibling->undefined);
  }
  return emit(r, from, *op);
}

static void translate_synced_call(struct remover *r, const struct operation *op,
                                  struct routine routine,
                                  struct location_id from,
                                  struct location_id to) {
  struct bitset blocks = {0};
  bool is_known = routine.flags & ROUTINE_KNOWN;
  list_passed(r, op, &blocks);
  targets_reach(r->removal->targets, &blocks);
  if (!can_sync(r, &blocks)) {
    emit_to(r, from, to,
            operation_unsupported(intern(r->program->names,
                                         "a library call that sees a heap of "
                                         "unknown size")),
            UNDEFINED_NONE);
    bitset_release(&blocks);
    return;
  }
  for (uint32_t b = 1; !is_known && b < r->regions->at.count; b++)
    if (targets_escapes(r->removal->targets, b))
      bitset_add(&blocks, b);
  for (uint32_t b = bitset_next(&blocks, 0); b != UINT32_MAX;
       b = bitset_next(&blocks, b + 1))
    sync_block(r, b, true, &from);
  from = emit_call(r, op, from);
  bool writes = !is_known || routine.writes || format_writes(r, op);
  for (uint32_t b = bitset_next(&blocks, 0); writes && b != UINT32_MAX;
       b = bitset_next(&blocks, b + 1))
    sync_block(r, b, false, &from);
  emit_skip(r, from, to);
  bitset_release(&blocks);
}

// Does the call pass a pointer to something that is not constant?
static bool passes_memory(const struct remover *r, const struct operation *op) {
  struct place_vec places = {0};
  bool found = false;
  for (uint32_t i = 0; i < op->call.count; i++)
    targets_of(r->removal->targets, op->call.arguments[i], &places);
  for (uint32_t i = 0; i < places.count; i++)
    found |= !is_function(r, places.at[i].object) &&
             !region_of(r, places.at[i].object)->is_constant;
  place_vec_release(&places);
  return found;
}

static void translate_call(struct remover *r, const struct operation *op,
                           struct location_id from, struct location_id to) {
  struct routine routine = {0};
  const struct procedure *callee = NULL;
  if (op->call.callee.id) {
    callee = program_procedure(r->program, op->call.callee);
    routine = routine_find(name_text(r->program->names, callee->name));
  }
  uint32_t block = targets_of_edge(r->removal->targets, r->edge);
  if (r->options.keeps_memory && block) {
    emit_to(r, from, to,
            operation_unsupported(intern_format(
                r->program->names, "%s in a component",
                name_text(r->program->names, callee->name))),
            UNDEFINED_NONE);
    return;
  }
  if (r->options.keeps_memory) {
    translate_synced_call(r, op, routine, from, to);
    return;
  }
  if (block) {
    if (r->options.may_fail)
      from = emit_failure(r, from, to, op->call.target);
    // How long it is nobody knows: any length.
    struct variable length =
        add_variable(r, "allocated", sort_bits(r->program->pointer_width));
    from = emit(r, from,
                operation_havoc(r->program, &length, 1, ORIGIN_APPROXIMATION,
                                callee->name));
    from = emit_new(r, from, block, op->call.target,
                    program_term(r->program, length), false);
    struct variable_vec cells = {0};
    list_cells(r, block, &cells);
    from = emit_havoc(r, from, &cells, ORIGIN_APPROXIMATION, callee->name);
    variable_vec_release(&cells);
    emit_skip(r, from, to);
    return;
  }
  struct variable_vec written = {0};
  list_written(r, op, routine, &written);
  if (r->options.checks_memory && passes_memory(r, op))
    from = emit_doubt(r, from, "memory that a library routine accesses");
  from = emit_call(r, op, from);
  if (written.count) {
    emit_to(r, from, to,
            operation_havoc(r->program, written.at, written.count,
                            ORIGIN_ASSUMPTION,
                            callee ? callee->name
                                   : intern(r->program->names, "unknown")),
            UNDEFINED_NONE);
  } else {
    emit_skip(r, from, to);
  }
  variable_vec_release(&written);
}

// Frames

// The cells of the frame objects of an instance, when it is entered.
static void list_frame(const struct remover *r, uint32_t instance,
                       struct variable_vec *into) {
  const struct inline_instance *info = &r->inlined->instances.at[instance];
  const struct procedure *procedure =
      program_procedure(r->program, info->procedure);
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    struct object_id object =
        r->from->objects.at[info->first_object + i];
    list_cells(r, object.id, into);
  }
}

static struct location_id enter_frame(struct remover *r, uint32_t instance,
                                      struct location_id from) {
  struct variable_vec cells = {0};
  list_frame(r, instance, &cells);
  from = emit_havoc(r, from, &cells, ORIGIN_UNINITIALISED,
                    intern(r->program->names, "frame"));
  variable_vec_release(&cells);
  return emit_lives(r, instance, from, true);
}

// Heap areas of allocations that give indeterminate bytes.
static struct location_id havoc_areas(struct remover *r,
                                      struct location_id from) {
  struct variable_vec cells = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    if (block_of(r, b)->kind != BLOCK_MANY)
      continue;
    const struct operation *op = &r->from->edges.at[block_of(r, b)->edge].op;
    if (op->kind != OPERATION_ALLOCATE || !op->allocate.is_zeroed)
      list_cells(r, b, &cells);
  }
  from = emit_havoc(r, from, &cells, ORIGIN_UNINITIALISED,
                    intern(r->program->names, "allocated bytes"));
  variable_vec_release(&cells);
  return from;
}

// Nothing is allocated yet, wherever the component starts.
static struct location_id reset_areas(struct remover *r,
                                      struct location_id from) {
  struct binding_vec bindings = {0};
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct region *region = region_of(r, b);
    struct term zero = pointer_const(r, 0);
    if (!variable_is_none(region->top))
      binding_vec_push(&bindings, (struct binding){region->top, zero});
    if (!variable_is_none(region->size) && block_of(r, b)->edge)
      binding_vec_push(&bindings, (struct binding){region->size, zero});
  }
  if (bindings.count)
    from = emit(r, from,
                operation_assign(r->program, bindings.at, bindings.count));
  binding_vec_release(&bindings);
  return from;
}

// Pointers of the entry state are null or point to their objects, which have a
// size in the range.
static struct location_id assume_entry(struct remover *r,
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
          term_add(r->terms, region_of(r, place.object)->base,
                   pointer_const(r, pointer->offset));
      if (!region_read(r->regions,
                       region_spot(r->regions, place, address),
                       r->program->pointer_width / 8, &value))
        continue;
    }
    struct term target =
        program_term(r->program,
                     program_object(r->program, pointer->target)->address);
    from = emit_assume(
        r, from,
        term_or(r->terms, term_eq(r->terms, value, pointer_const(r, 0)),
                term_eq(r->terms, value, target)));
  }
  for (uint32_t i = 0; i < entry->objects.count; i++) {
    const struct region *region =
        region_of(r, entry->objects.at[i].object.id);
    if (variable_is_none(region->size))
      continue;
    struct term size = program_term(r->program, region->size);
    struct term least = pointer_const(r, entry->objects.at[i].least);
    from = emit_assume(
        r, from,
        term_and(r->terms, term_compare(r->terms, OP_ULE, least, size),
                 term_compare(r->terms, OP_ULE, size,
                              pointer_const(r, ENTRY_SIZE))));
  }
  return from;
}

// What depends on the layout is not known.

static bool is_layout_used(const struct remover *r, struct term t) {
  return r->options.has_layout &&
         layout_is_used(r->removal->targets, r->program, t);
}

static struct name layout_name(const struct remover *r) {
  return intern(r->program->names, "an address as a number");
}

// Assignments of such values are havocs. The others read the old values, so
// they come first.
static void translate_assign(struct remover *r, const struct operation *op,
                             struct location_id from, struct location_id to) {
  struct binding_vec bindings = {0};
  struct variable_vec unknown = {0};
  for (uint32_t i = 0; i < op->assign.count; i++) {
    if (is_layout_used(r, op->assign.bindings[i].value))
      variable_vec_push(&unknown, op->assign.bindings[i].target);
    else
      binding_vec_push(&bindings, op->assign.bindings[i]);
  }
  if (unknown.count) {
    r->removal->approximations++;
    from = emit(r, from,
                operation_assign(r->program, bindings.at, bindings.count));
    emit_to(r, from, to,
            operation_havoc(r->program, unknown.at, unknown.count,
                            ORIGIN_APPROXIMATION, layout_name(r)),
            UNDEFINED_NONE);
  } else {
    emit_bindings(r, from, to, &bindings);
  }
  binding_vec_release(&bindings);
  variable_vec_release(&unknown);
}

// A branch on one is decided by a variable that can have any value, one for
// each edge that leaves the location.
static struct location_id emit_choice(struct remover *r,
                                      const struct location *location,
                                      struct location_id from) {
  bool is_needed = false;
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct operation *op =
        &r->from->edges.at[location->first_out + i].op;
    is_needed |= op->kind == OPERATION_ASSUME &&
                 is_layout_used(r, op->assume.condition);
  }
  r->chooses = is_needed;
  if (!is_needed)
    return from;
  r->removal->approximations++;
  if (variable_is_none(r->choice))
    r->choice = add_variable(r, "choice", sort_bits(32));
  return emit(r, from,
              operation_havoc(r->program, &r->choice, 1, ORIGIN_APPROXIMATION,
                              layout_name(r)));
}

// Edge number i of n is taken for the value i, the last for all others.
static struct term choice_test(struct remover *r, uint32_t i, uint32_t count) {
  struct term choice = program_term(r->program, r->choice);
  if (i + 1 < count)
    return term_eq(r->terms, choice, term_const(r->terms, 32, i));
  return term_compare(r->terms, OP_ULE, term_const(r->terms, 32, i), choice);
}

// Does an operation on memory use the layout for where it goes?
static bool has_wild_address(const struct remover *r,
                             const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD: return is_layout_used(r, op->memory.address);
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    return is_layout_used(r, op->memory.address) ||
           is_layout_used(r, op->memory.value);
  case OPERATION_COPY:
  case OPERATION_FILL:
    return is_layout_used(r, op->block.address) ||
           is_layout_used(r, op->block.size) ||
           (op->kind == OPERATION_COPY ? is_layout_used(r, op->block.source)
                                       : is_layout_used(r, op->block.value));
  case OPERATION_ALLOCATE: return is_layout_used(r, op->allocate.size);
  default: return false;
  }
}

// Edges

// Was the edge the return of a procedure that was inlined?
static bool leaves_instance(const struct remover *r, uint32_t id) {
  const struct inline_origin *origin = &r->inlined->origins.at[id];
  const struct procedure *procedure =
      program_procedure(r->program, origin->procedure);
  return origin->instance != 1 &&
         procedure_edge(procedure, origin->edge)->op.kind == OPERATION_RETURN;
}

static void translate(struct remover *r, uint32_t id, struct location_id from) {
  const struct edge *edge = &r->from->edges.at[id];
  const struct operation *op = &edge->op;
  struct location_id to = edge->to;
  r->edge = id;
  uint32_t entered = r->inlined->origins.at[id].entered;
  if (r->options.checks_memory && leaves_instance(r, id)) {
    from = emit(r, from, *op);
    emit_skip(r,
              emit_lives(r, r->inlined->origins.at[id].instance, from, false),
              to);
    return;
  }
  if (entered) {
    struct location_id inside = emit(r, from, *op);
    emit_skip(r, enter_frame(r, entered, inside), to);
    return;
  }
  if (has_wild_address(r, op)) {
    emit_to(r, from, to, operation_unsupported(layout_name(r)),
            UNDEFINED_NONE);
    return;
  }
  switch (op->kind) {
  case OPERATION_ASSIGN:
    if (edge->undefined != UNDEFINED_NONE)
      emit_to(r, from, to, *op, edge->undefined);
    else
      translate_assign(r, op, from, to);
    break;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: translate_access(r, op, from, to); break;
  case OPERATION_COPY:
  case OPERATION_FILL: translate_block(r, op, from, to); break;
  case OPERATION_ALLOCATE: translate_allocate(r, op, from, to); break;
  case OPERATION_FREE: translate_free(r, op, from, to); break;
  case OPERATION_CALL: translate_call(r, op, from, to); break;
  case OPERATION_THREAD:
    emit_to(r, from, to,
            operation_unsupported(intern(r->program->names, "threads")),
            UNDEFINED_NONE);
    break;
  default: emit_to(r, from, to, *op, edge->undefined);
  }
}

// Null is excluded whatever else is not known.
static struct term validity(struct remover *r, const struct operation *op,
                            bool *is_certain) {
  *is_certain = true;
  if (op->invalid.access == ACCESS_CALL)
    return term_true(r->terms);
  if (op->invalid.access == ACCESS_FREE)
    return r->options.checks_memory
               ? free_validity(r, op->invalid.address, is_certain)
               : term_true(r->terms);
  struct access access;
  access_init(r, &access, op->invalid.address, op->invalid.size,
              op->invalid.access == ACCESS_WRITE);
  struct term valid = access_is_valid_term(r, &access);
  *is_certain = !access.has_outside;
  for (uint32_t i = 0; i < access.places.count; i++)
    *is_certain &= block_of(r, access.places.at[i].object)->kind != BLOCK_MANY ||
                   block_of(r, access.places.at[i].object)->size;
  access_release(&access);
  return valid;
}

// First the invalid accesses, one after the other, then the rest.
static void translate_location(struct remover *r, uint32_t id) {
  const struct location *location = &r->from->locations.at[id];
  struct location_id at = {id};
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &r->from->edges.at[location->first_out + i];
    if (edge->op.kind != OPERATION_INVALID)
      continue;
    r->edge = location->first_out + i;
    bool is_certain;
    struct term valid = validity(r, &edge->op, &is_certain);
    if (!is_certain && r->options.checks_memory)
      at = emit_doubt(r, at, "access to memory of unknown bounds");
    if (term_is_true(r->terms, valid))
      continue;
    struct term invalid = term_not(r->terms, valid);
    if (r->options.checks_memory)
      emit_to(r, emit_assume(r, at, invalid), edge->to, operation_skip(),
              edge->undefined);
    else
      emit_to(r, at, edge->to, operation_assume(invalid), edge->undefined);
    at = emit_assume(r, at, valid);
  }
  r->edge = location->first_out;
  at = emit_choice(r, location, at);
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &r->from->edges.at[location->first_out + i];
    if (r->chooses) {
      r->edge = location->first_out + i;
      emit_to(r, at, edge->to,
              operation_assume(choice_test(r, i, location->out_count)),
              edge->undefined);
    } else if (edge->op.kind != OPERATION_INVALID) {
      translate(r, location->first_out + i, at);
    }
  }
}

// The new procedure

static struct procedure *add_procedure(struct program *program,
                                       const struct procedure *from) {
  struct name name = intern_format(program->names, "%s (without pointers)",
                                   name_text(program->names, from->name));
  struct procedure *made = program_add_procedure(program, name);
  made->type = from->type;
  made->position = from->position;
  made->frame = from->frame;
  made->is_defined = true;
  made->is_noreturn = from->is_noreturn;
  made->is_variadic = from->is_variadic;
  made->is_internal = from->is_internal;
  made->result = from->result;
  made->variadic = from->variadic;
  variable_vec_append(&made->parameters, from->parameters.at,
                      from->parameters.count);
  for (uint32_t i = 1; i < from->locations.count; i++) {
    struct location_id copy =
        procedure_add_location(made, from->locations.at[i].position);
    procedure_location(made, copy)->label = from->locations.at[i].label;
  }
  made->exit = from->exit;
  made->undefined = from->undefined;
  return made;
}

// With 32 bits heap areas share what is left.
static void choose_heap_layout(struct remover *r, uint64_t next) {
  uint64_t areas = 0;
  for (uint32_t b = 1; b < r->regions->at.count; b++)
    areas += block_of(r, b)->kind == BLOCK_MANY || block_of(r, b)->kind == BLOCK_ONCE;
  if (r->program->pointer_width == 64 || areas == 0 || next > 0x80000000)
    return;
  uint64_t room = ((uint64_t)0xf0000000 - next) / areas & ~(uint64_t)0xfff;
  next = (next + 0xfff) & ~(uint64_t)0xfff;
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct block *block = block_of(r, b);
    if (block->kind != BLOCK_MANY && block->kind != BLOCK_ONCE)
      continue;
    substitution_set(
        r->layout,
        program_term(r->program,
                     program_object(r->program, block->object)->address),
        pointer_const(r, next));
    next += room;
  }
}

// A layout with gaps: 2^32 bytes for each object, or what it needs.
static void choose_layout(struct remover *r) {
  struct program *program = r->program;
  bool is_wide = program->pointer_width == 64;
  uint64_t next = is_wide ? (uint64_t)1 << 32 : 0x10000;
  r->layout = substitution_new(r->terms);
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    if (info->kind == OBJECT_FRAME && info->owner.id != r->from->frame.id)
      continue;
    uint64_t alignment = info->alignment > 16 ? info->alignment : 16;
    next = (next + alignment - 1) & ~(alignment - 1);
    substitution_set(r->layout, program_term(program, info->address),
                     pointer_const(r, next));
    next += is_wide ? (uint64_t)1 << 32 : (info->size + 64) & ~(uint64_t)15;
  }
  choose_heap_layout(r, next);
}

// Cells that never change are their values.
static void fix_constants(struct remover *r) {
  for (uint32_t b = 1; b < r->regions->at.count; b++) {
    const struct region *region = region_of(r, b);
    for (uint32_t i = 0; region->is_constant && i < region->cells.count; i++) {
      const struct variable_info *info =
          program_variable(r->program, region->cells.at[i].variable);
      substitution_set(r->layout, info->term,
                       substitution_apply(r->layout, info->initial));
    }
  }
}

static void finish(struct remover *r) {
  struct procedure *made = r->made;
  procedure_seal(made);
  u32_vec_resize(&r->removal->origins, made->edges.count);
  for (uint32_t i = 1; i < made->edges.count; i++)
    r->removal->origins.at[i] = made->edges.at[i].origin;
  variable_vec_append(&r->removal->own, r->regions->variables.at,
                      r->regions->variables.count);
  if (!r->layout)
    return;
  for (uint32_t i = 0; i < r->removal->own.count; i++) {
    struct variable_info *info =
        program_variable(r->program, r->removal->own.at[i]);
    if (!term_is_none(info->initial))
      info->initial = substitution_apply(r->layout, info->initial);
  }
}

static void build(struct remover *r) {
  struct program *program = r->program;
  r->made = add_procedure(program, r->from);
  if (r->options.checks_memory)
    add_alive(r);
  if (r->options.has_layout) {
    choose_layout(r);
    fix_constants(r);
  }
  r->edge = r->from->locations.at[r->from->entry.id].first_out;
  r->made->entry = new_location(r);
  struct location_id first = enter_frame(r, 1, r->made->entry);
  first = havoc_areas(r, first);
  first = reset_areas(r, first);
  first = assume_entry(r, first);
  emit_skip(r, first, r->from->entry);
  for (uint32_t i = 1; i < r->from->locations.count; i++) {
    translate_location(r, i);
    if (r->made->edges.count > REMOVAL_EDGE_LIMIT)
      return;
  }
  finish(r);
  r->removal->procedure = r->made;
}

struct procedure *pointers_remove(struct removal *removal,
                                  struct program *program,
                                  const struct inline_result *inlined,
                                  const struct removal_options *options,
                                  struct strbuf *why) {
  *removal = (struct removal){.program = program};
  if (options->is_open)
    entry_state_init(&removal->entry, program, inlined->procedure);
  struct targets_options targets_options = {
      options->is_open ? &removal->entry : NULL,
      options->unknown_writes_nothing};
  removal->targets =
      targets_new(program, inlined->procedure, &targets_options);
  regions_init(&removal->regions, program, inlined->procedure,
               removal->targets, options->keeps_memory);
  if (removal->regions.is_too_complex) {
    strbuf_add(why, "memory could not be divided into regions");
    return NULL;
  }
  struct remover r = {.removal = removal,
                      .program = program,
                      .terms = program->terms,
                      .from = inlined->procedure,
                      .inlined = inlined,
                      .regions = &removal->regions,
                      .options = *options};
  fixed_find(program, inlined->procedure, &r.fixed);
  build(&r);
  bitset_release(&r.fixed);
  if (r.layout)
    substitution_free(r.layout);
  if (!removal->procedure)
    strbuf_format(why, "removing pointers gives more than %d edges",
                  REMOVAL_EDGE_LIMIT);
  return removal->procedure;
}

void removal_release(struct removal *removal) {
  entry_state_release(&removal->entry);
  if (removal->targets)
    targets_free(removal->targets);
  regions_release(&removal->regions);
  u32_vec_release(&removal->origins);
  variable_vec_release(&removal->own);
}
