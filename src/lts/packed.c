#include "lts/packed.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory.h"

enum { WORD = 64, FIRST_SLOT_BITS = 6 };

static uint32_t bits_for(uint32_t limit) {
  uint32_t bits = 0;
  while (limit && (uint64_t)(limit - 1) >> bits)
    bits++;
  return bits;
}

static void lay_out(struct packed *packed, const uint32_t *limits) {
  uint32_t word = 0, used = 0;
  for (uint32_t f = 0; f < packed->field_count; f++) {
    uint32_t bits = bits_for(limits[f]);
    if (used + bits > WORD) {
      word++;
      used = 0;
    }
    // A field without bits may not be shifted by a whole word.
    uint32_t shift = bits ? used : 0;
    packed->fields[f] =
        (struct packed_field){word, shift, (UINT64_C(1) << bits) - 1};
    used += bits;
  }
  packed->words = word + 1;
}

void packed_init(struct packed *packed, const uint32_t *limits,
                 uint32_t count) {
  *packed = (struct packed){.field_count = count};
  packed->fields = memory_new_zero(count + 1u, sizeof *packed->fields);
  lay_out(packed, limits);
  packed->slot_bits = FIRST_SLOT_BITS;
  packed->slot_mask = (1u << FIRST_SLOT_BITS) - 1;
  packed->slots = memory_new_zero(packed->slot_mask + 1, sizeof *packed->slots);
}

void packed_release(struct packed *packed) {
  free(packed->fields);
  free(packed->tuples);
  free(packed->slots);
  *packed = (struct packed){0};
}

size_t packed_bytes(const struct packed *packed) {
  return packed->capacity * packed->words * sizeof *packed->tuples +
         (size_t)(packed->slot_mask + 1) * sizeof *packed->slots;
}

uint64_t packed_hash(const struct packed *packed, const uint64_t *tuple) {
  uint64_t hash = packed->words;
  for (uint32_t i = 0; i < packed->words; i++)
    hash = hash_mix(hash, tuple[i]);
  return hash;
}

static bool equals(const struct packed *packed, uint32_t number,
                   const uint64_t *tuple) {
  const uint64_t *other = packed_at(packed, number);
  uint32_t i = 0;
  while (i < packed->words && other[i] == tuple[i])
    i++;
  return i == packed->words;
}

static uint32_t make_entry(const struct packed *packed, uint32_t number,
                           uint64_t hash) {
  return packed_tag(packed, hash) | (number + 1);
}

// Enters all tuples into an empty table.
static void fill_slots(struct packed *packed) {
  for (uint32_t k = 0; k < packed->count; k++) {
    uint64_t hash = packed_hash(packed, packed_at(packed, k));
    uint64_t slot = hash & packed->slot_mask;
    while (packed->slots[slot])
      slot = (slot + 1) & packed->slot_mask;
    packed->slots[slot] = make_entry(packed, k, hash);
  }
}

// Every tuple has its slot, and nothing else has one.
static bool is_filled(const struct packed *packed) {
  uint64_t used = 0;
  for (uint64_t slot = 0; slot <= packed->slot_mask; slot++)
    used += packed->slots[slot] != 0;
  for (uint32_t k = 0; k < packed->count; k++) {
    uint64_t hash = packed_hash(packed, packed_at(packed, k));
    uint64_t slot = hash & packed->slot_mask;
    while (packed->slots[slot] &&
           packed->slots[slot] != make_entry(packed, k, hash))
      slot = (slot + 1) & packed->slot_mask;
    if (!packed->slots[slot])
      return false;
  }
  return used == packed->count;
}

static void grow_slots(struct packed *packed) {
  CHECK(packed->slot_bits < 31, "more than %d tuples", PACKED_MOST);
  uint64_t size = UINT64_C(1) << ++packed->slot_bits;
  free(packed->slots);
  packed->slots = memory_new_zero(size, sizeof *packed->slots);
  packed->slot_mask = size - 1;
  memory_prefer_large_pages(packed->slots, size * sizeof *packed->slots);
  fill_slots(packed);
  DCHECK(is_filled(packed), "a tuple is not found in a table that has grown");
}

static void grow_tuples(struct packed *packed) {
  packed->capacity = packed->capacity ? packed->capacity * 3 / 2 : 64;
  packed->tuples =
      memory_resize(packed->tuples,
                    packed->capacity * packed->words * sizeof *packed->tuples);
}

uint32_t packed_add(struct packed *packed, const uint64_t *tuple,
                    uint64_t hash) {
  DCHECK(hash == packed_hash(packed, tuple), "the hash of another tuple");
  if (4 * (uint64_t)packed->count >= 3 * packed->slot_mask)
    grow_slots(packed);
  uint64_t slot = hash & packed->slot_mask;
  uint32_t tag = packed_tag(packed, hash);
  for (uint32_t entry; (entry = packed->slots[slot]) != 0;
       slot = (slot + 1) & packed->slot_mask)
    if ((entry ^ tag) <= packed->slot_mask &&
        equals(packed, (entry ^ tag) - 1, tuple))
      return (entry ^ tag) - 1;
  if (packed->count == packed->capacity)
    grow_tuples(packed);
  memcpy(packed_at(packed, packed->count), tuple,
         packed->words * sizeof *tuple);
  packed->slots[slot] = make_entry(packed, packed->count, hash);
  return packed->count++;
}

static void free_slot(struct packed *packed, uint32_t number) {
  uint64_t hash = packed_hash(packed, packed_at(packed, number));
  uint64_t slot = hash & packed->slot_mask;
  while (packed->slots[slot] != make_entry(packed, number, hash))
    slot = (slot + 1) & packed->slot_mask;
  packed->slots[slot] = 0;
}

// Either frees the slots of those that go, the last one first, or enters those
// that stay anew.
void packed_truncate(struct packed *packed, uint32_t count) {
  if (packed->count - count <= count) {
    while (packed->count > count)
      free_slot(packed, --packed->count);
    DCHECK(is_filled(packed), "a tuple is not found, or one that is gone is");
    return;
  }
  packed->count = count;
  memset(packed->slots, 0, (packed->slot_mask + 1) * sizeof *packed->slots);
  fill_slots(packed);
}

static void move_tuples(struct packed *to, const struct packed *from) {
  for (uint32_t k = 0; k < from->count; k++) {
    uint64_t *tuple = packed_at(to, k);
    memset(tuple, 0, to->words * sizeof *tuple);
    for (uint32_t f = 0; f < to->field_count; f++)
      if (to->fields[f].mask)
        packed_set(to, tuple, f, packed_get(from, packed_at(from, k), f));
  }
}

static bool has_limits(const struct packed *packed, const uint32_t *limits) {
  for (uint32_t f = 0; f < packed->field_count; f++)
    if (packed->fields[f].mask != (UINT64_C(1) << bits_for(limits[f])) - 1)
      return false;
  return true;
}

void packed_relimit(struct packed *packed, const uint32_t *limits) {
  struct packed old = *packed;
  if (has_limits(packed, limits))
    return;
  packed->fields = memory_new_zero(old.field_count + 1u, sizeof *old.fields);
  lay_out(packed, limits);
  packed->tuples =
      memory_new((packed->capacity + 1) * packed->words * sizeof *old.tuples);
  move_tuples(packed, &old);
  free(old.fields);
  free(old.tuples);
  memset(packed->slots, 0, (packed->slot_mask + 1) * sizeof *packed->slots);
  fill_slots(packed);
}
