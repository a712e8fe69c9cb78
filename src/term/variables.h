// Which variables are in a term, and is a term in another?
#ifndef VOUCH_TERM_VARIABLES_H
#define VOUCH_TERM_VARIABLES_H

#include "term/term.h"

// Appends every variable reachable from the roots, each once, in the order of
// term_collect.
void term_variables(const struct term_table *terms, const struct term *roots,
                    uint32_t count, struct term_vec *into);

bool term_vec_has(const struct term_vec *list, struct term t);
// Is the part somewhere in the term?
bool term_mentions(const struct term_table *terms, struct term t,
                   struct term part);
// Is an array, or a part of it one?
bool term_has_array(const struct term_table *terms, struct term t);
bool term_share_variable(const struct term_table *terms, struct term a,
                         struct term b);

#endif
