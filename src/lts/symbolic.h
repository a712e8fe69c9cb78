// The questions of joint.h with decision diagrams.
//
// A set of tuples is a Boolean function: each part, and the determinised
// specification, has as many variables as its states need, and as many for its
// next state, taken by turns. There is a relation per action (and one per part
// for tau) over the variables of those that move, so that the rest stays by not
// being mentioned.
//
// The search goes in rounds. In each the relations are applied one after the
// other to all that was reached, also in the same round (chaining: Burch,
// Clarke, Long, 1991): there are far fewer rounds than breadth first, and the
// sets in between are smaller. What was reached after each application is kept,
// and leads back from a violation, though not by a shortest run. With
// `breadth_first` a round is a layer of states at the same distance, and the
// counterexample is a shortest one.
//
// A set is in violation if a part is in ERROR, or if the parts can perform an
// action that the specification cannot. It contains a deadlock if ways to wait
// can be chosen as in refusal.h: the choice of each part is a number, written
// in variables next to those of the part; the condition is built once, and the
// choices are quantified.
//
// This pays where the parts hardly depend on each other, so that the reachable
// set is near to a product of sets, and where runs are short; doc/lts.md has
// measurements. A single operation is not interrupted by the limits.
#ifndef VOUCH_LTS_SYMBOLIC_H
#define VOUCH_LTS_SYMBOLIC_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/joint.h"
#include "lts/lts.h"
#include "solver/dd.h"

struct symbolic_options {
  uint64_t sets;  // of the determinised specification; 0: 100,000
  uint32_t nodes; // of the diagrams; 0: 30 million
  bool breadth_first;
};

struct symbolic_result {
  enum joint_answer answer;
  struct joint_witness witness; // of JOINT_FAILS
  double states;                // reached, with those of the specification
  uint32_t rounds;
  uint32_t nodes; // at the end
};

// Diagrams are made with `m`, whose variables count from 0, or, since there can
// be only one, with a manager made for the purpose if that is null.
struct symbolic_result symbolic_run(const struct lts *const *parts,
                                    uint32_t count,
                                    const struct joint_question *question,
                                    struct symbolic_options options,
                                    struct dd_manager *m);
void symbolic_result_release(struct symbolic_result *result);

#endif
