// Recursion of a function that starts alone, and of which is required that its
// callers see to what it needs (--required): a call that a function makes while
// it is called itself is one by such a caller.
//
// Each call that closes a cycle of calls, as seen from the entry, becomes one
// of a stand-in without a body. What that may change is all that the functions
// of the cycle may, whatever they do there: globals that they write or whose
// address they use, what their arguments and these lead to, and, if any of them
// frees something, whether that is still there. What it returns is any value; a
// pointer is any address that it can know.
//
// That is sound by induction over how deep calls are inside each other, if each
// function with a stand-in is checked as one that starts alone
// (engine/recalls.c), and as far as the states in which the inner calls start
// are such as it is checked for. So a function that is called inside of itself
// may be given null where it asks about that, whatever --nonnull says, and
// passes none where it does not; and it finds globals as they were left. That
// nothing has ended there that they can get at, that what is the function's own
// has been written and is not null, and that no object is passed twice is
// looked at (memory/remove_recall.c); that there is room enough, that texts end
// and what numbers deep inside mean is left to whoever calls, here the function
// itself: the ledger says so. So it is for proofs only, and a violation is
// looked for where calls are followed.
//
// Not done where a function of the cycle does what cannot be summed up so:
// calls of functions that nobody sees and that may do anything, routines that
// call back or remember, threads, what is not modelled.
#ifndef VOUCH_CHECK_RECALL_H
#define VOUCH_CHECK_RECALL_H

#include "program/program.h"

// Before anything else is made of a draft. False, and nothing changes, where
// the entry comes to no cycle of calls, or to one that cannot be summed up.
bool recalls_write(struct program *program, struct procedure_id entry);
// Adds the functions that have a stand-in, each once, if there are any.
void recalls_of(const struct program *program, struct procedure_id_vec *into);

#endif
