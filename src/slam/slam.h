// The loop of SLAM (seed 003, section 2), with Constrain (section 3).
//
//   abstract the parts by the predicates so far: a Boolean program  (c2bp.h)
//   can it violate something? no: a proof, which is rechecked       (bp,
//                             proof.h), and made smaller if asked   (shrink.h)
//   is the trace real? yes: it is to be run                         (newton.h)
//   track predicates that exclude it; go on
//
// A trace that was excluded and is found again, or that gives no new predicate,
// is an NDF-state: "no difference found". It is counted. Lazily, Constrain then
// looks for spurious steps in it, some at a time, for some rounds, before
// predicates are looked for again; eagerly the abstraction is of no use, and
// Constrain comes first. If nothing helps the loop ends, and says where.
#ifndef VOUCH_SLAM_SLAM_H
#define VOUCH_SLAM_SLAM_H

#include "base/log.h"
#include "evidence/contract.h"
#include "slam/constrain.h"
#include "slam/options.h"

enum slam_outcome {
  SLAM_PROVED,   // and rechecked
  SLAM_FEASIBLE, // an execution takes the trace
  SLAM_UNKNOWN
};

struct slam_figures {
  uint64_t rounds;
  uint64_t ndf;    // states in which no difference was found
  uint64_t passes; // of Constrain that added something
  uint64_t coarse; // steps that were abstracted target by target
  uint64_t predicates;
  uint64_t images;
  uint64_t constrain_ms;
  struct constrain_figures constrain;
};

struct slam_run_options {
  struct slam_options how;
  struct limits limits;
  const struct log *log;
  uint32_t most_rounds;     // 0: no limit
  uint32_t most_predicates; // 0: no limit; diagrams may double with each
  uint64_t most_units;      // of the solver, in all and a check; 0: no limit
  uint64_t cpu_end_ms;      // by stats_cpu_ms, before the limits; 0: never
  uint32_t shrink_trials;   // to leave predicates out of a proof
  bool makes_contracts;     // of a proof
  bool makes_certificate;   // of a proof
};

struct slam_run {
  enum slam_outcome outcome;
  struct strbuf reason;    // of UNKNOWN
  struct edge_id violated; // of FEASIBLE
  uint32_t depth;          // of FEASIBLE: calls inside each other
  struct bitset reached;   // of PROVED: edges that violate and whose start is
                           // reached in the abstraction, by id
  struct term_vec claims;  // of PROVED: predicates that were tracked
  struct contracts contracts; // of PROVED, where asked for
  struct strbuf certificate;  // likewise: lines of one
  struct slam_figures figures;
};

void slam_run(struct slam_run *run, const struct parts *parts,
              struct solver *solver, const struct slam_run_options *options);
void slam_run_release(struct slam_run *run);

#endif
