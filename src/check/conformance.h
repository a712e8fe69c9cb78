// A check of a specification made ready for the loop: seed 000, sections 3.4
// and 5, for one component.
//
//   f refines P      every trace of f, projected on P's alphabet, is one of P
//   check f          the same against f's own abstraction, arm by arm
//   f unreachable T  the trigger T never fires
//   f assertions     no assertion fails; calls do what their abstractions say
//
// All of them are the reachability of a violation in a component that the
// specification is woven into, so that one loop decides them. `refines .. in
// simulation` is decided by traces where the specification is deterministic:
// then the two are the same. Otherwise a violation of traces is a violation,
// and a proof of traces is not enough.
#ifndef VOUCH_CHECK_CONFORMANCE_H
#define VOUCH_CHECK_CONFORMANCE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "check/component.h"
#include "spec/obligation.h"
#include "weave/monitor.h"

struct conformance {
  struct spec *spec;
  const struct spec_check *check;
  struct spec_obligation obligation;
  struct weaving weaving;
  struct bitset heard; // by the specification
  struct specification specification;
  bool is_nondeterministic; // a proof for simulation needs more than traces
};

// Weaves the check into the program, which it changes, and fills in what it
// asks of the component: entry, specification, what violates. False when there
// is no engine for it or it cannot be made ready; `why` says so. Release in
// either case.
bool conformance_init(struct conformance *conformance, struct program *program,
                      struct spec *spec, const struct spec_check *check,
                      struct component_options *options, struct strbuf *why);
void conformance_release(struct conformance *conformance);

// "deadlock_free"
const char *conformance_goal_text(enum goal_kind goal);
// "main refines ALTERNATE"
void conformance_print(const struct spec *spec, const struct spec_check *check,
                       struct strbuf *out);

#endif
