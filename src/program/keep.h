// Which procedures stay procedures when a program is inlined (inline.h).
#ifndef VOUCH_PROGRAM_KEEP_H
#define VOUCH_PROGRAM_KEEP_H

#include "base/bitset.h"
#include "program/program.h"

// One procedure of each cycle of calls that the entry leads to, by id.
void keep_cycles(const struct program *program, struct procedure_id entry,
                 struct bitset *kept);
// Every function with a body that the entry leads to and that is called from at
// least so many places, and one of each cycle.
void keep_called(const struct program *program, struct procedure_id entry,
                 uint32_t least, struct bitset *kept);

#endif
