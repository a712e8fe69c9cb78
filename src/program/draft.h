// What a check makes of a program that was loaded.
//
// A loaded program is frozen: nothing is added to it, and nothing in it changes.
// A check works in a draft: a program of its own that starts as a copy, with
// the same handles for the same things, to which passes add theirs and in which
// they change what they must. A draft is freed with the check that made it,
// and another check starts from the program as it was loaded.
//
// Names, types and terms are shared: tables that only grow, where what is in
// them stays what it is. So a term of the program is a term of its drafts, and
// what a specification was bound to holds in all of them. Operands of
// operations and initial bytes are shared, too: whoever changes an operation
// makes new operands. The program outlives its drafts.
//
// In the debug modes a write to a frozen program is a bug that stops the run:
// functions that change a program look at once, and after passes over a draft
// and at its end the program is compared with what it was when it was frozen.
#ifndef VOUCH_PROGRAM_DRAFT_H
#define VOUCH_PROGRAM_DRAFT_H

#include "program/program.h"

// From now on the program is only read.
void program_freeze(struct program *program);
// Of a frozen program, or of a draft that is not changed any more. program_free
// frees the draft.
struct program *program_draft(const struct program *frozen);

#ifdef VOUCH_DEBUG
// The program is frozen, or a draft of one, which is what it was.
void program_check_frozen(const struct program *program);
#else
static inline void program_check_frozen(const struct program *program) {
  (void)program;
}
#endif

#endif
