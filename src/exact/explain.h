// Why a formula is not known, and what would make it known: seed 004, section
// 4.2, for any formula.
//
// From an initial state at which the formula is possible and not certain, the
// parts of the formula that are so are followed along possible steps. Where a
// step leads to a state at which the part is decided and another step to one at
// which it is not, or is decided otherwise, it depends on what the abstraction
// does not know which of them is taken: the guards there are to be tracked, or
// the weakest preconditions of what is tracked behind them. Whether the path to
// there is feasible is not asked.
//
// States whose steps certainly decide something come first; then those whose
// steps exclude it; then all others that were met. Among these, those come
// first to which fewer steps lead that are not certain (section 7: the search
// prefers steps that are not unknown).
//
// The way to the state that was taken is a behaviour that shows why the formula
// is not known: of EF f a path with a step of which it is not known whether it
// can be made, of nested formulas also the parts that are not known (a proof of
// inconclusiveness).
#ifndef VOUCH_EXACT_EXPLAIN_H
#define VOUCH_EXACT_EXPLAIN_H

#include "exact/justify.h"
#include "exact/track.h"

struct explanation {
  bool has_progressed; // something new is tracked
  bool meets_open;     // something that we do not model was met
  struct strbuf text;  // "whether x > 0 at f.c:7"; empty: nothing was found
  struct justify_step_vec way; // to the state, from an initial one
};

// Tracks what helps, at `most` states.
void explain(struct abstract *abstract, const struct temporal *temporal,
             const struct temporal_value *value, enum refine_mode mode,
             uint32_t most, struct explanation *into);
void explanation_release(struct explanation *explanation);

#endif
