// Sets of integers whose members come in clusters: an ascending array of
// non-empty blocks of 64 members. A zeroed struct is the empty set.
#ifndef VOUCH_POINTSTO_SPARSE_SET_H
#define VOUCH_POINTSTO_SPARSE_SET_H

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
uint32_t sparse_set_size(const struct sparse_set *set);
// True if it was not there.
bool sparse_set_add(struct sparse_set *set, uint32_t member);
void sparse_set_remove(struct sparse_set *set, uint32_t member);
void sparse_set_join(struct sparse_set *to, const struct sparse_set *from);
// Leaves out what is in `except` (may be null) and also adds what is new to
// `added`, which is none of them. True if anything is.
bool sparse_set_join_new(struct sparse_set *to, const struct sparse_set *from,
                         const struct sparse_set *except,
                         struct sparse_set *added);
// The least member that is at least `from`; UINT32_MAX when there is none.
uint32_t sparse_set_next(const struct sparse_set *set, uint32_t from);

// Walks over the members in ascending order, for sets that do not change:
//   struct sparse_cursor at = {0};
//   while (sparse_set_step(set, &at)) ... at.member ...
struct sparse_cursor {
  uint32_t next; // block
  uint32_t member;
  uint64_t bits; // of the block before, not yet seen
};

static inline bool sparse_set_step(const struct sparse_set *set,
                                   struct sparse_cursor *at) {
  while (!at->bits) {
    if (at->next == set->count)
      return false;
    at->bits = set->at[at->next++].bits;
  }
  at->member =
      set->at[at->next - 1].index * 64 + (uint32_t)__builtin_ctzll(at->bits);
  at->bits &= at->bits - 1;
  return true;
}

#endif
