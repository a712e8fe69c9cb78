// Is an abstract path real? Seed 000 section 6.1, figure 7.
//
// The path is executed symbolically: every variable's value is a term over
// inputs, which are the values at the entry and those of havocs. The guards met
// on the way, as terms over inputs, are satisfiable together exactly when some
// execution takes the path. If they are not, a minimal inconsistent subset of
// the guards is the reason: the last one where that cannot hold by itself, with
// the values that variables have there. It is what the violation is about; what
// else is wrong with the path, a loop that does not end there, say, may be no
// matter, and need many predicates.
#ifndef VOUCH_REFINE_PATH_H
#define VOUCH_REFINE_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/effect.h"
#include "abstraction/reach.h"
#include "solver/solver.h"

// A value that the path takes from outside.
struct path_input {
  uint32_t step;            // index of the edge; UINT32_MAX: at the entry
  struct variable variable; // that got it
  struct term term;         // the input as a variable of its own
  struct term before;       // what the variable was before, if it was anything
                            // that the path knows, over inputs; or none
};

VEC_DEFINE(path_input_vec, struct path_input);

struct path_guard {
  uint32_t step;    // index of the edge
  struct term term; // over inputs
};

VEC_DEFINE(path_guard_vec, struct path_guard);

struct path {
  struct path_guard_vec guards; // constant ones left out, except a false one
  struct path_input_vec inputs; // in order
  bool is_refuted;              // the last guard is false
};

// Runs the path symbolically.
void path_execute(struct path *path, struct effects *effects,
                  const struct edge_id_vec *edges);
void path_release(struct path *path);

// ANSWER_SAT: *model (may be null) has values for the inputs. ANSWER_UNSAT:
// `core` gets the steps of a minimal inconsistent set of guards, ascending.
enum answer path_check(const struct path *path, struct solver *solver,
                       struct assignment *model, struct u32_vec *core);
// A model in which also as much of what is preferred holds as fits together,
// the first before the last.
enum answer path_check_preferring(const struct path *path,
                                  struct solver *solver,
                                  const struct term_vec *preferred,
                                  struct assignment *model);

#endif
