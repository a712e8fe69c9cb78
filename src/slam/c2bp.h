// C to Boolean programs (C2BP; seed 003, sections 2 and 3.1).
//
// Each part becomes a procedure whose variables are predicates: global ones are
// globals, those of the part are locals, and those that formals decide at the
// entry are parameters. Each edge becomes a statement, which changes predicates
// as update.h says; a call becomes three:
//
//   p1, .., pj := ..           what the parameters are, from the caller's
//   ret1, .., retk := f(p1, .., pj)
//   b1, .., bn := ..           the caller's predicates that the result, or what
//                              is shared, can change
//
// Of what a callee returns those predicates are of use that speak of values at
// its entry, of its result, and of shared variables; they are returned.
//
// A place that violates a row is `assert (F)`; so is what is not modelled,
// under a label of its own.
#ifndef VOUCH_SLAM_C2BP_H
#define VOUCH_SLAM_C2BP_H

#include "bp/bp.h"
#include "slam/constraint.h"
#include "slam/link.h"
#include "slam/update.h"

enum made_kind {
  MADE_NOTHING,    // of control only
  MADE_STEP,       // of an edge
  MADE_PARAMETERS, // of a call
  MADE_CALL,
  MADE_EFFECTS,
  MADE_VIOLATION,
  MADE_UNMODELLED
};

// What a statement was made of.
struct made_of {
  enum made_kind kind;
  struct edge_id edge;
  struct edge_id other; // of a branch: where it is not taken
};

VEC_DEFINE(made_of_vec, struct made_of);

// A procedure of the Boolean program.
struct made_part {
  struct predicate_vec locals; // by local variable, parameters first; behind
                               // them come temporaries
  uint32_t parameter_count;
  struct predicate_vec returned; // what is returned, in order
  uint32_t first_parameter;      // temporaries: p1 .. and ret1 ..
  uint32_t first_return;
  struct made_of_vec statements;
  struct bitset locations; // of the part that something leads to
  struct u32_vec starts;   // by location, of these: the first statement
};

struct c2bp {
  const struct parts *parts;
  const struct tracked *tracked;
  const struct constraint_vec *constraints;
  struct bp *bp;
  struct made_part *made; // by part
};

struct c2bp_options {
  struct update_options update;
  bool ends_temporaries; // which are any value behind a call
  // Edges that are abstracted jointly in any case, by id; may be null.
  const struct bitset *exact;
};

// Parts, tracked and constraints outlive it.
void c2bp_init(struct c2bp *c2bp, const struct tracked *tracked,
               const struct constraint_vec *constraints,
               const struct c2bp_options *options, struct updater *updater);
void c2bp_release(struct c2bp *c2bp);

// The variable of a predicate in a part, or false.
bool c2bp_variable(const struct c2bp *c2bp, uint32_t part, struct predicate p,
                   struct bp_variable *found);

#endif
