// At which distances from an address the code may read a pointer: the constants
// that it adds to addresses. A structure has many pointers, and a function
// follows few of them; what is at no such distance from where a part of the
// structure begins needs no object behind it (entry_state.h).
//
// By the look of terms alone: an address that is computed in another way is not
// seen. Who relies on it takes such pointers for pointers to memory outside.
#ifndef VOUCH_MEMORY_READS_H
#define VOUCH_MEMORY_READS_H

#include "base/bitset.h"
#include "program/program.h"

struct reads {
  struct bitset distances; // up to READS_MOST; what is further may be read
};

enum { READS_MOST = 1 << 16 };

// Of all operations of the procedure.
void reads_init(struct reads *reads, const struct program *program,
                const struct procedure *procedure);
void reads_release(struct reads *reads);
bool reads_has(const struct reads *reads, uint64_t distance);

#endif
