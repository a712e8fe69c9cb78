// Formulas of the mu-calculus, and CTL as a way to write some, about Boolean
// programs (seed 004, definitions 1 and 2).
//
//   f = true | false | name | at L | !f | f & f | f | f | f => f | (f)
//     | <> f | [] f | mu Z. f | nu Z. f | Z
//     | EX f | AX f | EF f | AF f | EG f | AG f | E[f U f] | A[f U f]
//
// A name is a variable of the program, `at L` says that control is at a label.
// A formula has one of four values at each state of a Kripke structure:
//
//   <> f at s   the least upper bound, over steps to t, of step and f at t
//   [] f        !<> !f
//
// With `branches` a state from which all steps that may be there certainly lead
// to f has a step to f, as if there were an abstract state for both ways of a
// branch (section 5, figure 5): <> f is then t. The paper takes every state to
// have a successor; where an assumption may fail there may be none, and so it
// is not done there.
#ifndef VOUCH_BP_TEMPORAL_H
#define VOUCH_BP_TEMPORAL_H

#include "bp/kripke.h"

enum bp_formula_kind {
  BP_F_TRUE,
  BP_F_VARIABLE, // of the program: its slot is `a`
  BP_F_AT,       // its statement is `a`
  BP_F_NOT,
  BP_F_AND,
  BP_F_OR,
  BP_F_SOME,  // <> a
  BP_F_BOUND, // of the fixpoint `a`
  BP_F_LEAST  // mu: its body is `a`
};

struct bp_formula_node {
  enum bp_formula_kind kind;
  uint32_t a, b;
};

VEC_DEFINE(bp_formula_node_vec, struct bp_formula_node);

struct bp_formula {
  struct bp_formula_node_vec nodes;
  uint32_t root;
  bool has_some, has_all; // steps that it speaks of, negations pushed inside
};

// False when it is no formula about the program; `why` says so.
bool bp_formula_read(struct bp_formula *formula, const struct bp *bp,
                     const char *text, struct strbuf *why);
void bp_formula_release(struct bp_formula *formula);

// The value at each state. The caller frees it.
enum belnap *bp_formula_evaluate(const struct bp_formula *formula,
                                 const struct kripke *kripke, bool branches);
// The value at all initial states together.
enum belnap bp_formula_value(const struct kripke *kripke,
                             const enum belnap *values);

#endif
