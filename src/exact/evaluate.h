// The value of a formula at every state of a model: certain and possible.
//
// A formula is certain at a state if it holds at all concrete states that the
// state stands for, and possible if it may hold at one: seed 004, section 4.1,
// where the pair is <f_top, f_bottom>. Both are sets of states, and both are
// ordinary evaluations of the mu-calculus, by different rules for steps:
//
//              certain                              possible
//   <> f       all of a certain step are in f       a possible step leads to f
//   [] f       all possible steps lead to f         each certain step has one
//                                                   that is in f
//
// Fixpoints are iterated in place, states in falling order, since steps lead to
// states that were discovered later, as a rule. A fixpoint without free
// variables is computed once; others anew whenever what is around them changed.
#ifndef VOUCH_EXACT_EVALUATE_H
#define VOUCH_EXACT_EVALUATE_H

#include "base/poll.h"
#include "evidence/verdict.h"
#include "exact/formula.h"
#include "exact/modal.h"

enum mu_side { MU_CERTAIN, MU_POSSIBLE };

struct evaluation {
  const struct modal *modal;
  const struct mu_table *table;
  const struct modal_atom_vec *atoms;
  struct bitset *values[2];  // by side and node; of those that are kept
  bool *is_settled[2];       // closed, and computed
  bool *has_begun[2];        // a fixpoint: begin with the value that is there
  struct u32_vec *orders[2]; // by side and fixpoint, then by state: when its
                             // value changed; what it rests on changed before
  uint32_t changes;          // of values of fixpoints, so far
  uint32_t known, found;     // definite values of those that may begin with
                             // some: how many they had, how many were new
  struct poll poll;
  bool is_stopped; // by the poll: nothing counts
};

void evaluation_init(struct evaluation *evaluation, const struct modal *modal,
                     const struct mu_table *table,
                     const struct modal_atom_vec *atoms, struct poll poll);
void evaluation_release(struct evaluation *evaluation);

// Computes both values of a closed formula everywhere.
void evaluation_run(struct evaluation *evaluation, uint32_t f);
// The value of a part of a formula that was computed, with the values that its
// fixpoints have in the end.
bool evaluation_holds(const struct evaluation *evaluation, enum mu_side side,
                      uint32_t f, uint32_t state);

// When the value of a fixpoint changed at the state from what it was at first.
uint32_t evaluation_order(const struct evaluation *evaluation,
                          enum mu_side side, uint32_t fixpoint, uint32_t state);

// When it was found that a part is certain at the state, or of POSSIBLE that it
// is not possible there; 0: at once. UINT32_MAX: it is not so. What a least
// fixpoint that holds, or a greatest one that fails, rests on was found before.
uint32_t evaluation_found(const struct evaluation *evaluation,
                          enum mu_side side, uint32_t f, uint32_t state);

// What it comes to: true if it is certain at all initial states, false if it is
// not possible at one. With `is_some` it is asked of some initial state. Each
// initial state stands for a concrete one.
enum verdict evaluation_verdict(const struct evaluation *evaluation, uint32_t f,
                                bool is_some);

#endif
