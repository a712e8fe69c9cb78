// Does a procedure keep its `modifies` clause? Callers rely on it: all that is
// not listed is what it was before the call.
//
// What the program's own code writes is guarded by what is woven into it
// (weave_frame.c), and a write that is not listed is a violation. What routines
// of the library and functions write that nobody sees is looked at edge by edge
// here: globals and objects of the entry state may be written where they are listed,
// and memory that nobody knows not at all. That more is written than is listed
// is said of code that may never run, so it is no counterexample: the clause is
// not proved.
#ifndef VOUCH_CHECK_MODIFIES_H
#define VOUCH_CHECK_MODIFIES_H

#include "check/component.h"
#include "check/conformance.h"

// False when something else may be written; `why` says what and where.
bool modifies_is_kept(const struct component *component,
                      const struct component_options *options,
                      const struct conformance *conformance,
                      struct strbuf *why);

#endif
