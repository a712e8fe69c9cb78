// Constrain: Das and Dill's refinement of an abstract transition relation, for
// software (seed 003, section 3).
//
// Each step of a trace with valuations is looked at by itself: can the program
// do it from a state that the valuation before describes to one that the
// valuation after it describes? If not it is spurious, and a constraint
// excludes it from the abstraction, with no new predicate.
//
//   assignment, condition   E(a0) & guard & Pre(E(a1)) is unsatisfiable
//   call                    E(a0) & E(a1)[formals := arguments]
//   return                  gamma(E(a0)) & rho(E(ac)) & E(a1)[x := x_ret],
//   where
//                           ac is the caller's state before the call
//
// (The paper's text has omega around a_c; it belongs to a_0: what the callee
// has is returned in temporaries, the caller's state is there. Its example
// prints b3 for !b3, and pushes b1 & b2 & b3 where it means b1 & !b2 & !b3.)
//
// A constraint gets stronger with fewer literals: those are kept that the
// solver's core needs, or literals are dropped one by one. One that is
// impossible of a single state holds always: an invariant, `enforce`.
//
// A constraint is added on UNSAT only.
#ifndef VOUCH_SLAM_CONSTRAIN_H
#define VOUCH_SLAM_CONSTRAIN_H

#include "slam/valued_trace.h"

enum strengthening { STRENGTHEN_CORE, STRENGTHEN_DROP, STRENGTHEN_NOT };
enum enforcing { ENFORCE_INVARIANT, ENFORCE_ENTRY, ENFORCE_TRACE };

struct constrain_options {
  enum strengthening strengthening;
  enum enforcing enforcing;
  bool is_backward; // the last steps first
  uint32_t most;    // constraints of one pass
};

struct constrain_figures {
  uint64_t calls;       // passes
  uint64_t constraints; // found
  uint64_t invariants;  // of these
  uint64_t questions;   // to the solver
};

// Which steps of the trace are spurious? Constraints are appended, at most as
// many as the options say; none after an invariant. How many.
uint32_t constrain_pass(const struct c2bp *c2bp, struct solver *solver,
                        const struct event_vec *events,
                        const struct constrain_options *options,
                        struct constraint_vec *into,
                        struct constrain_figures *figures);
// Appends it as text: "!(x < y && (y < z)' && !(x < z)')".
void constraint_print(const struct tracked *tracked,
                      const struct constraint *constraint, struct strbuf *out);

#endif
