// What a native run of the same execution can count, so that it can be made to
// go the same way: accesses to memory that others may see, operations of
// threads, and values that come from outside. Of accesses to objects of frames
// those count that a compiler instruments which does so (clang-19 with
// -fsanitize=thread).
//
// Written down while a run is recorded, as runs of threads (evidence).
#ifndef VOUCH_RUN_TURNS_H
#define VOUCH_RUN_TURNS_H

#include "evidence/execution.h"
#include "run/machine.h"

// The operation is about to happen, to bytes at the address if it touches
// memory.
void turns_before(const struct machine *machine, struct lane *lane,
                  const struct operation *op, uint64_t address);
// The thread at hand did something that counts.
void turns_add(const struct machine *machine, struct lane *lane);

#endif
