// The paper's own ways to choose predicates, for comparison with ours: seed
// 000, sections 6.3 and 9.1.
//
// The unit is a branch: a place (effect.h) at which conditions are tested, with
// all comparisons of them.
//
//   PAPER   for each spurious counterexample, sets of branches that exclude it,
//           in the order of their size. Supersets of a set that was found are
//           left out, the search of a counterexample ends with the size at
//           which one was found, after MAXSUB sets were tried, or after MAXELM
//           were found. The choice is the pseudo-Boolean optimum over all
//           counterexamples so far (formulas 1 and 2)
//   GREEDY  branches that exclude the new one are added; then figure 10: in a
//           random order, what all counterexamples can do without is left out
//   NONE    branches that exclude the new one are added
//
// The choice replaces the one before, so unlike ours it may shrink. A
// counterexample that no set excludes within the limits ends the search.
#ifndef VOUCH_REFINE_MINIMISE_H
#define VOUCH_REFINE_MINIMISE_H

#include "refine/refine.h"

enum minimise_mode {
  MINIMISE_OURS, // not done here
  MINIMISE_PAPER,
  MINIMISE_GREEDY,
  MINIMISE_NONE
};

struct minimise_options {
  enum minimise_mode mode;
  uint32_t most_subsets;     // MAXSUB
  uint32_t most_eliminating; // MAXELM
};

VEC_DEFINE(seed_group_vec, struct seed_vec);

// Sets of branches, each sorted, one after the other.
struct branch_sets {
  struct u32_vec items;
  struct u32_vec starts; // one more than there are sets, once there is one
};

struct minimiser {
  struct refinement *refinement;
  struct minimise_options options;
  struct seed_group_vec branches; // the seeds of each
  struct u32_vec numbers;         // by place: the branch, counting from 1; or 0
  struct branch_sets eliminating; // of all counterexamples so far
  struct u32_vec firsts;          // by counterexample: its first set
  struct bitset chosen;           // branches
  uint64_t random;
  // For the tables of the paper
  uint64_t subsets_tried, largest_tried, largest_eliminating;
};

void minimiser_init(struct minimiser *minimiser, struct refinement *refinement,
                    const struct minimise_options *options);
void minimiser_release(struct minimiser *minimiser);

// Chooses anew so that the path, which is spurious, and all paths before it are
// excluded. False when that was not possible within the limits.
bool minimiser_exclude(struct minimiser *minimiser,
                       const struct edge_id_vec *path,
                       const struct u32_vec *core);
uint32_t minimiser_set_count(const struct minimiser *minimiser);

// The optimum: of least size with one set of each counterexample in it. Sets
// and where those of each counterexample start, the end included.
bool minimise_choose(struct solver *solver, uint32_t branch_count,
                     const struct branch_sets *sets,
                     const struct u32_vec *firsts, struct u32_vec *chosen);
void branch_sets_add(struct branch_sets *sets, const uint32_t *branches,
                     uint32_t count);
void branch_sets_release(struct branch_sets *sets);

#endif
