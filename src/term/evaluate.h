// Evaluation of terms under an assignment of values to variables, without
// recursion and with each shared subterm computed once.
//
// A value is a bit string (Booleans are 0 or 1), or an array given as a
// default element and the exceptions to it.
#ifndef VOUCH_TERM_EVALUATE_H
#define VOUCH_TERM_EVALUATE_H

#include "term/term.h"

struct assignment; // opaque

// Unassigned variables are zero (arrays: zero everywhere).
struct assignment *assignment_new(const struct term_table *terms);
void assignment_free(struct assignment *assignment);
void assignment_clear(struct assignment *assignment);
void assignment_set(struct assignment *assignment, struct term variable,
                    u128 value);
// Elements of an array variable, default first.
void assignment_set_default(struct assignment *assignment, struct term variable,
                            u128 element);
void assignment_set_element(struct assignment *assignment, struct term variable,
                            u128 index, u128 element);
// All at once: the values of the terms, arrays included, become those of the
// variables.
void assignment_update(struct assignment *assignment,
                       const struct term *variables, const struct term *values,
                       uint32_t count);
// Gives the variable the value that the term has in another assignment.
void assignment_take(struct assignment *assignment, struct term variable,
                     struct assignment *from, struct term value);
// The value of any term as a term without variables.
struct term assignment_constant(struct assignment *assignment,
                                struct term_table *terms, struct term t);
// The value of a Boolean or bit-vector term.
u128 term_evaluate(struct assignment *assignment, struct term t);

#endif
