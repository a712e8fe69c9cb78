// A copy of an operation over other variables and terms: what passes that copy
// automata do to their edges. Names, origins and flags stay as they are.
#ifndef VOUCH_PROGRAM_REWRITE_H
#define VOUCH_PROGRAM_REWRITE_H

#include "program/program.h"

// What stands for a variable that is written, and for a term that is read.
// Neither is asked about "none". Without the first, variables stay.
struct rewriter {
  void *context;
  struct variable (*variable)(void *context, struct variable variable);
  struct term (*term)(void *context, struct term t);
};

// The operands are in the program's arena.
struct operation operation_rewrite(struct program *program,
                                   const struct operation *op,
                                   const struct rewriter *rewriter);

#endif
