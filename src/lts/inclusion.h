// Trace inclusion on the fly: is every trace of A a trace of B?
//
// A is a view, explored as far as needed; B is determinised lazily. The search
// runs over pairs of a state of A and a set of states of B, breadth first. A
// pair (s, T) is not explored if some (s, T') with T' a subset of T was met:
// whatever leads from (s, T) to a violation leads from (s, T') to one as
// least as soon, so the counterexample stays a shortest one. (Antichains: De
// Wulf, Doyen, Henzinger, Raskin, CAV 2006.)
//
// Weak traces leave out tau and, with `project`, every action outside B's
// alphabet; then a shortest counterexample has the fewest visible actions.
// Otherwise an action that B does not have is a violation, and tau is an
// action like any other unless `weak`.
//
// Where A and B are two initial states of one LTS, the pair (s, T) holds if s
// is in T: so merge bisimilar states of A and B beforehand.
#ifndef VOUCH_LTS_INCLUSION_H
#define VOUCH_LTS_INCLUSION_H

#include <stdbool.h>
#include <stdint.h>

#include "lts/determinise.h"
#include "lts/lts.h"
#include "lts/view.h"

struct inclusion_options {
  bool weak;
  bool project;            // ignore actions outside B's alphabet
  bool error_is_violation; // A must not reach an ERROR state either
  bool no_antichain;       // prune equal pairs only; for measurements
  bool same_states;        // A is B but for its initial state
  uint64_t limit;          // of pairs, 0 = none
  uint64_t patience;       // of members of sets looked at, 0 = no end
};

enum inclusion_answer { INCLUSION_HOLDS, INCLUSION_FAILS, INCLUSION_UNKNOWN };

struct inclusion {
  enum inclusion_answer answer;
  // When it fails: a run of A from its initial state. The last step is the one
  // that B cannot follow, or leads to ERROR (no step: A starts in ERROR).
  struct lts_step_vec run;
  struct lts_action_vec allowed; // what B could do instead of the last step
  uint64_t pairs;                // explored
  uint64_t sets;                 // of states of B
};

struct inclusion lts_check_inclusion(const struct lts_view *a,
                                     const struct lts *b,
                                     struct inclusion_options options);
void inclusion_release(struct inclusion *inclusion);

#endif
