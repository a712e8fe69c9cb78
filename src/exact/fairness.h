// Formulas of fair executions only: `fair f` (f holds again and again: justice)
// and `fair f when g` (if g holds again and again, so does f: compassion).
//
// Of LTL that is a premise, GF f or GF g => GF f, and the automaton has it. In
// CTL A and E are about fair executions, all of which are infinite: one that is
// cut off is none. As fixpoints (Emerson and Lei):
//
//   fair      = EG true                       of fair executions
//   EX f      = <> (fair && f)
//   E[f U g]  = mu Z. (fair && g) || f && <> Z
//   EG f      = OR over sets S of the compassionate ones:
//               mu W. (nu Z. AND over the just, and f of those in S:
//                      mu Y. h && <> (just && Z || Y)) || f && <> W
//               where h is f, and never g of those that are not in S
//
// An execution is compassionate if for some S what is in S is just and the
// others' g hold no more from somewhere on. All others are their duals. Values
// are certain and possible as those of every other formula (evaluate.h).
#ifndef VOUCH_EXACT_FAIRNESS_H
#define VOUCH_EXACT_FAIRNESS_H

#include "base/arena.h"
#include "exact/formula.h"
#include "spec/syntax.h"

enum { MOST_COMPASSION = 4 };

// Formulas, and their negations.
struct fair_pair {
  uint32_t again[2], when[2]; // when: UINT32_MAX: it is just
};

VEC_DEFINE(fair_pair_vec, struct fair_pair);

struct fairness {
  struct mu_table *table;
  struct fair_pair_vec pairs;
  uint32_t turn;    // see formula_of.h
  uint32_t fair[2]; // that of some execution, and its negation; 0: not made yet
};

void fairness_release(struct fairness *fairness);

// Path operators over some execution; `is_dual`: not over some execution not
// so, that is, over all of them: G becomes F, U becomes R.
uint32_t fair_next(struct fairness *fairness, uint32_t f, bool is_dual);
uint32_t fair_until(struct fairness *fairness, uint32_t f, uint32_t g,
                    bool is_dual);
uint32_t fair_globally(struct fairness *fairness, uint32_t f, bool is_dual);

// The formula of linear time that holds if it does of fair executions.
const struct formula_syntax *fairness_linear(struct arena *arena,
                                             const struct fairness_syntax *fair,
                                             const struct formula_syntax *of);

#endif
