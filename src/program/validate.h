// The program's invariants, checked. Runs after the front end and after every
// pass; a violation is a bug of ours and is reported as such.
//
// Checked: handles are in range; sorts agree (assignments, conditions are
// Boolean, addresses and sizes have pointer width, call arguments and results
// against the callee); variables belong to the procedure or are global;
// ADDRESS variables are never written, no variable twice by one operation;
// procedures with a body are sealed; edges lead to existing locations, which
// are reached from the entry (exit and undefined aside); only
// edges with a reason lead to `undefined`, only returns lead to `exit`; exit
// and undefined have no successors; an operation on memory has an INVALID
// sibling or an access that is valid by construction; conditions of sibling
// ASSUMEs are the complement of each other when there are two, false aside.
#ifndef VOUCH_PROGRAM_VALIDATE_H
#define VOUCH_PROGRAM_VALIDATE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "program/program.h"

// True if all is well; otherwise appends one line per violation (at most 20).
bool program_validate(const struct program *program, struct strbuf *errors);
// The same of one procedure, and of the tables that it refers to.
bool procedure_validate(const struct program *program,
                        const struct procedure *procedure,
                        struct strbuf *errors);

#endif
