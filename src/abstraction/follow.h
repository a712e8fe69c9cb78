// Following the values of a component, state by state, as far as they are asked
// for.
//
// A state is a location and the values of the variables that will be read
// there, packed into as many bytes as they need; states are numbered as they
// are met. An edge is compiled when it is first looked at.
//
// With `collapses`, what a component does by itself and in one way only is no
// step: a state that has a single silent step is passed through, so that a
// cascade of guards leaves no states behind.
#ifndef VOUCH_ABSTRACTION_FOLLOW_H
#define VOUCH_ABSTRACTION_FOLLOW_H

#include "abstraction/finite.h"
#include "abstraction/value.h"

struct follow; // opaque

struct follow_step {
  struct edge_id edge; // none: to the entry
  uint32_t target;     // FOLLOW_NOWHERE: the edge is not a step
};

enum { FOLLOW_NOWHERE = UINT32_MAX };

VEC_DEFINE(follow_step_vec, struct follow_step);

// `visible`, by edge: those that are never passed through; null: nothing is.
struct follow *follow_new(struct finite *finite, const struct action *visible,
                          const struct finite_limits *limits);
void follow_free(struct follow *follow);

uint32_t follow_count(const struct follow *follow); // states so far
struct location_id follow_location(const struct follow *follow, uint32_t state);
// The value that the variable has in the state, if it is read there and known.
bool follow_value(struct follow *follow, uint32_t state,
                  struct variable variable, uint64_t *value);

// The same of an array: number k of what is known of it (value.h).
bool follow_element(struct follow *follow, uint32_t state,
                    struct variable variable, uint32_t k,
                    struct value_element *element);

// Appends which elements edges look at in the state: of which arrays, by their
// index in finite->variables, and at which known index.
struct follow_read {
  uint32_t array;
  uint64_t index;
};

VEC_DEFINE(follow_read_vec, struct follow_read);

void follow_reads(struct follow *follow, uint32_t state,
                  struct follow_read_vec *into);

// Has the component come back there?
bool follow_has_ended(const struct follow *follow, uint32_t state);

// Appends the steps to the entry, or those of a state: by every edge that it
// can take, except those that end there. False when that cannot be told, or
// there are too many states or steps.
bool follow_start(struct follow *follow, struct follow_step_vec *into);
bool follow_steps(struct follow *follow, uint32_t state,
                  struct follow_step_vec *into);

#endif
