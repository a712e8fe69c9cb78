// Constraints on steps of the abstraction (seed 003, sections 1 and 3): what
// Constrain found, as literals of predicates, so that it holds as long as the
// program does, whatever is tracked later.
//
// A constraint says that its literals are not true together:
//
//   STEP        before an edge and after it: assignments and conditions
//   PARAMETERS  before a call, and of what the callee starts with
//   EFFECTS     before a call, of what the callee returns, and after it
//   INVARIANT   in any state of a part: `enforce`
//   ENTRY       the same where the part begins only
#ifndef VOUCH_SLAM_CONSTRAINT_H
#define VOUCH_SLAM_CONSTRAINT_H

#include "slam/tracked.h"

enum constraint_kind {
  CONSTRAINT_STEP,
  CONSTRAINT_PARAMETERS,
  CONSTRAINT_EFFECTS,
  CONSTRAINT_INVARIANT,
  CONSTRAINT_ENTRY
};

// What is impossible of shared variables is so in every part.
#define EVERY_PART UINT32_MAX

enum literal_place {
  LITERAL_BEFORE,   // of the part, before the step
  LITERAL_AFTER,    // of the part, after it; of the callee, of PARAMETERS
  LITERAL_RETURNED, // of the callee, where it returns
};

struct constraint_literal {
  enum literal_place place;
  struct predicate predicate;
  bool value;
};

VEC_DEFINE(constraint_literal_vec, struct constraint_literal);

struct constraint {
  enum constraint_kind kind;
  uint32_t part;       // or EVERY_PART, of INVARIANT
  struct edge_id edge; // none for INVARIANT and ENTRY
  struct constraint_literal_vec literals;
};

VEC_DEFINE(constraint_vec, struct constraint);

static inline void constraints_release(struct constraint_vec *list) {
  for (uint32_t i = 0; i < list->count; i++)
    constraint_literal_vec_release(&list->at[i].literals);
  constraint_vec_release(list);
}

#endif
