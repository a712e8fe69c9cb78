// Whether there is a terminated string at an address, as a formula over the
// bytes of the object: no loop, and so no invariant, is needed for that.
#include "memory/remover.h"

// Of an object that are looked at; of one whose size is not known, and its last
// one.
enum { MOST_BYTES = 1024, FEW_BYTES = 16 };

struct looking {
  struct remover *r;
  const struct access *access;
  struct place place;
  const struct block *block;
  const struct region *region;
  struct term offset;  // in the region
  struct term limit;   // as many bytes are enough
  struct term doubted; // where we did not look at all bytes
  bool is_usual;       // assumed of an object that is given
};

static struct term is_zero(struct remover *r, struct term byte) {
  return term_eq(r->terms, byte, term_const(r->terms, 8, 0));
}

// The byte at a known offset. False when it has no variable: nobody knows it.
static bool byte_at(const struct looking *l, uint64_t offset,
                    struct term *byte) {
  const struct program *program = l->r->program;
  struct object_id object = l->block->object;
  if (l->region->is_constant && l->block->kind == BLOCK_NAMED) {
    const struct object_info *info = program_object(program, object);
    *byte = term_const(l->r->terms, 8, info->bytes ? info->bytes[offset] : 0);
    return true;
  }
  struct spot spot = region_spot(
      l->r->regions, (struct place){l->place.object, (int64_t)offset, 0},
      l->region->base);
  return region_read(l->r->regions, spot, 1, byte);
}

static struct term at_most(const struct looking *l, struct term a,
                           struct term b) {
  return term_compare(l->r->terms, OP_ULE, a, b);
}

// The last byte of an object of unknown size, behind the start of the string;
// false where it has no variable.
static bool last_is_zero(const struct looking *l, struct term end,
                         struct term *found) {
  struct remover *r = l->r;
  struct term byte;
  struct spot spot = {.block = l->place.object,
                      .index =
                          term_sub(r->terms, end, remover_pointer_const(r, 1))};
  if (l->region->period != 1 || !region_read(r->regions, spot, 1, &byte))
    return false;
  struct term right = term_compare(r->terms, OP_ULT, l->offset, end);
  struct term left = is_zero(r, byte);
  *found = term_and(r->terms, left, right);
  return true;
}

// Objects of which there is one: bytes at known offsets, those from where the
// string begins. `end` is the size.
static struct term ends_in_one(struct looking *l, struct term end) {
  struct remover *r = l->r;
  bool has_size = l->block->kind == BLOCK_NAMED || l->block->size;
  struct term last = term_false(r->terms);
  bool has_last = !has_size && last_is_zero(l, end, &last);
  if (l->is_usual && has_last)
    return last;
  uint64_t most = has_size ? MOST_BYTES : FEW_BYTES;
  uint64_t size = has_size ? l->block->size : UINT64_MAX;
  uint64_t first = l->place.modulus ? 0 : (uint64_t)l->place.offset;
  struct term found = at_most(l, l->limit, term_sub(r->terms, end, l->offset));
  for (uint64_t i = first; i < size && i < first + most; i++) {
    struct term byte, here;
    if (!byte_at(l, i, &byte))
      continue;
    here = is_zero(r, byte);
    if (l->place.modulus)
      here = term_and(r->terms, here,
                      at_most(l, l->offset, remover_pointer_const(r, i)));
    if (!has_size)
      here = term_and(
          r->terms, here,
          term_compare(r->terms, OP_ULT, remover_pointer_const(r, i), end));
    found = term_or(r->terms, found, here);
  }
  found = term_or(r->terms, found, last);
  if (!has_size || size > first + most)
    l->doubted = at_most(l, remover_pointer_const(r, first + most + 1), end);
  return found;
}

// One of many objects of a size: bytes from the address on.
static struct term ends_in_many(struct looking *l) {
  struct remover *r = l->r;
  uint64_t size = l->block->size;
  unsigned width = r->program->pointer_width;
  unsigned bits = remover_stride_bits(l->region);
  if (!size || size > MOST_BYTES || l->region->period != 1) {
    l->doubted = term_true(r->terms);
    return term_false(r->terms);
  }
  struct term start = term_resize(r->terms, width, false,
                                  term_extract(r->terms, 0, bits, l->offset));
  struct term room = term_sub(r->terms, remover_pointer_const(r, size), start);
  struct term found = at_most(l, l->limit, room);
  for (uint64_t i = 0; i < size; i++) {
    struct term byte;
    struct spot spot = {
        .block = l->place.object,
        .index = term_add(r->terms, l->offset, remover_pointer_const(r, i))};
    if (!region_read(r->regions, spot, 1, &byte))
      continue;
    struct term right =
        term_compare(r->terms, OP_ULT, remover_pointer_const(r, i), room);
    struct term left = is_zero(r, byte);
    struct term here = term_and(r->terms, left, right);
    found = term_or(r->terms, found, here);
  }
  return found;
}

static struct term ends_in(struct looking *l) {
  struct remover *r = l->r;
  l->block = remover_block_of(r, l->place.object);
  l->region = remover_region_of(r, l->place.object);
  l->offset = term_sub(r->terms, l->access->address, l->region->base);
  if (l->place.modulus == 0 && l->block->kind != BLOCK_MANY)
    l->offset = remover_pointer_const(r, (uint64_t)l->place.offset);
  if (l->block->kind == BLOCK_MANY)
    return ends_in_many(l);
  bool has_size = l->block->kind == BLOCK_NAMED || l->block->size;
  return ends_in_one(l, has_size ? remover_pointer_const(r, l->block->size)
                                 : program_term(r->program, l->region->size));
}

// An object that the function is given with a string in it, which is assumed to
// end. Where nobody says how large the object is, the code cannot know more
// than that: it is enough to look at objects of which the last byte is zero,
// since who does nothing wrong with those never gets behind the end of a
// string, and does the same where the object is larger. So there is nothing to
// doubt. What is written behind the end (--required) has room in objects with
// zeros before the last byte. And one byte is all that an invariant of a loop
// over the string has to know of it.
static bool is_given(const struct remover *r, struct place place) {
  const struct block *block = remover_block_of(r, place.object);
  return !r->program->starting.has_sizes && block->object.id &&
         entry_state_find(&r->removal->entry, block->object) != NULL;
}

// The same where callers see to it that it ends (remove_room.c), be it assumed
// or required: it still holds what they gave.
static bool is_as_given(const struct remover *r, struct place place) {
  struct object_id object = remover_block_of(r, place.object)->object;
  return r->given && object.id &&
         program_object(r->program, object)->room != ROOM_NONE &&
         !bitset_has(&r->written, place.object);
}

// A string that we only hear of: valid, for all we know.
struct term remover_string_validity(struct remover *r,
                                    const struct operation *op,
                                    bool *is_certain, struct term *doubted) {
  struct access access;
  struct term zero = remover_pointer_const(r, 0);
  struct term valid = term_eq(r->terms, op->invalid.size, zero);
  remover_access_init(r, &access, op->invalid.address,
                      remover_pointer_const(r, 1), false);
  *doubted = term_false(r->terms);
  for (uint32_t i = 0; i < access.places.count; i++) {
    struct looking l = {.r = r,
                        .access = &access,
                        .place = access.places.at[i],
                        .limit = op->invalid.size,
                        .doubted = term_false(r->terms)};
    struct term is_there = remover_place_test(r, &access, l.place);
    l.is_usual = (op->invalid.is_usual || is_as_given(r, l.place)) &&
                 is_given(r, l.place);
    struct term ends =
        remover_is_outside(r, l.place) ? term_true(r->terms) : ends_in(&l);
    valid = term_or(r->terms, valid, term_and(r->terms, is_there, ends));
    if (!l.is_usual)
      *doubted =
          term_or(r->terms, *doubted, term_and(r->terms, is_there, l.doubted));
  }
  *is_certain = !access.has_outside;
  remover_access_release(&access);
  return valid;
}
