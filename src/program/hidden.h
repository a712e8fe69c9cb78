// Static variables that code which we do not see cannot change.
//
// Such code cannot name them, it has not got their address where that is used
// for direct accesses only, and it is taken not to call our functions by name
// (doc/soundness.md). But it may call those whose addresses it was given, at
// any time: what a function whose address is taken can write, directly or
// through what it calls, is not hidden.
#ifndef VOUCH_PROGRAM_HIDDEN_H
#define VOUCH_PROGRAM_HIDDEN_H

#include "program/program.h"

// Sets `is_hidden` of variables and objects. All procedures have their bodies.
void program_find_hidden(struct program *program);

#endif
