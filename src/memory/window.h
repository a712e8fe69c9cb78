// Where an access at an unknown offset is expected.
//
// `s->body + i` begins at the offset of `body`; i is most likely not negative
// and stays inside that array. So we expect the access from there to the end of
// the outermost array that the byte belongs to by the type of the object, or to
// the end of the object. This is only a guess by which regions are cut: an
// access that goes elsewhere is dealt with when pointers are removed, so no
// meaning rests on it.
//
// Where only a few elements are expected there is no array: the bytes are plain
// variables, and an access chooses among them by its offset (seed 000, section
// 3.3.2). An object that is an array and nothing else stays one.
#ifndef VOUCH_MEMORY_WINDOW_H
#define VOUCH_MEMORY_WINDOW_H

#include "memory/region.h"

enum { WINDOW_CHOICES = 16 };

// Low and high of the bytes where an access of the edge at the address is
// expected, if it goes to this place; 0 and UINT64_MAX when that can be
// anywhere.
void window_expect(const struct regions *regions, struct place place,
                   uint32_t edge, struct term address, uint64_t *low,
                   uint64_t *high);
// The windows of the region by its uses, disjoint and ascending; none when all
// of it repeats, or nothing does. `size` is that of the block, 0: not known.
void windows_find(const struct region *region, uint64_t size,
                  struct window_vec *windows);
// The window with these bytes, or null.
const struct window *window_of(const struct region *region, uint64_t low,
                               uint64_t high);
// The first offset of the place that is not before this one.
uint64_t window_next_offset(struct place place, uint64_t from);
// Adds the offsets of an access that is expected in these bytes of an object of
// known size, if they are so few that it chooses among them. False if not.
bool window_choices(const struct regions *regions, struct place place,
                    uint64_t size, uint64_t low, uint64_t high,
                    struct u32_vec *into);

#endif
