// How the bytes of an object are divided: which offsets mean "the same place
// in another element of an array" (points_to.h, normalised offsets).
//
// A layout is a tree of arrays. Each array has the offset of its first element
// inside the first element of its parent, the size of an element and their
// number. An array of the outermost level that is the object itself is
// `is_whole`: every offset belongs to it, in bounds or not. A member array
// begins and ends somewhere inside its record; a flexible one (the last member,
// declared with at most one element) has no end. A union is entered as an
// array of one element without anything below: offsets inside it are exact.
//
// Normalising takes an offset modulo the element size, from the outermost
// array inwards. A normalised offset thus stands for one offset per element;
// arithmetic on it has to consider them all when it leaves the element.
//
// Assumptions, all of them C's (6.5.6): an index that starts inside a trusted
// member array stays inside that array, and one into an object inside the
// object or at its end; a constant step forward by a multiple of the element
// size leads from element to element. Other constant steps may go anywhere,
// outside the object too, and come back. A pointer to an array that begins
// where its record begins may well mean the record: constant steps from there
// may leave the array, and indices may if the elements are as wide as what a
// copying loop moves (1 byte or a word).
#ifndef VOUCH_POINTSTO_LAYOUT_H
#define VOUCH_POINTSTO_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "program/ctype.h"

VEC_DEFINE(offset_vec, int64_t);

enum {
  LAYOUT_NONE = -1,   // no array
  LAYOUT_SPREAD = 64, // more offsets than this are "any offset"
};

struct layout_array {
  int64_t start;   // in the first element of the parent
  int64_t element; // bytes, positive
  int64_t count;   // 0: no end
  int32_t parent;  // index, or LAYOUT_NONE
  bool is_whole;
  bool is_first;   // begins where its record begins
  bool is_trusted; // an index stays inside
};

VEC_DEFINE(layout_array_vec, struct layout_array);

struct layout {
  struct layout_array_vec arrays; // parents before children
  int64_t size;                   // bytes; meaningless unless has_size
  bool has_size;
};

// Life cycle

// Of an object of the type; one of unknown type has no arrays. When the object
// is larger than the type it is an array of it.
void layout_init_type(struct layout *layout, const struct ctype_table *types,
                      struct ctype type, int64_t size, bool has_size,
                      unsigned word);
// `header` bytes, then elements of the size (0: no elements).
void layout_init_plain(struct layout *layout, int64_t size, bool has_size,
                       int64_t header, int64_t element);
void layout_release(struct layout *layout);

// Queries

int64_t layout_normalise(const struct layout *layout, int64_t offset);
// Whether a normalised offset stands for several.
bool layout_repeats(const struct layout *layout, int64_t offset);
// Whether an access of `bytes` (0: unknown) at the normalised offset can be
// inside the object.
bool layout_is_inside(const struct layout *layout, int64_t offset,
                      uint64_t bytes);
// The normalised offsets that a pointer at a normalised offset can have after
// `step` bytes plus any multiple of `stride` (0: exactly the step), appended.
// False, appending nothing of use, when they are too many: any offset.
bool layout_move(const struct layout *layout, int64_t offset, int64_t step,
                 uint64_t stride, struct offset_vec *into);

#endif
