// Sets of tuples of small numbers, packed and numbered.
//
// A tuple has one value per field; a field takes just the bits that its limit
// needs (none if there is but one value) and never crosses a 64-bit word. All
// tuples lie in one flat array in order of arrival, and an open-addressing
// table of 32-bit entries finds them: 8 bytes per word, and 5 to 11 bytes per
// tuple for the table. An entry of a table of 2^k slots is 1 + the number of a
// tuple in its k low bits and some bits of the tuple's hash in the rest, so
// that nearly all other tuples are passed over without being looked at.
//
// Collisions are resolved by linear probing and numbers are entered in
// increasing order, also when the table grows. So the table of a prefix of the
// tuples is the table of all with the slots of the others freed, which is what
// packed_truncate does.
#ifndef VOUCH_LTS_PACKED_H
#define VOUCH_LTS_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packed_field {
  uint32_t word, shift;
  uint64_t mask; // not shifted
};

struct packed {
  struct packed_field *fields;
  uint32_t field_count;
  uint32_t words; // per tuple, at least 1
  uint64_t *tuples;
  uint32_t count;
  size_t capacity;    // of tuples, in tuples
  uint32_t *slots;    // entries, 0 = free
  uint64_t slot_mask; // size - 1, which is also the mask of numbers
  uint32_t slot_bits;
};

enum { PACKED_MOST = 1500000000 }; // tuples

// limits[f]: the values of field f are 0 .. limits[f]-1.
void packed_init(struct packed *packed, const uint32_t *limits, uint32_t count);
void packed_release(struct packed *packed);

// Queries
static inline uint64_t *packed_at(const struct packed *packed,
                                  uint32_t number) {
  return packed->tuples + (size_t)number * packed->words;
}
static inline uint32_t packed_get(const struct packed *packed,
                                  const uint64_t *tuple, uint32_t field) {
  const struct packed_field *it = &packed->fields[field];
  return (uint32_t)(tuple[it->word] >> it->shift & it->mask);
}
static inline bool packed_fits(const struct packed *packed, uint32_t field,
                               uint32_t value) {
  return value <= packed->fields[field].mask;
}
uint64_t packed_hash(const struct packed *packed, const uint64_t *tuple);
// Brings what packed_add will look at on its way: first the slot, then, when
// that has come, the tuple.
static inline void packed_prefetch_slot(const struct packed *packed,
                                        uint64_t hash) {
  __builtin_prefetch(&packed->slots[hash & packed->slot_mask]);
}
static inline uint32_t packed_tag(const struct packed *packed, uint64_t hash) {
  return (uint32_t)(hash >> 32) << packed->slot_bits;
}
static inline void packed_prefetch_tuple(const struct packed *packed,
                                         uint64_t hash) {
  uint32_t entry = packed->slots[hash & packed->slot_mask];
  uint32_t number = (entry ^ packed_tag(packed, hash)) - 1;
  if (entry && number < packed->slot_mask)
    __builtin_prefetch(packed_at(packed, number));
}
size_t packed_bytes(const struct packed *packed);

// Updates
static inline void packed_set(const struct packed *packed, uint64_t *tuple,
                              uint32_t field, uint32_t value) {
  const struct packed_field *it = &packed->fields[field];
  tuple[it->word] &= ~(it->mask << it->shift);
  tuple[it->word] |= (uint64_t)value << it->shift;
}
// The number of the tuple, whose hash is given; a new one is packed->count - 1.
uint32_t packed_add(struct packed *packed, const uint64_t *tuple,
                    uint64_t hash);
// Keeps the tuples 0 .. count-1 only.
void packed_truncate(struct packed *packed, uint32_t count);
// Gives the fields new limits. Values and numbers stay; a field that gets no
// bits loses its value.
void packed_relimit(struct packed *packed, const uint32_t *limits);

#endif
