// Sets of integers whose members come in clusters: an ascending array of
// non-empty blocks of 64 members. A zeroed struct is the empty set.
#ifndef VOUCH_POINTER_SPARSE_SET_H
#define VOUCH_POINTER_SPARSE_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct sparse_block {
  uint32_t index; // holds the members 64 * index .. 64 * index + 63
  uint64_t bits;  // not 0
};

VEC_DEFINE(sparse_set, struct sparse_block);

static inline bool sparse_set_is_empty(const struct sparse_set *set) {
  return set->count == 0;
}
bool sparse_set_has(const struct sparse_set *set, uint32_t member);
bool sparse_set_equal(const struct sparse_set *a, const struct sparse_set *b);
uint32_t sparse_set_size(const struct sparse_set *set);
// True if it was not there.
bool sparse_set_add(struct sparse_set *set, uint32_t member);
void sparse_set_remove(struct sparse_set *set, uint32_t member);
void sparse_set_join(struct sparse_set *to, const struct sparse_set *from);
// Also adds what is new to `added`, which is neither of them. True if anything
// is.
bool sparse_set_join_new(struct sparse_set *to, const struct sparse_set *from,
                         struct sparse_set *added);
// The least member that is at least `from`; UINT32_MAX when there is none.
uint32_t sparse_set_next(const struct sparse_set *set, uint32_t from);

#endif
