// What the files of lts/ share among themselves.
#ifndef VOUCH_LTS_INTERNAL_H
#define VOUCH_LTS_INTERNAL_H

#include <stdint.h>

#include "lts/lts.h"

// Rows in the order of the texts of their actions, which does not depend on
// the history of the action table. For output.
struct row_sorter {
  const struct lts *lts;
  uint32_t *ranks; // by action handle
  struct lts_step_vec row;
};

void row_sorter_init(struct row_sorter *sorter, const struct lts *lts);
void row_sorter_release(struct row_sorter *sorter);
// Valid until the next call.
struct lts_step_range row_sorter_row(struct row_sorter *sorter, uint32_t state);

// A partition that is coarser than branching bisimulation, or equal to it,
// after at most so many rounds; see guess.c. The silent steps must be acyclic.
// Fills block_of and returns the number of blocks.
uint32_t partition_guess(const struct lts *lts, uint32_t rounds,
                         uint32_t *block_of);

#endif
