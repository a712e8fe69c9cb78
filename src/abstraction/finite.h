// Components whose values are followed one by one, instead of predicates.
//
// Many components that talk have little data: counters that wrap, states,
// messages, small arrays. If every value that counts is computed from
// constants, the values at a location are finitely many, as a rule, and can be
// followed one by one. What comes from outside may have any value; that is no
// harm as long as it is only copied and compared with constants: then all
// values between two of these constants behave alike, and one of them stands
// for all. So the LTS that is built here is bisimilar to the component: its
// steps are possible and certain at once, and nothing has to be refined.
//
// A variable counts if a guard depends on it. A variable is free if it gets
// values from outside, or copies of those. A free variable that is used
// otherwise is wild, and so are all that share values with it: what it gets
// from outside is unknown (value.h), and so is what we do not model exactly.
// Where a guard depends on an unknown value, or there are too many states, the
// component is not finite in this sense; only following it tells.
//
// Variables whose value nobody will read are zero: they do not multiply states.
// Edges that no state can take count for nothing.
#ifndef VOUCH_ABSTRACTION_FINITE_H
#define VOUCH_ABSTRACTION_FINITE_H

#include "abstraction/edge_labels.h"
#include "abstraction/walk.h"
#include "base/poll.h"
#include "base/vec.h"
#include "program/flow.h"

VEC_DEFINE(value_vec, uint64_t);

struct finite {
  const struct question *question;
  struct effects *effects;       // of the question
  struct variable_vec variables; // that count
  struct u32_vec index_of;       // by variable id: its index there, plus 1
  struct u32_vec class_of;       // by index: free variables that are copied
                                 // into each other share a class; else itself
  struct bitset free;            // by index
  struct bitset wild;            // by class: of free variables
  struct value_vec *values; // by class: one of each kind that behaves alike
  struct flow_sets live;    // by location: indices that will be read
};

void finite_init(struct finite *finite, const struct question *question);
void finite_release(struct finite *finite);

// The index of a variable plus 1; 0 if it does not count.
uint32_t finite_index(const struct finite *finite, struct variable variable);
uint32_t finite_class(const struct finite *finite, uint32_t index);

// Has the variable, when it gets any value, one of a few that stand for all?
bool finite_is_tame(const struct finite *finite, uint32_t index);

struct finite_limits {
  uint32_t states;
  uint64_t steps;   // 0: none
  struct poll poll; // polled
};

// The LTS; null when it has too many states, a guard depends on an unknown
// value, or there was a stop.
struct lts *finite_lts(struct finite *finite, const struct edge_labels *labels,
                       struct action_table *actions,
                       const struct finite_limits *limits);
enum finite_answer {
  FINITE_FOUND, // an execution to a violation
  FINITE_NONE,  // all states were followed, and there is none
  FINITE_OPEN   // too many, a value that is not known, something not modelled
};

// A shortest execution to a violation, and how many states were met.
enum finite_answer finite_search(struct finite *finite,
                                 const struct finite_limits *limits,
                                 struct walk *walk, uint32_t *states);
// What the states come to, as formulas by location: which values variables have
// there together. False when there are too many of them.
bool finite_formulas(struct finite *finite, const struct finite_limits *limits,
                     struct term *at);
// The same as finite_search. False when there is none within the limits.
bool finite_find(struct finite *finite, const struct finite_limits *limits,
                 struct walk *walk);

#endif
