// Models: states with steps that may be there and steps that must be.
//
// A state of a model stands for one or more concrete states. Its possible steps
// lead wherever one of these can go; a certain step leads to a set of states of
// the model, and each concrete state can go to one in that set. (A set of
// several is how the execution of `if` certainly leads to one of its two
// branches: seed 004, section 5, figures 5a and 5b.) Where both say the same,
// all certain steps going to one state, the model is an ordinary Kripke
// structure; so it is for processes. Otherwise it is what the paper encodes by
// four truth values: a step is t, or bottom (possible, not certain), and what
// is certain but not possible (top) occurs as sets.
//
// A state without possible steps has no successor: there executions are cut
// off. Executions that end go on for ever in a state of their own.
//
// A state is open when nothing is known about what follows: then no formula
// about it is decided by its steps.
//
// Representation: rows. States are numbered as they are discovered and
// completed in that order.
#ifndef VOUCH_EXACT_MODAL_H
#define VOUCH_EXACT_MODAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/vec.h"

struct modal {
  uint32_t count;           // of states, completed
  struct u32_vec initial;   // states
  struct u32_vec first_may; // by state, and one more: of `may`
  struct u32_vec may;       // states
  struct u32_vec first_set; // by state, and one more: of `sets`
  struct u32_vec sets;      // by set, and one more: of `members`
  struct u32_vec members;   // states
  struct bitset open;
};

// Where an atom certainly and where it possibly holds.
struct modal_atom {
  struct bitset certain, possible;
};

VEC_DEFINE(modal_atom_vec, struct modal_atom);

struct u32_range {
  const uint32_t *begin, *end;
};

void modal_init(struct modal *modal);
void modal_release(struct modal *modal);
void modal_atoms_release(struct modal_atom_vec *atoms);

// Steps of the state that is next to be completed.
void modal_may(struct modal *modal, uint32_t target);
// A certain step: to one of these.
void modal_must(struct modal *modal, const uint32_t *targets, uint32_t count);
// The same for a step that is certain and has one target.
void modal_step(struct modal *modal, uint32_t target);
void modal_set_open(struct modal *modal);
void modal_complete(struct modal *modal);

struct u32_range modal_may_of(const struct modal *modal, uint32_t state);
uint32_t modal_first_set(const struct modal *modal, uint32_t state);
uint32_t modal_end_set(const struct modal *modal, uint32_t state);
struct u32_range modal_set(const struct modal *modal, uint32_t set);

// Every member of a certain step is possible, and all targets exist.
bool modal_is_valid(const struct modal *modal);

#endif
