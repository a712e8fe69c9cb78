// A C function under predicates, as a model: exact abstraction (seed 004,
// section 3, on total valuations).
//
// A state of the model is a location, a truth value for each predicate that is
// tracked there, and the action that the step before performed. It stands for
// all states of the program with these values.
//
//   possible steps   an edge to every valuation that the solver finds
//   consistent
//                    with the one before and the edge's guard
//   certain steps    an edge whose guard follows from the valuation: to one of
//                    its possible targets; where the edge takes a value that
//                    the environment chooses, also to those targets alone that
//                    every state can choose; and if it follows that some edge
//                    is taken, to one of the targets of all of them (section 5)
//
// What the code cannot do is no step: an operation that is undefined, an
// assumption that fails. Such edges count in no certain step, so where one may
// be taken nothing is certain (the paper takes every state to have a
// successor). What we do not model leads to a state about which nothing is
// known. A value that is merely not known (an approximation, or something that
// was never initialised) is no choice of the environment: an edge that takes an
// approximation is only possible, one that takes what was never initialised
// leads to one of its targets, whichever.
//
// Where an execution ends it goes on for ever in a state where `end` holds.
// Only complete answers of the solver make anything certain.
#ifndef VOUCH_EXACT_ABSTRACT_H
#define VOUCH_EXACT_ABSTRACT_H

#include "abstraction/precision.h"
#include "check/behaviour.h"
#include "exact/atoms.h"
#include "exact/modal.h"
#include "refine/units.h"
#include "exact/steps.h"
#include "solver/solver.h"
#include "weave/weave.h"

struct abstract_state {
  struct location_id location; // none: nothing is known
  uint32_t action;             // performed just before, or 0
  uint32_t first;              // of its truth values
};

VEC_DEFINE(abstract_state_vec, struct abstract_state);

// A step that is possible: by which edge, and whether that is certainly
// enabled.
struct abstract_step {
  uint32_t target;
  struct edge_id edge;
  bool is_enabled;
};

VEC_DEFINE(abstract_step_vec, struct abstract_step);

struct abstract_subject {
  const struct behaviour *behaviour;
  struct effects *effects;       // its own, or those of a product with it
  const struct u32_vec *actions; // by edge of a product: what it performs;
                                 // null: as the weaving says
  const struct weaving *weaving; // whose actions edges perform, or null
  const struct atoms *atoms;
  const struct term_vec *conditions; // of atoms about C, by number; none: other
  const struct bitset *errors;       // edges that violate, or null
  bool has_turns; // of threads: who has the next turn is tracked at once
  bool is_coarse; // predicates behind an edge are foreseen one by one, unless
                  // the edge is to be precise: targets that no state goes to
};

struct abstract {
  struct abstract_subject subject;
  struct effects *effects;
  struct question *question;
  struct predicate_table *table;
  struct precision *precision;
  struct seed_vec seeds; // of the precision, as they were tracked
  struct solver *solver;
  struct abstract_memo *memo; // answers of the solver; they outlive precisions
  struct steps code;          // what is abstracted
  // The model
  struct modal modal;
  struct modal_atom_vec values;
  struct abstract_state_vec states;
  struct u32_vec truths;     // 0 or 1
  struct u32_vec first_step; // by state, and one more: of `steps`
  struct abstract_step_vec steps;
  struct bitset precise;  // edges that are, of a coarse abstraction
  struct bitset coarse;   // edges that are not, and it made a difference
  struct bitset assuming; // edges whose certain steps rest on an assumption
  bool is_doubtful;       // an initial state may stand for none
  const char *trouble;    // why there is no model, or null
};

void abstract_init(struct abstract *abstract,
                   const struct abstract_subject *subject,
                   struct solver *solver);
void abstract_release(struct abstract *abstract);

// Tracks a condition at a location, its atoms; true when one was new there.
bool abstract_track(struct abstract *abstract, struct location_id location,
                    struct term condition);
// Tracks these and what is inferred from them, without the predicates that are
// `left_out`, and nothing else.
void abstract_track_only(struct abstract *abstract,
                         const struct seed_vec *seeds,
                         const struct bitset *left_out);
// Makes the model. False, with the trouble, when it cannot be made.
bool abstract_build(struct abstract *abstract, struct poll poll,
                    uint32_t limit);

// A truth value that a state gives a term: what its predicates say.
enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_OPEN };
enum truth abstract_truth(const struct abstract *abstract, uint32_t state,
                          struct term t);
// The value of a term after an edge, over values before it and, where it takes
// any value, variables of their own; is it one of those?
struct term abstract_before(struct abstract *abstract, struct edge_id edge,
                            struct term after, bool *is_chosen);
// What is wanted behind an edge that takes any value, for values that some of
// the states can choose: a condition on states. None: no state can, or it is
// not known.
struct term abstract_instance(struct abstract *abstract, uint32_t state,
                              struct edge_id edge, struct term wanted);
// The same for all of its states: appends values for what the edge takes, so
// many that each state can choose some of them. False when they are not found.
bool abstract_choices(struct abstract *abstract, uint32_t state,
                      struct edge_id edge, struct term wanted,
                      struct term_vec *values);
// What is known of a state.
struct term abstract_region(const struct abstract *abstract, uint32_t state);
// The steps by which a state can go on.
const struct abstract_step *abstract_steps(const struct abstract *abstract,
                                           uint32_t state, uint32_t *count);
// Where it is, and what is known there: "x > 0, y == 2".
struct position abstract_position(const struct abstract *abstract,
                                  uint32_t state);
void abstract_print_known(const struct abstract *abstract, uint32_t state,
                          struct strbuf *out);

#endif
