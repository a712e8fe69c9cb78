// Sets of small integers as bit vectors, growing on demand. Absent words are
// zero: a zeroed struct is the empty set, and sets of different capacity
// compare by content.
#ifndef VOUCH_BASE_BITSET_H
#define VOUCH_BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

struct bitset {
  uint64_t *words;
  uint32_t word_count;
};

void bitset_release(struct bitset *set);
void bitset_clear(struct bitset *set);
void bitset_copy(struct bitset *to, const struct bitset *from);

bool bitset_has(const struct bitset *set, uint32_t member);
bool bitset_is_empty(const struct bitset *set);
bool bitset_equal(const struct bitset *a, const struct bitset *b);
bool bitset_is_subset(const struct bitset *a, const struct bitset *b);
bool bitset_intersects(const struct bitset *a, const struct bitset *b);
uint32_t bitset_count(const struct bitset *set);
// The least member that is >= from, or UINT32_MAX.
uint32_t bitset_next(const struct bitset *set, uint32_t from);
// for (uint32_t m in ascending order of the members)
#define BITSET_EACH(m, set)                                                    \
  for (uint32_t m = bitset_next(set, 0); m != UINT32_MAX;                      \
       m = bitset_next(set, m + 1))

bool bitset_add(struct bitset *set, uint32_t member);    // true if it was new
bool bitset_remove(struct bitset *set, uint32_t member); // true if it was in
// Each returns true if `to` changed.
bool bitset_unite(struct bitset *to, const struct bitset *with);
bool bitset_intersect(struct bitset *to, const struct bitset *with);
bool bitset_subtract(struct bitset *to, const struct bitset *what);

#endif
