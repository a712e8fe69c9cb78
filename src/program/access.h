// Accesses to memory that are valid whatever the program does: those at a
// constant offset inside an object that is alive all the time it can be named
// (a global, or a frame object of the procedure itself). They need no INVALID
// sibling. The front end asks before it emits one; the validator asks again.
// Freeing null is valid; no call through a pointer is, because the function's
// type may be another than the call's.
//
// Where a procedure may be active several times at once, a TEMPORARY holds the
// address that a frame object has in the activation at hand, from where that
// begins (memory/activation.h). The object is then noted in the variable.
#ifndef VOUCH_PROGRAM_ACCESS_H
#define VOUCH_PROGRAM_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "program/program.h"

// Addresses below the first are null, or a member behind null. With 64-bit
// pointers no object lies below the second, whatever the layout: a number below
// it that is used as an address is that of a device.
enum { ACCESS_PAGE_ZERO = 4096 };
#define ACCESS_NUMBERS_END UINT64_C(0xfffff000)

// Is the constant an address of neither the first nor the last page, so that it
// is neither null nor an error code?
bool access_is_number(const struct term_table *terms, struct term constant);

// Splits an address into the object it certainly lies in and a byte offset.
// False when the term is not the address of one object plus a constant.
bool access_split(const struct program *program, struct term address,
                  struct object_id *object, uint64_t *offset);

bool access_is_valid(const struct program *program, enum access_kind kind,
                     struct term address, uint64_t size);

#endif
