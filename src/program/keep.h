// Which procedures stay procedures when a program is inlined (inline.h).
#ifndef VOUCH_PROGRAM_KEEP_H
#define VOUCH_PROGRAM_KEEP_H

#include "base/bitset.h"
#include "program/program.h"

// Every function with a body that the entry leads to and that is called from at
// least so many places, and one of each cycle (callgraph.h).
void keep_called(const struct program *program, struct procedure_id entry,
                 uint32_t least, struct bitset *kept);

#endif
