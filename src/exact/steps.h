// What the steps of a C function are, and where its executions begin: what
// formulas are about, before anything is abstracted.
//
// Every edge of the automaton is one of:
//
//   a step       from where its guard holds to its target; what it performs is
//                the action of the state that it leads to
//   no step      undefined behaviour: there executions are cut off
//   not known    what we do not model; it leads nowhere that is known
//
// Where a routine has several steps it chooses one (weave/weave.h), before it
// performs it. In between it is in transit: no state at which it could be asked
// what it can do.
//
// What has ended, waits for ever, or has violated something, goes on for ever
// where it is: the latter two at the undefined location.
// Restrictions on what is given at the entry are part of what an initial state
// is: executions begin behind them.
#ifndef VOUCH_EXACT_STEPS_H
#define VOUCH_EXACT_STEPS_H

#include "abstraction/effect.h"
#include "weave/weave.h"

struct steps {
  struct effects *effects;
  const struct weaving *weaving; // whose actions edges perform, or null
  const struct bitset *errors;   // edges that violate, or null
  const struct u32_vec *actions; // by edge: what it performs (weave/product.h),
                                 // or null: as the weaving says
  struct location_id start;      // where executions begin
  struct term assumed;           // of what is given there
  struct bitset unset;           // by variable index: what has no value there
  struct bitset transit; // locations: a routine has chosen, and performs
                         // next what it chose; of products only
  bool is_restricted; // what is given may be restricted further on, so that not
                      // every state in which it seems to start is one
};

void steps_init(struct steps *steps, struct effects *effects,
                const struct weaving *weaving, const struct bitset *errors,
                const struct u32_vec *actions);
void steps_release(struct steps *steps);

struct code_step {
  struct location_id to; // none: nothing is known of what follows
  uint32_t action;       // that it performs, or 0
  struct term guard;
  bool changes;    // variables, as its effect says
  bool is_certain; // if its guard holds it leads to one of its targets
  bool is_choice;  // what it takes from outside is chosen by the environment
};

// False when the edge is no step.
bool steps_describe(const struct steps *steps, struct edge_id edge,
                    struct code_step *step);
// Does a state there go on for ever as it is?
bool steps_stay(const struct steps *steps, struct location_id location);

#endif
