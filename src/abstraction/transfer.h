// How an edge transforms sets of valuations: predicate abstraction, seed 000
// section 5.4, on symbolic sets.
//
// A set of valuations of the predicates tracked at a location is a decision
// diagram; each predicate has a variable before an edge and one after it.
// For an edge from s to t and p tracked at t:
//   - p is untouched by the edge and tracked at s: it keeps its value;
//   - the weakest precondition of p is a Boolean combination of predicates
//     tracked at s: its value is looked up (decision 5);
//   - otherwise the solver decides, together with the valuation before and the
//     guard. Only predicates that share variables, directly or through others,
//     can matter, so each such cluster is solved on its own, and only for the
//     valuations that are really met. Answers are remembered by terms, not by
//     predicate numbers, and so survive refinement.
// Guards are treated likewise: looked up if possible, otherwise solved jointly
// with what they share variables with.
//
// When the solver gives up, or the valuations are too many to be looked at one
// by one, more is taken as possible than is: that is sound, and counted.
#ifndef VOUCH_ABSTRACTION_TRANSFER_H
#define VOUCH_ABSTRACTION_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/effect.h"
#include "abstraction/precision.h"
#include "abstraction/predicate.h"
#include "base/poll.h"
#include "solver/dd.h"
#include "solver/solver.h"

struct transfer_stats {
  uint64_t images;    // of sets along edges
  uint64_t looked_up; // target predicates decided without the solver
  uint64_t solved;    // target predicates that needed it
  uint64_t answers;   // valuations that were asked about
  uint64_t cached;    // of those, answered before
  uint64_t coarse;    // answers that allow more than is possible
};

struct transfer; // opaque

struct transfer *transfer_new(struct effects *effects,
                              struct predicate_table *table,
                              struct precision *precision,
                              struct solver *solver, struct dd_manager *dd);
void transfer_free(struct transfer *transfer);
// From now on for another precision; remembered answers are kept.
void transfer_set_precision(struct transfer *transfer,
                            struct precision *precision);
// Polled before and while the solver is asked: when it is true, the solver is
// not asked any more and everything is taken as possible. Null: none.
void transfer_set_pause(struct transfer *transfer, struct poll pause);
const struct transfer_stats *transfer_stats(const struct transfer *transfer);

struct dd_manager *transfer_dd(const struct transfer *transfer);
struct effects *transfer_effects(const struct transfer *transfer);
struct predicate_table *transfer_table(const struct transfer *transfer);

// All valuations that are possible at the entry.
struct dd transfer_initial(struct transfer *transfer);
// What a set at the source becomes at the target.
struct dd transfer_image(struct transfer *transfer, struct edge_id edge,
                         struct dd set);
// Those of `set` at the source that lead into `target`. `set` must have been
// asked for its image before.
struct dd transfer_preimage(struct transfer *transfer, struct edge_id edge,
                            struct dd set, struct dd target);
// The variable of diagrams that stands for the predicate in sets.
uint32_t transfer_variable(struct transfer *transfer,
                           struct predicate predicate);
// The number of valuations of the predicates at the location.
double transfer_count(struct transfer *transfer, struct location_id location,
                      struct dd set);
// Calls `found` with the values of the predicates at the location, in their
// order, for each valuation in the set. Stops when it returns false; then so
// does this.
bool transfer_each(struct transfer *transfer, struct location_id location,
                   struct dd set,
                   bool (*found)(void *context, const bool *values),
                   void *context);
// The set of this one valuation.
struct dd transfer_valuation(struct transfer *transfer,
                             struct location_id location, const bool *values);
// The valuations at the location in which no term equals two constants; there
// may be other reasons why one is impossible.
struct dd transfer_plausible(struct transfer *transfer,
                             struct location_id location);
// The set as a term over the program's variables.
struct term transfer_formula(struct transfer *transfer, struct dd set);
// The same of many, which share what their diagrams share.
void transfer_formulas(struct transfer *transfer, const struct dd *sets,
                       uint32_t count, struct term *into);

#endif
