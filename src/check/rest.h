// The arguments behind the named ones of a function that starts alone.
//
// How many there are, and of which types, is agreed on with callers by other
// means (a format, a count, a null at the end). No state in which the function
// starts has them. They are in memory outside, of which nothing is known but
// that it is there; where accesses are asked about nobody knows what happens
// from where the function begins to take them (va_start).
#ifndef VOUCH_CHECK_REST_H
#define VOUCH_CHECK_REST_H

#include "program/program.h"

// In a draft, of the procedure at which a check starts.
void rest_write(struct program *program, struct procedure_id entry,
                bool asks_memory);

#endif
