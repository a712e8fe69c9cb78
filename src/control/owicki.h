// An Owicki-Gries annotation: for each thread and place a formula over what is
// shared and what is its own, and why that is a proof.
//
// It is one if each thread, alone, goes from formula to formula and violates
// nothing (sequential correctness), and if no turn of another thread makes a
// formula false that holds where a thread is (interference freedom). Of a
// thread of a kind that includes turns of others of its kind. Turns of several
// edges have formulas in between, for each place of who is interfered with.
//
// The conditions are claims: each is to be impossible. They are made of
// formulas and effects alone, and whoever checks them needs to know nothing of
// how the annotation was found. What is taken for granted is what
// threads/kinds.h says of counters: at places where a thread can have a turn
// one of its kind runs, and two where two of a kind are.
#ifndef VOUCH_CONTROL_OWICKI_H
#define VOUCH_CONTROL_OWICKI_H

#include "control/modular.h"

// The formula of a thread at a place; false if it never is there.
struct term owicki_formula(struct modular *modular, struct control_at at);
// Appends the claims, after a run to the fixpoint.
void owicki_claims(struct modular *modular, struct term_vec *claims);

#endif
