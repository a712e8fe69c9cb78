// The contracts of library routines, as bodies: what a call asks of its
// arguments is checked before it, what it promises is known after it.
//
//   n = fgets(buffer, 20, in)
//
// becomes: 20 bytes at `buffer` can be written, or the execution is invalid;
// `in` is not null, or it is invalid; the routine is called; if it gave
// something that is `buffer`, and a string ends there. The checks are edges to
// the undefined outcome like those of any access, at the place of the call, and
// a run of the program meets them too, so that abstraction and interpreter
// agree. What the table (library/routine.h) does not say for certain is an edge
// with the reason UNSURE; what a routine never does is IMPOSSIBLE.
//
// Only where invalid accesses are of interest; otherwise bad arguments of
// library routines are undefined behaviour that is excluded, like any.
#ifndef VOUCH_MEMORY_CONTRACT_H
#define VOUCH_MEMORY_CONTRACT_H

#include "library/routine.h"
#include "program/program.h"

// A body for this call of a function without one, or null: the function has no
// row, or asks for nothing, or the call does not fit the row. Where nothing is
// checked only what an input promises is of interest.
struct procedure *contract_body(struct program *program,
                                const struct operation *call,
                                struct position position, bool is_checked);

// Of the call in such a body: does the body itself store what this argument
// points to, a number that scanf reads?
bool scan_stores_number(const struct program *program,
                        const struct routine *routine,
                        const struct operation *call, uint32_t argument);

// A routine that has a pointer of its own gets it as an argument: the call
// becomes that of the routine that takes one (strtok, strtok_r). Any other call
// stays as it is.
void contract_pass_state(struct program *program, struct operation *call);

// Objects for the standard streams that the program names, if it closes
// streams; later the one for `stdin`, `stdout` or `stderr`, or none.
void contract_add_streams(struct program *program);
struct object_id contract_stream(const struct program *program,
                                 const char *stream);

#endif
