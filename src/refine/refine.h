// Choosing predicates that exclude a spurious path: seed 000 sections 6.2 and
// 6.3, with units of comparisons in the place of single branches.
//
// The set of seeds only grows within one search. For a spurious path the reason
// names the guards that contradict each other; their units are the candidates:
// the cheapest one that alone excludes the path, otherwise all of them with the
// superfluous ones taken out again. If they do not suffice, predicates come
// from the path: the weakest preconditions of those guards along it, these
// together with what the guards say of variables that take over their values,
// or else interpolants from the proof that it is infeasible.
#ifndef VOUCH_REFINE_REFINE_H
#define VOUCH_REFINE_REFINE_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/precision.h"
#include "abstraction/reach.h"
#include "abstraction/transfer.h"
#include "base/bitset.h"
#include "base/poll.h"
#include "refine/units.h"

struct refinement {
  struct question *question;
  struct effects *effects; // of the question
  struct predicate_table *table;
  struct transfer *transfer;
  struct solver *solver;
  struct units *units;
  struct bitset chosen;    // units
  struct seed_vec extra;   // seeds that are no unit's
  struct seed_vec given;   // seeds that are always there
  struct precision *known; // of the choice that was last asked for, or null
  struct bitset known_units;
  uint32_t known_extra;
  bool is_fixed;          // the seeds of the chosen units are in `extra`
  struct interner *paths; // excluded so far, as the bytes of their edges
  uint32_t path_count;
  struct poll pause; // is there something better to do than to choose units?
};

void refinement_init(struct refinement *refinement, struct question *question,
                     struct predicate_table *table, struct transfer *transfer,
                     struct solver *solver);
void refinement_release(struct refinement *refinement);

// Tracks the atoms of a condition at a place, always: figure 5 does so with
// what a specification says of returned values.
void refinement_give(struct refinement *refinement, struct location_id place,
                     struct term condition);

// The precision of the present choice; the caller frees it.
struct precision *refinement_precision(struct refinement *refinement);
// All seeds of the present choice, appended; not those that are given.
void refinement_seeds(const struct refinement *refinement,
                      struct seed_vec *into);

// From now on these seeds instead, which prove the property.
void refinement_fix(struct refinement *refinement,
                    const struct seed_vec *seeds);

// Does the present choice exclude the path? Seed 000, figure 8.
bool refinement_excludes(struct refinement *refinement,
                         const struct edge_id_vec *path);

// Is the path a new one? A path that was excluded must not come back: the set
// of seeds only grows, and more predicates never exclude less.
bool refinement_is_new(struct refinement *refinement,
                       const struct edge_id_vec *path);
// The i-th of them, counting from 1, appended.
void refinement_path(const struct refinement *refinement, uint32_t i,
                     struct edge_id_vec *into);
// The paths may come back: the last one could not be excluded.
void refinement_forget_paths(struct refinement *refinement);

// Enlarges the choice so that the path is excluded, by comparisons that the
// program makes. `core` has the steps of the guards that contradict each other.
// False when they do not suffice; they are chosen all the same.
bool refinement_choose(struct refinement *refinement,
                       const struct edge_id_vec *path,
                       const struct u32_vec *core);
// The same by predicates derived from the path. False when nothing that is
// known helps.
bool refinement_derive(struct refinement *refinement,
                       const struct edge_id_vec *path,
                       const struct u32_vec *core);

#endif
