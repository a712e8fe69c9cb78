// The compilation of one procedure in progress; private to code.c, which
// compiles operations, and branch.c, which lays out locations.
#ifndef VOUCH_RUN_COMPILER_H
#define VOUCH_RUN_COMPILER_H

#include "run/builder.h"

// A place in the code that waits for a location's address.
struct fixup {
  uint32_t location;
  uint32_t instruction; // whose d it is, or
  uint32_t table;       // switch number + 1
  uint32_t entry;       // of that switch; count for `otherwise`
};

// A jump that leads to the undefined outcome through an edge.
struct stub {
  struct fixup from;
  uint32_t edge;
};

VEC_DEFINE(fixup_vec, struct fixup);
VEC_DEFINE(stub_vec, struct stub);

struct compiler {
  struct builder builder;
  uint32_t *addresses; // of locations; UINT32_MAX while not laid out
  uint32_t *in_degree;
  struct fixup_vec fixups;
  struct stub_vec stubs;
  struct u32_vec pending; // locations to lay out
  uint32_t step;          // the STEP that counts for the current piece
};

// The code of an edge that is always enabled.
void compiler_operation(struct compiler *compiler, uint32_t edge);

#endif
