// The cone of influence: which variables can matter for reaching a target.
//
// Targets are locations and edges of a procedure. An edge leads to a target
// when it is one or when a target can be reached from its end. A variable is
// relevant when it influences whether some edge that leads to a target is
// enabled: directly, in the condition of an ASSUME, in the access of an INVALID
// or of an operation on memory that is not valid by construction, in the
// address called through a pointer; or through what edges that lead to a target
// compute from it. Whichever path leads to a target, whether it can be executed
// depends on relevant variables only. Control needs no dependences of its own:
// the conditions of all such edges are relevant.
//
// Memory is one thing: if a relevant variable is loaded, whatever is stored
// anywhere is relevant. A call to a procedure without a body computes its
// result and memory from its arguments and memory; any other call that is left
// may besides read and write every global, and so may operations on threads.
//
// Nothing is removed from the automaton. Linear in the size of the procedure.
#ifndef VOUCH_PROGRAM_SLICE_H
#define VOUCH_PROGRAM_SLICE_H

#include "base/bitset.h"
#include "program/program.h"

struct slice {
  struct bitset locations; // from which a target can be reached
  struct bitset edges;     // that lead to a target
  struct bitset variables; // that are relevant, by id; addresses too
  bool has_memory;         // memory is relevant
  // Statistics: the procedure's variables and the program's globals, addresses
  // aside.
  uint32_t variable_count;
  uint32_t relevant_count;
};

// Sets of locations and edges of the procedure, by id; null is the empty set.
struct slice_targets {
  const struct bitset *locations;
  const struct bitset *edges;
};

// The procedure must be sealed.
void slice_init(struct slice *slice, const struct program *program,
                const struct procedure *procedure,
                struct slice_targets targets);
void slice_release(struct slice *slice);

bool slice_has_variable(const struct slice *slice, struct variable variable);

#endif
