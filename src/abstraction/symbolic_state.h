// A symbolic state: what variables hold, as terms over inputs.
//
// Whoever follows edges symbolically keeps such states: paths (refine/path.h),
// large blocks (block.h) and their unrolling (tactic/unroll.h), executions that
// are explored (tactic/explore.h), steps that are interpolated
// (refine/interpolant.h). An edge reads the state before it, all at once, and
// leaves its values; a havocked variable gets an input, which is a fresh
// variable. Who needs to know where inputs come from says so by rules.
//
// Values are ascending by variable. A variable without a value stands for
// itself, or for what the rules say it is at first.
#ifndef VOUCH_ABSTRACTION_SYMBOLIC_STATE_H
#define VOUCH_ABSTRACTION_SYMBOLIC_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/effect.h"
#include "base/bitset.h"
#include "base/vec.h"

struct symbolic_state {
  struct program *program;      // borrowed
  struct term condition;        // of the paths that it is about
  struct binding_vec values;    // ascending by variable
  struct substitution *reading; // of the values; null until something is read
};

VEC_DEFINE(symbolic_state_vec, struct symbolic_state);

// How effects are taken; zero stands for the plain way.
struct symbolic_rules {
  const struct bitset *relevant; // only these are followed, by id; null: all
  // What a variable holds that is read before it has a value; null: itself.
  struct term (*first)(void *context, struct variable variable);
  // What the variable holds that is assigned the value; null: the value.
  struct term (*assigned)(void *context, struct variable variable,
                          struct term value);
  // What a havocked variable holds; null: any fresh variable.
  struct term (*havocked)(void *context, struct variable variable);
  void *context;
};

// No values; the condition is true.
struct symbolic_state symbolic_state_new(struct program *program);
// At the entry: initial values of globals in `relevant` (null: of all).
struct symbolic_state symbolic_state_initial(struct effects *effects,
                                             const struct bitset *relevant);
struct symbolic_state symbolic_state_copy(const struct symbolic_state *state);
void symbolic_state_release(struct symbolic_state *state);

// The value of a variable, or none.
struct term symbolic_state_value(const struct symbolic_state *state,
                                 struct variable variable);
void symbolic_state_set(struct symbolic_state *state, struct variable variable,
                        struct term value);
// Values for variables, as a substitution that is the state's. Variables that
// are not the program's may be added to it.
struct substitution *symbolic_state_reading(struct symbolic_state *state);
struct term symbolic_state_read(struct symbolic_state *state, struct term t);
// The same, by the rules.
struct term symbolic_state_evaluate(struct symbolic_state *state,
                                    const struct symbolic_rules *rules,
                                    struct term t);

// What the effect leaves of `before`, its guard aside, is put into `after`, a
// copy of that or itself.
void symbolic_state_apply(struct symbolic_state *before,
                          const struct effect *effect,
                          const struct symbolic_rules *rules,
                          struct symbolic_state *after);
// The same for a change that was executed apart: `change` speaks of the values
// that `before` has.
void symbolic_state_compose(struct symbolic_state *before,
                            const struct symbolic_state *change,
                            struct symbolic_state *after);
// Several states as one. Where values differ a fresh Boolean chooses; those are
// appended to `choices`, which may be null. Takes over the states.
struct symbolic_state symbolic_state_join(struct symbolic_state *states,
                                          uint32_t count,
                                          struct term_vec *choices);

#endif
