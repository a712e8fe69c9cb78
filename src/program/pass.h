// The end of a pass, in the debug modes: what it made or changed is validated.
//
// Every pass that makes or changes automata says so when it is done. In the
// debug modes a violation of what validate.h states is a bug of the pass, and
// the program stops there with the pass's name and the violations; in the
// others this is nothing at all.
#ifndef VOUCH_PROGRAM_PASS_H
#define VOUCH_PROGRAM_PASS_H

#include "program/program.h"

#ifdef VOUCH_DEBUG
// After a pass over all procedures: the program is valid, and what it was made
// of is what it was.
void pass_done(const struct program *program, const char *pass);
// After a pass that made one automaton, or changed one in place: it is valid,
// and so is all that it uses.
void pass_made(const struct program *program, const struct procedure *made,
               const char *pass);
#else
static inline void pass_done(const struct program *program, const char *pass) {
  (void)program, (void)pass;
}
static inline void pass_made(const struct program *program,
                             const struct procedure *made, const char *pass) {
  (void)program, (void)made, (void)pass;
}
#endif

#endif
