// Questions to cvc5: each is a push, assertions, check-sat and a pop of one
// script, and is good when cvc5 says `unsat` of it.
//
// Declarations of all that the questions mention come first when they are put.
// Formulas of a certificate are text, in which variables stand for what they
// hold somewhere (asking_bind).
#ifndef VOUCH_CERTIFY_ASKING_H
#define VOUCH_CERTIFY_ASKING_H

#include "base/poll.h"
#include "base/strbuf.h"
#include "program/program.h"

#define ASKING_OUT_OF_TIME "the time was over"

struct asking {
  struct program *program;
  const struct procedure *procedure; // whose edges the questions are about
  struct poll poll;
  uint64_t *asked;
  struct strbuf *why;
  struct strbuf script;   // questions, without declarations
  size_t begun;           // where the last one begins in it
  struct interner *known; // questions that are in it: no need to ask twice
  struct term_vec roots;  // that they mention
  struct u32_vec edges;   // that they are about, 0: the entry
};

void asking_init(struct asking *asking, struct program *program,
                 const struct procedure *procedure, struct poll poll,
                 uint64_t *asked, struct strbuf *why);
void asking_release(struct asking *asking);
void asking_clear(struct asking *asking); // the questions

void asking_begin(struct asking *asking, uint32_t edge);
// One that is there already, letter by letter, is not put again.
void asking_end(struct asking *asking);
void asking_assert(struct asking *asking, struct term t);
void asking_assert_text(struct asking *asking, const char *formula);
// Of a question: that the formula does not hold when variables have values, by
// variable id, all at once; that it does. `more` is bound, too: pairs of a
// variable and its value; or null.
void asking_deny(struct asking *asking, const struct term *values,
                 const struct term_vec *more, const char *formula);
void asking_bind(struct asking *asking, const struct term *values,
                 const struct term_vec *more, const char *formula);

// Puts all questions; false, with the reason in `why`, when cvc5 did not run to
// its end. A line for each.
bool asking_put(struct asking *asking, struct strbuf *answers);
// Puts them; is each refuted? `why` says of which it is not.
bool asking_all_refuted(struct asking *asking);

#endif
