// Exit handlers as code: what `atexit` registers runs when the program ends.
//
// In a program that starts at main, a call of atexit puts the function into the
// next of a few variables, and before every call of exit, or of a routine that
// ends the program as it does (err), and before main returns, a procedure calls
// them through these variables, the last one first, those included that
// handlers register. They also run where the only thread ends itself; whether
// they do where a function ends the program that nobody sees is not known. The
// same for at_quick_exit and quick_exit. The program is changed in place, so
// that a run of it and what is checked agree.
//
// That is not done where it could miss something: if the address of one of
// these functions is taken, or main is called. Then the handlers are callbacks
// like any others (callbacks.h).
#ifndef VOUCH_MEMORY_HANDLERS_H
#define VOUCH_MEMORY_HANDLERS_H

#include "program/program.h"

enum { HANDLERS_MOST = 32 };

void handlers_write_out(struct program *program);

#endif
