// Which places an access can go to, and the tests that tell them apart (seed
// 000, section 3.3.2).
#include "memory/remover.h"

#include "program/access.h"

// Places

void remover_access_release(struct access *access) {
  place_vec_release(&access->places);
}

bool remover_is_function(const struct remover *r, uint32_t block) {
  const struct block *info = remover_block_of(r, block);
  return info->kind == BLOCK_NAMED &&
         program_object(r->program, info->object)->kind == OBJECT_FUNCTION;
}

static bool can_be_valid(const struct remover *r, const struct access *access,
                         struct place place) {
  const struct block *block = remover_block_of(r, place.object);
  if (remover_is_function(r, place.object) ||
      (access->is_write && remover_region_of(r, place.object)->is_constant))
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

bool remover_is_outside(const struct remover *r, struct place place) {
  return remover_block_of(r, place.object)->kind == BLOCK_OUTSIDE;
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
      remover_block_of(r, places.at[0].object)->kind != BLOCK_MANY &&
      !remover_is_outside(r, places.at[0]))
    known = term_add(r->terms, remover_region_of(r, places.at[0].object)->base,
                     remover_pointer_const(r, (uint64_t)places.at[0].offset));
  place_vec_release(&places);
  return known;
}

static bool is_fixed(const struct remover *r, struct term variable) {
  return bitset_has(&r->fixed, program_variable_of(r->program, variable).id);
}

// A valid access through a variable that can hold one address only is one at
// that address: `p + 4 * i` becomes `&a + 4 * i` provided that p == &a, which
// needs no test where we know that it does (fixed.h).
static void know_address(struct remover *r, struct access *access) {
  bool is_sum = term_op(r->terms, access->address) == OP_ADD;
  uint32_t count = is_sum ? term_arity(r->terms, access->address) : 1;
  struct term address = remover_pointer_const(r, 0);
  access->condition = term_true(r->terms);
  for (uint32_t i = 0; i < count; i++) {
    struct term summand =
        is_sum ? term_operand(r->terms, access->address, i) : access->address;
    struct term known = known_address(r, summand);
    if (!term_is_none(known) && !is_fixed(r, summand))
      access->condition = term_and(r->terms, access->condition,
                                   term_eq(r->terms, summand, known));
    if (!term_is_none(known))
      summand = known;
    address = term_add(r->terms, address, summand);
  }
  access->address = address;
}

void remover_access_init(struct remover *r, struct access *access,
                         struct term address, struct term size, bool is_write) {
  *access = (struct access){.asked = address,
                            .address = address,
                            .size = UINT64_MAX,
                            .size_term = size,
                            .is_write = is_write};
  if (term_is_const(r->terms, size))
    access->size = (uint64_t)term_value(r->terms, size);
  know_address(r, access);
  const struct targets *targets = r->removal->targets;
  struct place_vec all = {0};
  known_places(r->regions->known, r->edge, address, &all);
  for (uint32_t i = 0; i < all.count; i++) {
    bool is_anywhere = all.at[i].object == targets_anywhere(targets);
    access->is_unresolved |= is_anywhere;
    if (is_anywhere || all.at[i].object == targets_outside(targets) ||
        targets_leaves(targets, all.at[i], access->size))
      access->has_outside = true;
    if (!is_anywhere && all.at[i].object != targets_outside(targets) &&
        can_be_valid(r, access, all.at[i]))
      place_vec_push(&access->places, all.at[i]);
  }
  // Nobody ever gives it an address: rather than say that every run ends here,
  // we say that we do not know.
  if (!all.count && (!term_is_const(r->terms, address) ||
                     access_is_number(r->terms, address)))
    access->has_outside = access->is_unresolved = true;
  r->removal->unresolved += access->is_unresolved;
  if (access->has_outside)
    place_vec_push(&access->places,
                   (struct place){targets_outside(targets), 0, 1});
  place_vec_release(&all);
}

// offset + size <= limit, all as terms of pointer width, without wrapping
static struct term fits(struct remover *r, struct term offset, struct term size,
                        struct term limit) {
  struct term room = term_sub(r->terms, limit, size);
  struct term right = term_compare(r->terms, OP_ULE, offset, room);
  struct term left = term_compare(r->terms, OP_ULE, size, limit);
  return term_and(r->terms, left, right);
}

// Whatever else is not known, at null and behind it nothing lies. A run finds
// that out by itself.
static struct term outside_test(struct remover *r,
                                const struct access *access) {
  if (r->options.keeps_memory)
    return term_true(r->terms);
  return term_compare(r->terms, OP_ULE,
                      remover_pointer_const(r, ACCESS_PAGE_ZERO),
                      access->address);
}

// The address lies in the place, and so do all bytes of the access.
struct term remover_bounds_test(struct remover *r, const struct access *access,
                                struct place place) {
  const struct block *block = remover_block_of(r, place.object);
  const struct region *region = remover_region_of(r, place.object);
  if (block->kind == BLOCK_OUTSIDE)
    return outside_test(r, access);
  struct term offset = term_sub(r->terms, access->address, region->base);
  struct term is_there = term_true(r->terms);
  if (place.modulus == 0 && block->kind != BLOCK_MANY)
    is_there =
        term_eq(r->terms, access->address,
                term_add(r->terms, region->base,
                         remover_pointer_const(r, (uint64_t)place.offset)));
  if (block->kind == BLOCK_MANY) {
    struct term inside = fits(r, offset, access->size_term,
                              program_term(r->program, region->top));
    if (block->size && access->size <= block->size) {
      unsigned bits = remover_stride_bits(region);
      struct term low = term_extract(r->terms, 0, bits, offset);
      inside = term_and(
          r->terms, inside,
          term_compare(r->terms, OP_ULE, low,
                       term_const(r->terms, bits, block->size - access->size)));
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
                       remover_pointer_const(r, block->size)));
}

struct term remover_place_test(struct remover *r, const struct access *access,
                               struct place place) {
  const struct region *region = remover_region_of(r, place.object);
  struct term test = term_and(r->terms, access->condition,
                              remover_bounds_test(r, access, place));
  if (variable_is_none(region->alive))
    return test;
  struct term offset = term_sub(r->terms, access->address, region->base);
  return term_and(r->terms, test, remover_is_alive(r, region, offset));
}

struct term remover_access_is_valid_term(struct remover *r,
                                         const struct access *access) {
  struct term valid = term_false(r->terms);
  if (access->size == 0)
    return term_true(r->terms);
  for (uint32_t i = 0; i < access->places.count; i++)
    valid = term_or(r->terms, valid,
                    remover_place_test(r, access, access->places.at[i]));
  if (access->size == UINT64_MAX)
    valid = term_or(
        r->terms, valid,
        term_eq(r->terms, access->size_term, remover_pointer_const(r, 0)));
  return valid;
}

// Goes on from `*at` only if the access meets this place; the rest of the chain
// is left in `*at`. The last place needs no test.
struct location_id remover_enter_place(struct remover *r,
                                       const struct access *access, uint32_t i,
                                       struct location_id *at) {
  if (i + 1 == access->places.count)
    return *at;
  struct term test = remover_place_test(r, access, access->places.at[i]);
  if (term_is_true(r->terms, test))
    return *at;
  struct location_id inside = remover_emit_assume(r, *at, test);
  *at = remover_emit_assume(r, *at, term_not(r->terms, test));
  return inside;
}
