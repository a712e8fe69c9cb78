// What the files that check warrants share.
#ifndef VOUCH_CERTIFY_WARRANT_INTERNAL_H
#define VOUCH_CERTIFY_WARRANT_INTERNAL_H

#include "certify/warrant_check.h"
#include "solver/cvc5.h"

struct checking {
  const struct steps *code;
  const struct temporal *temporal;
  const struct mu_table *table;
  const struct term_vec *conditions;
  const struct warrants *warrants;
  const struct warrant_solvers *solvers;
  struct term_table *terms;
  struct substitution **after;     // by edge; null until asked for
  struct conjunctions obligations; // for cvc5
  struct u32_vec about;            // by obligation: the warrant
  uint32_t choice;                 // the first one of the warrant at hand
  uint64_t asked;
  bool is_undecided; // a solver gave up, or it was stopped
  struct strbuf *why;
};

// Is one of the cases there whenever what is given holds? Asked about a
// warrant.
bool warrant_is_covered(struct checking *c, uint32_t number,
                        const struct term_vec *given,
                        const struct term_vec *cases);
// What an atom of the model is in the states of a warrant.
struct term warrant_atom(const struct checking *c,
                         const struct warrant *warrant, uint32_t number);
// Do those that it rests on, of one of the parts and in the same place, cover
// it?
bool warrant_check_parts(struct checking *c, uint32_t number, uint32_t a,
                         uint32_t b);
// Of <> f, [] f: do steps lead there?
bool warrant_check_steps(struct checking *c, uint32_t number, bool is_all);

#endif
