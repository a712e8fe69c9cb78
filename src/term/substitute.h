// Simultaneous substitution of terms for variables, with sharing: linear in
// the size of the DAG, whatever the size of the tree. The result is in normal
// form again. A substitution can be applied to many terms; it remembers what
// it has rewritten until it is changed.
#ifndef VOUCH_TERM_SUBSTITUTE_H
#define VOUCH_TERM_SUBSTITUTE_H

#include "term/term.h"

struct substitution; // opaque

struct substitution *substitution_new(struct term_table *terms);
void substitution_free(struct substitution *substitution);
void substitution_clear(struct substitution *substitution);
// Replaces the variable, which must be of the same sort, from now on.
void substitution_set(struct substitution *substitution, struct term variable,
                      struct term value);
// The same for any term, wherever it occurs as a whole.
void substitution_set_term(struct substitution *substitution, struct term t,
                           struct term value);
struct term substitution_apply(struct substitution *substitution,
                               struct term t);
// The term with the value in the place of a part, wherever that occurs.
struct term term_replace(struct term_table *terms, struct term t,
                         struct term part, struct term value);

#endif
