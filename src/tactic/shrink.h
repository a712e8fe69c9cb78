// Shrinking a finished proof: which branches does it really need?
//
// The search chooses compared terms, which bring every comparison that the
// program makes of them; the proof usually needs a few. A branch is a place
// (effect.h) with all its seeds.
//
// Most branches never took part in the reason why a path was infeasible. Those
// that did are tried by themselves first; a path that they let through has a
// reason of its own, whose branches are added. From there on delta debugging:
// chunks of the branches, drawn at random, are left out for good when the
// property can still be proved without them; chunks become smaller. A branch
// without which a known path comes through is needed, and so it is when others
// have gone: a smaller set of branches excludes no more paths. One by one from
// the start gets stuck early, because single branches often serve each other.
//
// A set that lets a path through that is known to be spurious has failed, which
// is quickly seen; only a set that excludes all of them is tried on the whole
// program, and when it fails there is one more such path.
#ifndef VOUCH_TACTIC_SHRINK_H
#define VOUCH_TACTIC_SHRINK_H

#include "abstraction/reach.h"
#include "abstraction/transfer.h"
#include "base/poll.h"
#include "refine/units.h"

struct shrink {
  const struct seed_vec *given; // seeds that are always there; or null
  struct question *question;
  struct predicate_table *table;
  struct transfer *transfer; // without a precision, before and after
  struct solver *solver;
  const struct bitset *likely; // places in the reasons so far; or null
  uint32_t trials;             // at most
  uint64_t images;             // of the transfer, over all trials; 0: no limit
  uint32_t checks; // of the solver, over all trials; half of what is left is
                   // for the next one, which has failed beyond that
  struct poll poll;
};

VEC_DEFINE(path_vec, struct edge_id_vec);

// Takes out of `seeds`, with which the property is proved, what is not needed.
// Returns the number of trials made. `paths` are spurious paths to violations,
// which the seeds exclude; more are added.
uint32_t shrink_run(struct shrink *shrink, struct seed_vec *seeds,
                    struct path_vec *paths);

// Adds the places of the guards that make the path infeasible.
void shrink_add_places(struct effects *effects, const struct edge_id_vec *edges,
                       const struct u32_vec *core, struct bitset *places);

#endif
