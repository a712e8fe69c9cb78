// Compare-and-exchange: a step that writes only where it finds what it wants.
//
// The front end makes one step of it that stores "if what is there is what is
// wanted, then that, else what is there" (frontend/memory.c). Where it finds
// something else it is a read, which matters to who looks for races.
#ifndef VOUCH_PROGRAM_EXCHANGE_H
#define VOUCH_PROGRAM_EXCHANGE_H

#include "program/program.h"

struct exchange {
  struct variable place; // the global that it is about; none: memory
  struct variable old;   // gets what was there
  struct term wanted;    // a constant, or a local variable
};

// False: the operation is none, or it is not known what it wants.
bool exchange_of(const struct program *program, const struct operation *op,
                 struct exchange *into);

#endif
