// Whose memory an address may lead to, for what is stored there (leak.h): by
// where pointers may point in the whole program (points_to.h), so callers are
// not told apart.
#ifndef VOUCH_MEMORY_HOLDER_H
#define VOUCH_MEMORY_HOLDER_H

#include "pointsto/points_to.h"
#include "program/program.h"

// A set of these; the empty one where nothing is known.
enum holder {
  HOLDER_FRAME = 1,  // a variable of a function, or of alloca
  HOLDER_BLOCK = 2,  // a block of the heap that the program allocates
  HOLDER_RING = 4,   // one that may lead to itself
  HOLDER_OUTSIDE = 8 // anything else: a global, what came from outside
};

// What a caller gives is left out where rings are looked for: a block that is
// found there was handed on before.
struct holders {
  struct points_to *all;   // for any state that the function starts in
  struct points_to *alone; // without what it is given
};

void holders_init(struct holders *holders, const struct program *program,
                  struct procedure_id entry, bool is_open);
void holders_release(struct holders *holders);
unsigned holder_of(const struct holders *holders, struct term address);

#endif
