// Formulas of a specification (CTL and mu-calculus, syntax.h) as formulas of
// the mu-calculus.
//
//   EX f  <> f                   AX f  [] f
//   EF f  mu Z. f || <> Z        AF f  mu Z. f || [] Z
//   EG f  nu Z. f && <> Z        AG f  nu Z. f && [] Z
//   E[f U g]  mu Z. g || f && <> Z      and so for W (nu), and for A ([])
//   E[f R g]  nu Z. g && (f || <> Z)
//
// Negations are pushed to the atoms on the way.
#ifndef VOUCH_EXACT_FORMULA_OF_H
#define VOUCH_EXACT_FORMULA_OF_H

#include "exact/atoms.h"
#include "exact/formula.h"

// What a node was made of, as it was written, or its negation; null: it is a
// part of an operator.
struct formula_origin {
  const struct formula_syntax *formula;
  bool is_negated;
};

VEC_DEFINE(formula_origin_vec, struct formula_origin);

// Which executions, and which of their states, formulas are about.
struct formula_premises {
  const struct fairness_syntax *fair; // fair ones (fairness.h), or null
  const struct u32_vec *just; // in which each of these atoms holds again and
                              // again, or null
  uint32_t end;  // atom of the end that every execution comes to, or MU_CLOSED
  uint32_t turn; // atom of the states that count: what lies between two of
                 // these is one step; MU_CLOSED: all of them
};

// `origins`, by node, is filled in as well. That every execution comes to its
// end is part of what `AF f` and the like say of executions that they are
// about. Where only some states count
//
//   EF f  mu Z. turn && (f || <> Z) || !turn && <> Z        and so the others
uint32_t formula_of(struct mu_table *table, struct atoms *atoms,
                    const struct formula_syntax *formula,
                    const struct formula_premises *premises,
                    struct formula_origin_vec *origins);

#endif
