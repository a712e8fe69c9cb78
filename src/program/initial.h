// Which globals start with their initial values where a function starts alone:
// all that it was said of (--globals=initial), and as usual those that begin
// with pointers to functions, hooks that are set once, before anything is
// called (--usual). Not what the function is given, and not what has been
// written by then.
#ifndef VOUCH_PROGRAM_INITIAL_H
#define VOUCH_PROGRAM_INITIAL_H

#include "program/program.h"

bool initial_object(const struct program *program,
                    const struct object_info *global);
// The same of a global variable without an address.
bool initial_variable(const struct program *program,
                      const struct variable_info *global);

#endif
