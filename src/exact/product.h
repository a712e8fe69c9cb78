// A model with what goes along with it (modes.h), as a model again.
//
// A state of the product is a state of the model and a mode. Where the model
// steps, so does the product; where the mode changes, there is a step to each
// mode whose literals hold, possibly or certainly.
//
// With the modes of an automaton it is a formula about the product that no
// execution is accepted:
//
//   mu Z. OR over the conditions F:  nu Y. [] ((!F || Z) && Y)
//
// (Emerson and Lei, negated.) What the automaton accepts whatever follows goes
// on for ever in one state, so that an execution which is cut off later counts.
#ifndef VOUCH_EXACT_PRODUCT_H
#define VOUCH_EXACT_PRODUCT_H

#include "exact/formula.h"
#include "exact/modal.h"
#include "exact/modes.h"

struct product_model {
  struct modal modal;
  struct modal_atom_vec values; // of the conditions, by number
  struct u32_vec states;        // by state: that of the model
  struct u32_vec modes;         // and the mode
};

// False when it has more states than the limit.
bool product_model_init(struct product_model *product,
                        const struct modal *modal,
                        const struct modal_atom_vec *atoms,
                        const struct modes *modes, uint32_t limit);
void product_model_release(struct product_model *product);
// The formula that no execution is accepted, by so many conditions.
uint32_t product_none(struct mu_table *table, uint32_t conditions);

#endif
