// What formulas speak of: the atoms of the formulas of a specification, each
// under one number.
#ifndef VOUCH_EXACT_ATOMS_H
#define VOUCH_EXACT_ATOMS_H

#include "spec/spec.h"

enum atom_kind {
  ATOM_ACTION, // the step that led here performed it
  ATOM_C,      // a condition on variables
  ATOM_AT,     // control is at a C label
  ATOM_END,    // the execution has ended
  ATOM_STUCK,  // it waits, and nothing will ever happen
  ATOM_ERROR,  // something is violated
  ATOM_TURN,   // of threads: no step is being made (threads/interleave.h)
  ATOM_FAIR,   // of threads: this one had its turn, or has ended; one more:
               // something was done
  ATOM_TRANSIT // a routine is about to perform what it chose (steps.h)
};

struct atom {
  enum atom_kind kind;
  struct action action;
  const struct c_syntax *condition; // C
  struct name text;                 // of the label; of C: as it was written
  uint32_t thread;                  // FAIR
};

VEC_DEFINE(atom_vec, struct atom);

struct atoms {
  const struct spec *spec; // null: there are none of C, and no actions
  struct interner *names;
  struct atom_vec list;
};

void atoms_init(struct atoms *atoms, const struct spec *spec,
                struct interner *names);
void atoms_release(struct atoms *atoms);
// The number of the atom that a formula is.
uint32_t atoms_number(struct atoms *atoms, const struct formula_syntax *atom);
uint32_t atoms_error(struct atoms *atoms);
uint32_t atoms_transit(struct atoms *atoms);
uint32_t atoms_action(struct atoms *atoms, struct action action);
uint32_t atoms_end(struct atoms *atoms);
uint32_t atoms_turn(struct atoms *atoms);
uint32_t atoms_fair(struct atoms *atoms, uint32_t thread);
// Does an atom that is about where control is (AT, END, STUCK, ERROR, TURN,
// FAIR) hold at the location?
bool atom_holds_at(const struct atoms *atoms, const struct atom *atom,
                   const struct procedure *procedure,
                   struct location_id location);
void atoms_print(const struct atoms *atoms, uint32_t number,
                 struct strbuf *out);

#endif
