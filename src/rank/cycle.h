// Cycles: rounds one after the other, from a cut point back to it, as one
// change of the state.
//
// What the cycle takes from outside has an origin. Inputs may be chosen, the
// same whenever the cycle is taken; what is an approximation or indeterminate
// may not: there a cycle has to do the same whatever it is.
#ifndef VOUCH_RANK_CYCLE_H
#define VOUCH_RANK_CYCLE_H

#include "rank/rounds.h"
#include "solver/solver.h"

// What a round of the cycle takes from outside, or a choice of its path.
struct cycle_input {
  uint32_t position;        // of the round in the cycle
  struct edge_id edge;      // none: a choice
  struct variable variable; // that gets it
  struct term term;
  bool is_chosen; // by whoever looks for an execution
};

VEC_DEFINE(cycle_input_vec, struct cycle_input);

struct cycle {
  const struct rounds *rounds;
  uint32_t head;               // cut point
  struct u32_vec taken;        // rounds
  struct symbolic_state after; // and the condition under which it is taken
  struct cycle_input_vec inputs;
};

VEC_DEFINE(cycle_vec, struct cycle);

// Appends cycles of at most `most` rounds that are not over, short ones first.
void cycles_find(const struct rounds *rounds, uint32_t most,
                 struct cycle_vec *into);
void cycles_release(struct cycle_vec *cycles);

// Adds the variables, by id, that it depends on whether the cycle is taken, now
// or later; with the inputs that may be chosen as in the model, unless it is
// null.
void cycle_depends(const struct cycle *cycle, struct assignment *model,
                   struct bitset *variables);
// The condition that the variables in the set (by id) have after the cycle the
// values that they had before.
struct term cycle_repeats(struct cycle *cycle, const struct bitset *variables);
// Does the condition hold in the state, with the inputs that may be chosen as
// in the model, whatever the others are? Then what is put into `excluded`,
// unless that is null, is impossible.
bool cycle_is_certain(const struct cycle *cycle, struct term condition,
                      struct assignment *state, struct assignment *model,
                      struct solver *solver, struct term *excluded);
// The same of a condition in which what is known of the state has been put in
// the place of its variables.
bool cycle_is_certain_of(const struct cycle *cycle, struct term condition,
                         struct assignment *model, struct solver *solver);

#endif
