#include "lts/partition.h"
#include <stdlib.h>
#include "base/memory.h"
#include "lts/levels.h"
uint32_t *partition_branching(const struct lts *lts, uint32_t *count) {
  struct levels *levels = levels_new(lts, true);
  uint32_t *block_of = memory_new(lts->state_count * sizeof *block_of);
  for (uint32_t s = 0; s < lts->state_count; s++)
    block_of[s] = levels_block_of(levels, s);
  levels_free(levels);
  *count = partition_renumber(block_of, lts->state_count, lts->state_count);
  return block_of;
}
