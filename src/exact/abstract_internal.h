// What the files of exact abstraction share.
#ifndef VOUCH_EXACT_ABSTRACT_INTERNAL_H
#define VOUCH_EXACT_ABSTRACT_INTERNAL_H

#include "base/map.h"
#include "exact/abstract.h"

// Valuations of some terms that are consistent with others, as the solver gave
// them, by what was asked.
struct memo_answer {
  uint32_t first, count; // of the rows of truth values
  bool is_complete;      // there are no others
  bool is_real;          // each of them is the one of some values
};

NUMBER_MAP_DEFINE(memo_map, uint32_t, struct memo_answer);

NUMBER_MAP_DEFINE(state_map, uint32_t, uint32_t);

struct abstract_memo {
  struct interner *states; // of the model at hand, as bytes
  struct state_map by_key;
  struct interner *questions;
  struct memo_map answers; // by question
  struct u32_vec truths;
  struct term_vec primes; // by variable index: its value after a havoc
};

// Every valuation of the open terms that is consistent with the assumed ones.
struct memo_answer abstract_enumerate(struct abstract *abstract,
                                      const struct term_vec *assumed,
                                      const struct term_vec *open);
// The same, term by term: every combination of values that each of them can
// have. Too many: as above.
struct memo_answer abstract_enumerate_each(struct abstract *abstract,
                                           const struct term_vec *assumed,
                                           const struct term_vec *open);
// Is the conjunction inconsistent? Only where the solver says so.
bool abstract_refutes(struct abstract *abstract, const struct term_vec *terms);
// Can every state of which `given` holds choose values for the primed variables
// such that `wanted` holds?
bool abstract_can_choose(struct abstract *abstract,
                         const struct term_vec *given,
                         const struct term_vec *primes, struct term wanted);

// What a state says that has to do with the terms, as literals: those that
// share variables with them, directly or through others.
void abstract_relevant(const struct abstract *abstract, uint32_t state,
                       const struct term_vec *about, struct term_vec *into);
// The state of a location with these truth values.
uint32_t abstract_state(struct abstract *abstract, struct location_id location,
                        uint32_t action, const bool *values);
// Appends the steps of the state that is next to be completed.
void abstract_expand(struct abstract *abstract, uint32_t state);
struct term abstract_prime(struct abstract *abstract, struct term variable);

#endif
