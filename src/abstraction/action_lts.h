// Action-guided abstraction of a component's LTS (seed 000, sections 7 and 8).
//
// The states of an LTS are partitioned into blocks, and the blocks are the
// states of a smaller LTS with every step that some member has: an existential
// abstraction, so it has every trace of the LTS and usually more. A trace that
// only the abstraction has is taken away by splitting blocks along the abstract
// paths that accept it (figure 9), until none does.
//
// Two things differ from the paper. Traces are weak: silent steps inside a
// block vanish, and a run may take them at any time, so that a member "can
// perform a" if it can do so after silent steps inside its block. And a block
// is split in two, the members that can take the step of the abstract path and
// those that cannot, where figure 9 tells all sets of successors apart: that
// takes away the same path and keeps the partition coarser.
//
// Blocks keep their numbers: a split leaves one part under the old number and
// appends the other. The partition starts with one block (everything is
// possible), or with the sets of enabled actions (the paper's).
#ifndef VOUCH_ABSTRACTION_ACTION_LTS_H
#define VOUCH_ABSTRACTION_ACTION_LTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/strbuf.h"
#include "lts/lts.h"

VEC_DEFINE(block_members_vec, struct u32_vec);
VEC_DEFINE(block_steps_vec, struct lts_step_vec);

enum first_partition {
  PARTITION_ONE,     // all states together
  PARTITION_ENABLED, // states with the same enabled actions, tau among them
  PARTITION_FINEST   // each state alone: no abstraction at all
};

struct action_lts {
  const struct lts *concrete;       // borrowed
  uint32_t *block_of;               // by state
  struct block_members_vec members; // by block, ascending
  struct block_steps_vec steps;     // by block: sorted, without silent loops
  struct lts *lts; // the abstraction; its states are the blocks
  uint32_t splits; // made so far
};

void action_lts_init(struct action_lts *abstract, const struct lts *concrete,
                     enum first_partition first);
void action_lts_release(struct action_lts *abstract);

// Blocks are not empty, ascending, and divide the states; the steps of a block
// are those of its members. Otherwise a line per violation.
bool action_lts_validate(const struct action_lts *abstract,
                         struct strbuf *errors);

// Splits until the abstraction does not have the trace, which the LTS does not
// have. Blocks that were split are added to `touched`. Returns the number of
// splits, 0 when the trace was not accepted anyway.
uint32_t action_lts_exclude(struct action_lts *abstract,
                            const struct lts_action_vec *trace,
                            struct bitset *touched);

#endif
