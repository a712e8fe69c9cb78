#include "refine/branch.h"

#include "base/bitset.h"

uint32_t branch_count(const struct seed_vec *seeds) {
  struct bitset seen = {0};
  for (uint32_t i = 0; i < seeds->count; i++)
    bitset_add(&seen, seeds->at[i].location.id);
  uint32_t count = bitset_count(&seen);
  bitset_release(&seen);
  return count;
}
