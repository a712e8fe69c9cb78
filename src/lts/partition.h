// Partitions of the states of an LTS into bisimulation classes.
//
// The results are arrays from states to blocks 0 .. *count-1, numbered in the
// order of their least states; the caller frees them. Kinds of states are not
// looked at: expose them first (transform.h).
//
// `strong`: Paige and Tarjan's relational coarsest partition (SIAM J. Comput.
// 1987) with labels, O(m log n) for m steps and n states; see strong.c.
// `branching`: after Groote, Jansen, Keiren and Wijs (ACM TOCL 2017) and their
// version for labelled systems (TACAS 2020), O(m log n); see branching.h.
// The silent steps of its argument must be acyclic (transform.h collapses
// cycles).
//
// The functions that return a quotient take the LTS over and free its steps as
// soon as they can, which keeps their peak memory down. *map (may be null)
// gets the array from states to blocks, which are the states of the quotient.
#ifndef VOUCH_LTS_PARTITION_H
#define VOUCH_LTS_PARTITION_H

#include <stdint.h>

#include "lts/lts.h"

uint32_t *partition_strong(const struct lts *lts, uint32_t *count);
struct lts *partition_strong_quotient(struct lts *lts, uint32_t **map);

uint32_t *partition_branching(const struct lts *lts, uint32_t *count);
struct lts *partition_branching_quotient(struct lts *lts, uint32_t **map);

// The same after at most so many rounds of guessing a coarse partition from
// signatures. The result does not depend on them; tests use none, so that the
// refinement has all the work.
uint32_t *partition_strong_after(const struct lts *lts, uint32_t rounds,
                                 uint32_t *count);
uint32_t *partition_branching_after(const struct lts *lts, uint32_t rounds,
                                    uint32_t *count);

// Gives the blocks numbers in the order of their least states, leaving out
// numbers that no state has; returns how many there are.
uint32_t partition_renumber(uint32_t *block_of, uint32_t state_count,
                            uint32_t block_count);

#endif
