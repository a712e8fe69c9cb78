// Calls through pointers become branches over the functions that can be meant
// (seed 000, section 3.3.1).
//
//   [f == &g] x = g(...)   [f != &g && f == &h] x = h(...)   ...
//
// and what is left, a call through null or through a pointer to no function of
// that type, leads to the undefined outcome it always led to. Where code that
// we do not see may be called, the call through the pointer stays for what is
// left; or, if asked for, it is a call of an unseen function
// (PROCEDURE_UNSEEN), unless the pointer is null.
//
// The procedures of the program are changed in place; what they do stays the
// same, so a counterexample of the one is one of the other.
#ifndef VOUCH_POINTSTO_RESOLVE_H
#define VOUCH_POINTSTO_RESOLVE_H

#include "program/program.h"

// Who can be called by the CALL edge, appended; true when code that we do not
// see can be called too.
struct callee_source {
  void *context;
  bool calls_unseen; // see above
  bool (*callees)(void *context, struct procedure_id procedure,
                  struct edge_id edge, struct procedure_id_vec *into);
};

// Returns how many calls were resolved.
uint32_t calls_resolve(struct program *program,
                       const struct callee_source *source);

// Without an analysis: every function whose address is taken somewhere.
struct taken_functions {
  const struct program *program;
  struct procedure_id_vec functions;
};

void taken_functions_init(struct taken_functions *taken,
                          const struct program *program);
void taken_functions_release(struct taken_functions *taken);

#endif
