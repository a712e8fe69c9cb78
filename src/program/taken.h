// Functions whose addresses are taken: those that can be called otherwise than
// by name.
#ifndef VOUCH_PROGRAM_TAKEN_H
#define VOUCH_PROGRAM_TAKEN_H

#include "base/bitset.h"
#include "program/program.h"

// The object whose address the term is, or none.
struct object_id program_object_at(const struct program *program,
                                   struct term t);
// Adds them, by id of the procedure.
void program_find_taken(const struct program *program, struct bitset *into);

#endif
