// Remembered answers of the solver: for a set of constraints, which
// combinations of truth values of some terms are possible.
//
// The key is made of terms alone, so an answer holds for every edge, every
// precision and every iteration.
//
// All combinations together may take as many of the solver's units as one check
// may. When that is not enough, the answer is coarser: for each term whether it
// has only one truth value. That is more than is possible, so it is sound.
#ifndef VOUCH_ABSTRACTION_ANSWERS_H
#define VOUCH_ABSTRACTION_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/poll.h"
#include "solver/solver.h"
#include "term/term.h"

struct answers; // opaque

// The possible combinations, `width` truth values each.
enum implied { IMPLIED_NOTHING, IMPLIED_FALSE, IMPLIED_TRUE };

struct combinations {
  bool is_complete; // false: the solver gave up, only `implied` is known
  const enum implied *implied; // by term; null: nothing
  uint64_t limit;              // units that it was given
  uint32_t count;
  uint32_t width;
  const bool *values;
};

struct answers *answers_new(struct solver *solver, struct term_table *terms);
void answers_free(struct answers *answers);
// Polled between models: when it is true, the answer is not awaited. Null:
// none.
void answers_set_pause(struct answers *answers, struct poll pause);
bool answers_must_pause(const struct answers *answers);

// Truth values of `terms`, in their order, under the conjunction of the
// constraints. *is_cached tells whether it was known.
struct combinations answers_get(struct answers *answers,
                                const struct term *constraints,
                                uint32_t constraint_count,
                                const struct term *terms, uint32_t term_count,
                                bool *is_cached);

#endif
