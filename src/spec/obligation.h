// A check made ready for an engine: the specification with its returns split
// into the disjoint cases of each procedure that runs.
//
//   f refines P        one procedure, one system
//   SYSTEM refines P   one procedure per component, one system over
//                      `component.return{..}`
//   P refines Q        of processes: one runner per component whose returns P
//                      or Q speak of, none of them a procedure; P is split,
//                      too, over what a function could return
//   P deadlock_free    likewise, with P alone
//   f (its own proc)   one procedure; one system per arm, in the order of the
//                      arms, to be met when the arm's guard holds at entry.
//                      Their alphabets have all that f can perform
//
// A specification without returns has no cases: returns do not matter then. But
// an abstraction without returns never comes back: all returns are forbidden.
#ifndef VOUCH_SPEC_OBLIGATION_H
#define VOUCH_SPEC_OBLIGATION_H

#include <stdbool.h>

#include "spec/spec.h"

struct spec_runner {
  struct procedure_id procedure; // none for a process
  struct name component;         // none unless a system is checked
  struct spec_scope scope;       // of the procedure; its result is `$`
  struct spec_condition_vec conditions;
  struct spec_case_vec cases;
};

VEC_DEFINE(spec_runner_vec, struct spec_runner);
VEC_DEFINE(spec_lts_vec, struct lts *);

struct spec_obligation {
  struct spec_runner_vec runners;
  struct spec_lts_vec specifications;
  struct lts *subject; // of a check of a process; otherwise null
};

// For checks of processes, and those with the goals REFINES and PROC of
// functions and systems; for others there is nothing to make ready, and both
// lists stay empty. False when
// the check is not bound or the solver gave up. Release in either case.
bool spec_prepare(struct spec *spec, const struct spec_check *check,
                  struct spec_obligation *obligation);
void spec_obligation_release(struct spec_obligation *obligation);

#endif
