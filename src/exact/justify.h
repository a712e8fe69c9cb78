// Why a formula holds or fails: from its values, a tree of claims
// (evidence/tree.h; Gurfinkel and Chechik, "Generating counterexamples for
// multi-valued model-checking", FME 2003).
//
// A claim about `f && g` that holds rests on both parts, one that fails on one
// of them. A claim that a step leads to f rests on the states of one certain
// step, a claim that none does on all possible ones. A fixpoint rests on what
// it says; of those steps that show that a least fixpoint holds, or that a
// greatest one fails, the one is taken that was found first, so that no claim
// rests on itself. Of an LTL formula that fails the states of an execution are
// shown that violates it; one that holds has no tree.
#ifndef VOUCH_EXACT_JUSTIFY_H
#define VOUCH_EXACT_JUSTIFY_H

#include "evidence/tree.h"
#include "exact/temporal.h"

// How states are shown.
struct justify_states {
  // Fills in place, what is known, position.
  void (*describe)(const void *context, uint32_t state,
                   struct tree_claim *claim);
  const void *context;
};

void justify(const struct temporal *temporal,
             const struct temporal_value *value,
             const struct justify_states *states, struct interner *names,
             struct tree *tree);

// A state of the evaluation, and a part of the formula.
struct justify_step {
  uint32_t state, formula;
};

VEC_DEFINE(justify_step_vec, struct justify_step);

// That the parts are not known there, one after the other.
void justify_not_known(const struct temporal *temporal,
                       const struct temporal_value *value,
                       const struct justify_states *states,
                       struct interner *names,
                       const struct justify_step_vec *steps, struct tree *tree);

#endif
