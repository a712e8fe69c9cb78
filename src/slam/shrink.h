// Fewer predicates for a proof that there is (seed 003, section 5: removal of
// redundant predicates, minimal sets of them), part by part.
//
// The loop only adds predicates, and what excluded an early trace is often not
// needed once a later one is excluded. Of each list of predicates, the global
// ones and those of each part, chunks are left out for good when the program is
// still proved without them: first halves, then smaller ones, at last one by
// one, until nothing can be left out or the trials are used up. Without a limit
// that was met no single predicate of what is left can be left out.
//
// Constraints about a predicate that is not tracked say nothing (c2bp.c), so
// that less is only less precise: a trial that proves is a proof.
#ifndef VOUCH_SLAM_SHRINK_H
#define VOUCH_SLAM_SHRINK_H

#include "slam/tracked.h"

struct slam_shrink {
  struct tracked *tracked;
  uint32_t trials; // at most
  // Is it proved by what is tracked now?
  bool (*proves)(void *context);
  void *context;
};

struct slam_shrunk {
  uint32_t trials;
  uint32_t removed; // predicates
};

struct slam_shrunk slam_shrink(const struct slam_shrink *shrink);

#endif
