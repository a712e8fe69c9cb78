// Abstraction of one step by predicates: what the values of predicates before
// it say about those after it (C2BP; seed 003, section 2).
//
// A step is given as terms over what there is before it: the predicates before
// (sources, each a variable of the Boolean program), a guard, and for each
// predicate after it (target) its weakest precondition, in which whatever gets
// any value is a fresh variable. That is all there is to know of assignments,
// conditions, and the parts of a call; so all of them are abstracted here.
//
//   CARTESIAN  each target by itself: true where a cube of sources implies its
//              precondition, false where a cube implies the opposite, any value
//              otherwise: choice(q, r). Cubes have at most so many literals.
//   JOINT      all targets that have to do with each other at once: the exact
//              relation, as far as predicates can say it
//   NONE       any value: Constrain does all the work (section 4.1, eager)
//
// What is a Boolean combination of sources, or constant, is looked up in either
// case but the last.
#ifndef VOUCH_SLAM_UPDATE_H
#define VOUCH_SLAM_UPDATE_H

#include "bp/expr.h"
#include "solver/solver.h"

enum provider { PROVIDER_JOINT, PROVIDER_CARTESIAN, PROVIDER_NONE };
// FAST asks no solver: rewriting, equations, and comparisons of one variable
// with constants. It may not see that something is impossible.
enum prover { PROVER_EXACT, PROVER_FAST };

struct update_options {
  enum provider provider;
  enum prover prover;
  uint32_t cube; // most literals of a cube; 0: any number
};

struct update_source {
  struct term term;
  struct bp_expr variable;
};

struct update_target {
  struct term before;   // its weakest precondition
  struct bp_expr next;  // its variable after the step
  struct bp_expr value; // made: what it is assigned
};

VEC_DEFINE(update_source_vec, struct update_source);
VEC_DEFINE(update_target_vec, struct update_target);

struct update {
  struct term guard;
  struct update_source_vec sources;
  struct update_target_vec targets;
  struct bp_expr condition; // made: of the guard, over sources; none: true
  struct bp_expr constrain; // made: over sources and targets; none: true
};

void update_release(struct update *update);

// What abstracts; keeps what it found out.
struct updater;

struct updater *updater_new(struct term_table *terms, struct solver *solver);
void updater_free(struct updater *updater);
// When the solver has taken so many units (0: no limit), nothing more is asked,
// and any value is possible.
void updater_limit(struct updater *updater, uint64_t most_units);
// Fills in values, condition and constraint. Expressions are made in `exprs`.
void update_abstract(struct updater *updater,
                     const struct update_options *options,
                     struct bp_exprs *exprs, struct update *update);
// Is it seen that the terms exclude each other?
bool updater_refutes(struct updater *updater, enum prover prover,
                     const struct term *terms, uint32_t count);
// Steps whose relation had too many valuations to be told, so that it was taken
// target by target.
uint64_t updater_coarse(const struct updater *updater);

#endif
