// Which predicates are tracked at which location: predicate inference, seed
// 000 section 5.2, figure 5.
//
// Seeds are predicates at locations. From there they travel backwards: if p is
// tracked after an edge, its weakest precondition is tracked before it, so the
// value of p after the edge is a look-up. Boolean structure is split into
// atoms; what is constant is not tracked.
//
// Figure 5 ends the inference by a limit on the size of a set. Here the limit
// is on how a predicate was derived: its depth is the number of edges that
// computed one of its variables (x = x + 1, not x = y), and terms have a
// largest size. So the predicates
// of a union of seeds are the union of their predicates, which the choice of
// seeds relies on.
//
// Seeds are at places (effect.h), and so is the inference: all copies of a
// location track the same predicates.
#ifndef VOUCH_ABSTRACTION_PRECISION_H
#define VOUCH_ABSTRACTION_PRECISION_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/predicate.h"
#include "abstraction/question.h"
#include "base/bitset.h"

struct precision; // opaque

struct precision *precision_new(struct question *question,
                                struct predicate_table *table);
void precision_free(struct precision *precision);
// The same, to be enlarged: more seeds make more predicates, never fewer.
struct precision *precision_copy(const struct precision *precision);

// Does without these predicates from now on, by id, wherever they would be
// inferred: what they say is then asked of the solver, or not known. Before any
// seed.
void precision_leave_out(struct precision *precision,
                         const struct bitset *predicates);

// Adds an atom at a place as a seed. Takes effect with precision_infer.
void precision_seed(struct precision *precision, struct location_id place,
                    struct term atom);
void precision_infer(struct precision *precision);

// Makes it track what the other tracks, too: what was inferred from some seeds
// and from others is what is inferred from all of them.
void precision_unite(struct precision *precision,
                     const struct precision *other);

// The predicates at a location, in order of arrival.
const struct predicate_vec *precision_at(const struct precision *precision,
                                         struct location_id location);
// The number of their set (predicate.h).
uint32_t precision_set(struct precision *precision,
                       struct location_id location);
bool precision_tracks(const struct precision *precision,
                      struct location_id location, struct predicate predicate);
uint32_t precision_total(const struct precision *precision); // over places
uint32_t precision_most(const struct precision *precision);  // at one place
// Adds the different predicates, by id.
void precision_list(const struct precision *precision, struct bitset *into);
// Different predicates, and different terms that they compare.
uint32_t precision_expressions(const struct precision *precision);
uint32_t precision_groups(const struct precision *precision);

#endif
