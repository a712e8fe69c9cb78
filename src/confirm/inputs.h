// What an execution reads, as a person types it: the standard input, the
// arguments of main. It is in the oracle that makes the interpreter run the
// execution.
#ifndef VOUCH_CONFIRM_INPUTS_H
#define VOUCH_CONFIRM_INPUTS_H

#include "base/intern.h"

// Appends `stdin: "7 10\n"`, `argv[1] = "-x"`, and so on.
void inputs_tell(const char *oracle, struct interner *names,
                 struct name_vec *into);

#endif
