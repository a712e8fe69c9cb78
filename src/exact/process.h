// A process as a model: what it may do it certainly can, and nothing is
// abstracted.
//
// A state of the model is a state of the LTS together with the action that led
// there, since an action holds as an atom where it was just performed. States
// without steps go on for ever: STOP and END as `end`, a deadlock as `stuck`,
// ERROR as a violation.
#ifndef VOUCH_EXACT_PROCESS_H
#define VOUCH_EXACT_PROCESS_H

#include "exact/atoms.h"
#include "exact/modal.h"
#include "lts/lts.h"

struct process_model {
  struct modal modal;
  struct modal_atom_vec values; // of the atoms
  struct u32_vec states;        // by state: that of the LTS
  struct u32_vec actions;       // and the action that led there, or 0
};

// False when it has more states than the limit.
bool process_model_init(struct process_model *model, const struct lts *lts,
                        const struct atoms *atoms, uint32_t limit);
void process_model_release(struct process_model *model);

#endif
