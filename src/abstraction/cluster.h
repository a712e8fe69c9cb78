// A part of an edge's relation that the solver has to decide: some guards and
// target predicates, and the source predicates that share variables with them.
#ifndef VOUCH_ABSTRACTION_CLUSTER_H
#define VOUCH_ABSTRACTION_CLUSTER_H

#include "abstraction/predicate.h"
#include "solver/dd.h"
#include "term/term.h"

struct cluster {
  struct term_vec guards;       // must hold, not looked up
  struct predicate_vec targets; // decided by ...
  struct term_vec target_terms; // ... these terms over values before
  struct predicate_vec sources; // whose values before matter
  struct dd others;             // cube of the other predicates before
  struct dd known;              // source valuations that were solved
  struct dd relation; // their result, over sources before and targets after
};

VEC_DEFINE(cluster_vec, struct cluster);

void cluster_release(struct cluster *cluster);

// An item to be decided: a guard (target none) or a target predicate.
struct open_item {
  struct predicate target;
  struct term term;
};

VEC_DEFINE(open_item_vec, struct open_item);

// Groups the items into clusters by shared variables and adds to each the
// source predicates that touch it. Sources are followed through other sources
// as long as a cluster stays small.
void cluster_partition(const struct predicate_table *table,
                       const struct term_table *terms,
                       const struct open_item_vec *items,
                       const struct predicate_vec *sources,
                       struct cluster_vec *into);

#endif
