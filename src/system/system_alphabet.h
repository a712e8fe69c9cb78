// Alphabets of components, decided.
//
// Components wait for each other where their alphabets meet. So an action that
// a component has in its alphabet and can never perform blocks the others for
// ever, and what they would do next seems to be impossible. An action that it
// can perform, though, must be there: otherwise the others would not wait.
//
// So what a component is proved never to perform, alone, whatever its partners
// and its library do, is left out; but not if it would then be in nobody's
// power any more to play that part. A function whose abstraction has the
// action, or an event, is a role. Two components that both call `panic` have
// the same role: one that never comes to it does not keep the other from it.
// But of a message that `send` and `receive` have, one that nobody sends is not
// received either: the last component in a role stays, and blocks.
//
// What is read off the program (spec/alphabet.c) has all of these, and maybe
// more. The rest is decided here, of actions that several components have:
//
//   - an LTS without a step by the action, which has all that the component
//     does, proves that it is never performed;
//   - an exact LTS with such a step shows that it is performed;
//   - otherwise the component is asked, as for any call that must not happen.
//
// That is done only where it matters: not of the last component in a role, and
// not for a trace. One that is found with too large alphabets is one of the
// system: whoever has one of its actions in his alphabet performs it there. A
// proof, and a deadlock, are of the system when nothing is open.
#ifndef VOUCH_SYSTEM_SYSTEM_ALPHABET_H
#define VOUCH_SYSTEM_SYSTEM_ALPHABET_H

#include "system/system.h"

enum alphabet_answer {
  ALPHABET_SETTLED, // every component performs what it shares
  ALPHABET_CHANGED, // something was left out: what was searched is outdated
  ALPHABET_OPEN     // it could not be decided; `reason` says of what
};

// Leaves out what the components' LTSs, as far as they are there, do not do.
// True when there was something.
bool system_alphabet_narrow(struct system_check *system);
// Leaves out what the components never perform, as it is known by now. True
// when there was something new.
bool system_alphabet_leave_out(struct system_check *system);
// What component `i` shares, might be left out, and is not known to be
// performed or never performed.
void system_alphabet_open(const struct system_check *system, uint32_t i,
                          struct bitset *open);
// Decides all that is left.
enum alphabet_answer system_alphabet_settle(struct system_check *system);

#endif
