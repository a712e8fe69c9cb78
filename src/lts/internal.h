// What the files of lts/ share among themselves.
#ifndef VOUCH_LTS_INTERNAL_H
#define VOUCH_LTS_INTERNAL_H

#include <stdint.h>

#include "lts/lts.h"

// Frees the argument of a transformation, giving back its result.
static inline struct lts *lts_replace(struct lts *old, struct lts *fresh) {
  lts_free(old);
  return fresh;
}

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

// Starts building the quotient by a map from states to blocks 0 .. count-1:
// states, initial state, alphabet, and names and kinds, which are those of the
// least state of a block. The steps of the LTS are not looked at.
void lts_quotient_start(struct lts_builder *builder, const struct lts *lts,
                        const uint32_t *block_of, uint32_t block_count);

// Where do silent steps lead? In an order of the states in which all lead up,
// or all lead down, there are no silent cycles, and no search is needed to
// visit the states after those that they reach silently.
enum silent_course {
  SILENT_NOWHERE, // there are none
  SILENT_UP,      // to greater numbers
  SILENT_DOWN,    // to lesser ones
  SILENT_ANYWHERE,
};

enum silent_course lts_silent_course(const struct lts *lts);

// A round must add half to the number of blocks to be followed by another one,
// so that there are O(log n) of them; this is only a bound on top.
enum { PARTITION_GUESSES = 100 };

// Refines a partition by at most so many rounds of guessing; see guess.c. If it
// is coarser than the classes of strong or branching bisimulation, or equal to
// them, it stays so. Changes block_of and returns the number of blocks. For
// branching bisimulation the silent steps must be acyclic.
uint32_t partition_guess(const struct lts *lts, bool branching, uint32_t rounds,
                         uint32_t *block_of, uint32_t count);

#endif
