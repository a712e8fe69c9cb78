// A model beside an automaton: is there an execution that it accepts?
//
// A state of the product is a state of the model, which the automaton has read
// or has yet to read. Where it was read the model makes a step, and where it
// was not the automaton chooses a node whose literals hold there: possibly or
// certainly. So the product is a model again, and that no execution is accepted
// is a formula about it:
//
//   mu Z. OR over the conditions F:  nu Y. [] ((!F || Z) && Y)
//
// (Emerson and Lei, negated.) What the automaton accepts whatever follows goes
// on for ever in one state, so that an execution which is cut off later counts.
#ifndef VOUCH_EXACT_PRODUCT_H
#define VOUCH_EXACT_PRODUCT_H

#include "exact/automaton.h"
#include "exact/formula.h"
#include "exact/modal.h"

struct product_model {
  struct modal modal;
  struct modal_atom_vec values; // of the conditions, by number
  struct u32_vec states;        // by state: that of the model
  struct u32_vec nodes;         // and of the automaton: read, or before it
  struct bitset unread;
};

// Atoms in `fair` are conditions, too: only executions count in which each of
// them holds again and again. False when it has more states than the limit.
bool product_model_init(struct product_model *product,
                        const struct modal *modal,
                        const struct modal_atom_vec *atoms,
                        const struct automaton *automaton,
                        const struct u32_vec *fair, uint32_t limit);
void product_model_release(struct product_model *product);
// The formula that no execution is accepted, by so many conditions.
uint32_t product_none(struct mu_table *table, uint32_t conditions);

#endif
