// Pointers that nobody initialised, and objects for them.
//
// C leaves such a pointer indeterminate, and the tasks of the verification
// community follow it all the same: s->session->cipher, where s was allocated
// and s->session never assigned. What an access through it does is not known,
// so that a violation behind it is neither shown nor excluded. Here the program
// is changed, so that such a pointer may point to an object of its own:
//
//   - A pointer is looked for where an access goes nowhere else (targets.h):
//     the local variable, the bytes of a frame object or of an allocation that
//     the address was read from and that were never written with an address.
//   - When the program starts, an object is allocated for each of them, with
//     indeterminate bytes, and it is chosen whether the pointer gets it: an
//     input of the name OWN_OBJECT (evidence/execution.h).
//   - Where the pointer becomes indeterminate it is given the address, if so.
//     Otherwise it has any value but that.
//
// What the object holds is indeterminate, too: a pointer in there is found in
// the next round, up to a depth.
//
// Every execution of the new program is one of the old, in which what is
// indeterminate happens to be the address of an object that nobody else knows;
// the interpreter runs the new program as it runs any other. So a violation is
// one under that assumption, which whoever reports it has to tell. A proof of
// the new program is worth nothing: that the pointer is valid, and that two of
// them differ, is not so.
#ifndef VOUCH_MEMORY_ADOPT_H
#define VOUCH_MEMORY_ADOPT_H

#include "program/program.h"

enum { ADOPT_DEPTH = 4, ADOPT_SIZE = 4096, ADOPT_MOST = 64 };

// How many pointers may have objects now. The entry is main; calls through
// pointers are resolved.
uint32_t pointers_adopt(struct program *program, struct procedure_id entry,
                        bool unknown_writes_nothing);

// Is the variable one that says whether a pointer has an object, not null, or
// one that holds the address of such an object? Its text is that of the
// pointer.
bool is_own_choice(const struct program *program, struct variable variable);
bool is_own_address(const struct program *program, struct variable variable);

#endif
