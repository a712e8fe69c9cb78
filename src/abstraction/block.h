// Large blocks: what happens between two visits of loop heads, as one formula.
//
// A cut point is the entry or a location at which a cycle of the automaton is
// cut: every cycle passes through one. From a cut point, the edges up to the
// next cut points form an acyclic graph. It is executed symbolically, all paths
// at once: where paths meet, a value is an if-then-else over a fresh Boolean
// that chooses the path. So a block is a relation between the values of the
// variables at its start (the program's variables as terms) and at its exits
// (terms over those and over fresh variables for havocs and choices).
//
// That is the shape in which inductive invariants at loop heads are checked
// (refine/lemma.h) and loops are unrolled (tactic/unroll.h): one query for a
// round of a loop, however many paths its body has.
#ifndef VOUCH_ABSTRACTION_BLOCK_H
#define VOUCH_ABSTRACTION_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/question.h"
#include "abstraction/symbolic_state.h"
#include "base/bitset.h"

// Enough for the bodies of real loops; beyond it a block is given up.
enum { BLOCK_TERMS = 400000 };

struct block_exit {
  uint32_t cut;                // index of the cut point reached
  struct symbolic_state state; // changes of the block
};

// An edge that violates the property or that is not modelled.
struct block_end {
  struct edge_id edge;
  struct term condition;
};

// A variable that the block introduces.
struct block_fresh {
  struct term term;
  struct edge_id edge;      // of the havoc; none: a choice of a path
  struct variable variable; // that was havocked
};

VEC_DEFINE(block_exit_vec, struct block_exit);
VEC_DEFINE(block_end_vec, struct block_end);
VEC_DEFINE(block_fresh_vec, struct block_fresh);

struct large_block {
  struct block_exit_vec exits;
  struct block_end_vec ends;
  struct block_fresh_vec fresh;
};

struct blocks {
  const struct question *question;
  struct effects *effects;  // of the question
  struct location_id *cuts; // the entry first, then in reverse postorder
  struct large_block *at;   // by index of the cut point
  uint32_t count;
  bool is_complete; // false: the limit was hit, nothing may be concluded
};

// The blocks of the component's procedure. Only variables in `relevant` (by
// id; null: all) are followed.
struct blocks *blocks_new(const struct question *question,
                          const struct bitset *relevant);
void blocks_free(struct blocks *blocks);

#endif
