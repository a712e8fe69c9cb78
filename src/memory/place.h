// Where a pointer can point: places in objects, offsets by congruence.
//
// A place is an object and a set of byte offsets { offset + k * modulus }: one
// offset when the modulus is 0, any offset when it is 1, the elements of an
// array of structs when it is the struct's size. A set of places has, for one
// object, either up to PLACE_EXACT exact offsets or one congruence class that
// covers all of them, so sets are small and climb a finite ladder. They are
// sorted by object.
//
// Objects are numbered by whoever owns them (targets.h).
#ifndef VOUCH_MEMORY_PLACE_H
#define VOUCH_MEMORY_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum { PLACE_EXACT = 8 };

struct place {
  uint32_t object;
  int64_t offset;   // 0 .. modulus-1 unless the modulus is 0
  uint64_t modulus; // 0: exactly the offset
};

VEC_DEFINE(place_vec, struct place);

// The offset in 0 .. modulus-1; itself when the modulus is 0.
int64_t place_residue(int64_t offset, uint64_t modulus);
// The place moved by a constant and any multiple of `stride` (0: none).
struct place place_shift(struct place place, int64_t by, uint64_t stride);
// Can `size` bytes at one and `other_size` bytes at the other share a byte?
bool place_overlaps(struct place place, uint64_t size, struct place other,
                    uint64_t other_size);
// True when the set changed.
bool place_add(struct place_vec *set, struct place place);
bool place_unite(struct place_vec *set, const struct place_vec *with);
// The same objects, anywhere in them.
bool place_unite_blurred(struct place_vec *set, const struct place_vec *with);

#endif
