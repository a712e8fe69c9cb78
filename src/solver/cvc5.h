// A second opinion: cvc5, as a process of its own, on conjunctions that should
// be unsatisfiable.
//
// The terms are written as one SMT-LIB script to a temporary file; an answer
// per conjunction comes back. Nothing of Z3 is involved. Where cvc5 is missing,
// gives up or does not understand, the answer is ANSWER_UNKNOWN. What it does
// not know as bits it is asked again as integers, which it translates itself.
#ifndef VOUCH_SOLVER_CVC5_H
#define VOUCH_SOLVER_CVC5_H

#include <stdbool.h>
#include <stdint.h>

#include "base/poll.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "solver/solver.h"
#include "term/term.h"

// Conjunctions one after the other.
struct conjunctions {
  struct term_vec terms;
  struct u32_vec ends; // conjunction i ends before terms.at[ends.at[i]]
};

void conjunctions_add(struct conjunctions *list, const struct term *terms,
                      uint32_t count);
void conjunctions_release(struct conjunctions *list);

struct cvc5_options {
  uint32_t query_ms; // limit for each answer
  struct poll poll;  // polled while it works
};

// ANSWER_UNSAT when it refutes all of them. Otherwise *failed is the first that
// it does not, or the count when it did not come to an answer, and `why` says
// what is the matter.
enum answer cvc5_refutes(const struct term_table *terms,
                         const struct conjunctions *list,
                         const struct cvc5_options *options, uint32_t *failed,
                         struct strbuf *why);

#endif
