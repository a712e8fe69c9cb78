// Inputs as they usually are (--usual): what nearly every caller of a function
// sees to, guessed from types and names.
//
//   - a `char *` is null or a string that ends;
//   - a pointer that an integer with the name of a length follows (`n`, `len`,
//     `buffer_size`) points to as many elements, or bytes if it is a `void *`.
//
// Of parameters, and of the fields of structs that parameters point to, if the
// code reads fields at such a distance. That is
// written in at the entry: executions that start otherwise end there, and the
// report lists what was assumed. It is a guess about callers, and nothing is
// guessed of a function that may be called again while it runs. Of callees see
// results.h.
#ifndef VOUCH_CHECK_USUAL_H
#define VOUCH_CHECK_USUAL_H

#include "base/strbuf.h"
#include "program/program.h"

// Before anything is made of the program.
void usual_write(struct program *program, struct procedure_id entry);
// What it says of the procedure, as text: "`s` is a string; .."; false:
// nothing.
bool usual_tell(struct program *program, struct procedure_id entry,
                struct strbuf *into);

#endif
