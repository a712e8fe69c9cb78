// Classes of places that exclude all spurious paths so far: seed 002, sections
// 4 and 5, figures 3 (NonMonRefine) and 4 (NonMonControlRefine).
//
// Each path that control makes impossible is a clause: one of its mismatches
// must be told apart. The partition is not refined but replaced, by one that
// satisfies all clauses:
//
//   fewest     with as few classes as possible, tried from the last number on
//              (clauses are only added, so it never gets smaller)
//   monotonic  every place of the mismatch that is chosen, the first one,
//              becomes a class of its own, and stays one: for comparison
//   balanced   every place of a smallest set that satisfies the clauses is a
//              class of its own, others are one class for each thread; the
//              proof is then made one of fewer states (polish.h)
//
// A clause that another one implies is left out. Places that no clause mentions
// are in class 0 unless the mode says otherwise.
#ifndef VOUCH_CONTROL_REPARTITION_H
#define VOUCH_CONTROL_REPARTITION_H

#include "base/bitset.h"
#include "solver/colour.h"

enum control_mode {
  CONTROL_FULL, // no abstraction of control: not for here
  CONTROL_FEWEST,
  CONTROL_MONOTONIC,
  CONTROL_BALANCED
};

struct repartition {
  enum control_mode mode;
  struct solver *solver; // borrowed
  uint32_t places;
  const uint32_t *owners; // by place: a thread that can be there; borrowed
  struct colour_clauses clauses; // that no other one implies
  struct colouring colouring;    // of FEWEST
  struct bitset singled;         // of MONOTONIC: classes of their own
  uint32_t *classes;             // by place
  uint32_t count;                // of classes
};

void repartition_init(struct repartition *repartition, enum control_mode mode,
                      struct solver *solver, uint32_t places,
                      const uint32_t *owners);
void repartition_release(struct repartition *repartition);

// One more path, by its mismatches, of which there are some.
void repartition_add(struct repartition *repartition,
                     const struct colour_pair_vec *mismatches);
// Replaces the classes. False: the solver gave up.
bool repartition_solve(struct repartition *repartition);

#endif
