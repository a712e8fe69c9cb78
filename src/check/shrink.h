// Shrinking a finished proof: which branches does it really need?
//
// The search chooses compared terms, which bring every comparison that the
// program makes of them; the proof usually needs a few. Delta debugging finds a
// small set: chunks of the branches, drawn at random, are left out for good
// when the property can still be proved without them; chunks become smaller
// when no chunk of the present size can be spared. One by one from the start
// gets stuck early, because single branches often serve each other.
//
// A branch is a place (effect.h) with all its seeds.
//
// A set that lets a path through that is known to be spurious has failed, which
// is quickly seen; only a set that excludes all of them is tried on the whole
// program, and when it fails there is one more such path.
#ifndef VOUCH_CHECK_SHRINK_H
#define VOUCH_CHECK_SHRINK_H

#include "abstraction/reach.h"
#include "abstraction/transfer.h"
#include "refine/units.h"

struct shrink {
  const struct seed_vec *given; // seeds that are always there; or null
  struct effects *effects;
  struct predicate_table *table;
  struct transfer *transfer; // without a precision, before and after
  struct solver *solver;
  uint32_t trials; // at most
  uint32_t checks; // of the solver, over all trials; half of what is left is
                   // for the next one, which has failed beyond that
  struct reach_limits limits;
};

VEC_DEFINE(path_vec, struct edge_id_vec);

// Takes out of `seeds`, with which the property is proved, what is not needed.
// Returns the number of trials made. `paths` are spurious paths to violations,
// which the seeds exclude; more are added.
uint32_t shrink_run(struct shrink *shrink, struct seed_vec *seeds,
                    struct path_vec *paths);

#endif
