// A formula of a C function: evaluate, conclude, explain, track more, again
// (seed 004, section 4).
#ifndef VOUCH_EXACT_DECIDE_H
#define VOUCH_EXACT_DECIDE_H

#include "base/log.h"
#include "exact/explain.h"
#include "exact/reuse.h"

// A reason.
#define DECIDE_NOT_MODELLED "it depends on something that is not modelled"

struct decide_options {
  struct poll poll;
  const struct log *log;
  uint32_t states; // of the model, at most
  uint32_t rounds;
  bool reuses;            // what was definite before
  uint32_t shrink_trials; // to decide it with fewer predicates
  enum refine_mode mode;
  const struct justify_states *shown; // how states are told
  struct interner *names;
};

struct decision {
  enum verdict verdict;
  struct strbuf reason; // of UNKNOWN
  struct tree why;      // and a behaviour that shows why, of the last round
  uint32_t rounds;
  uint32_t predicates; // different ones
  uint32_t tracked;    // over locations
  uint32_t states;
  uint32_t known, found; // definite values over all rounds: from the one
                         // before, and new
};

// The abstraction is as fine as was needed in the end.
void decide(struct abstract *abstract, const struct temporal *temporal,
            const struct decide_options *options, struct decision *decision,
            struct temporal_value *value);
// What was decided, with as few predicates as are found in
// `options->shrink_trials`: abstraction, value and counts are then theirs.
// False when it had to stop: the abstraction is then worth nothing, and whoever
// has made use of it before has lost nothing.
bool decide_with_fewer(struct abstract *abstract,
                       const struct temporal *temporal,
                       const struct decide_options *options,
                       struct decision *decision, struct temporal_value *value);
void decision_release(struct decision *decision);

#endif
