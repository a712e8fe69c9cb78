// Predicates: atomic Boolean terms, each known under one handle together with
// its negation.
//
// An atom is a Boolean term that is not built by !, &&, ||, Boolean == or ?:.
// A comparison and its negation (x < 5, 5 <= x) are one predicate; which of the
// two stands for it is decided by the terms' handles, so it is the same in
// every run. Predicates that compare one term with constants, or the same two
// terms, form a unit (seed 000 section 6; architecture.md, "The loop"): units,
// not single branches, are what refinement chooses.
#ifndef VOUCH_ABSTRACTION_PREDICATE_H
#define VOUCH_ABSTRACTION_PREDICATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "term/term.h"

struct predicate {
  uint32_t id; // 0: none; otherwise counts from 1
};

VEC_DEFINE(predicate_vec, struct predicate);

struct predicate_table; // opaque

struct predicate_table *predicate_table_new(struct term_table *terms);
void predicate_table_free(struct predicate_table *table);
uint32_t predicate_count(const struct predicate_table *table);

// The predicate of an atom; *is_negated when the atom is its negation.
struct predicate predicate_of(struct predicate_table *table, struct term atom,
                              bool *is_negated);
// The same if it is known already, otherwise none.
struct predicate predicate_lookup(const struct predicate_table *table,
                                  struct term atom, bool *is_negated);
struct term predicate_term(const struct predicate_table *table,
                           struct predicate predicate);
// The literal: the predicate or its negation.
struct term predicate_literal(const struct predicate_table *table,
                              struct predicate predicate, bool value);
// The term that names the unit: what is compared with constants, or the
// equation of the two terms compared.
struct term predicate_unit(const struct predicate_table *table,
                           struct predicate predicate);
// Indices (term_variable_index) of the variables it mentions, ascending.
const struct u32_vec *predicate_support(const struct predicate_table *table,
                                        struct predicate predicate);

// A number for a set of predicates, whatever their order: sets with the same
// members have the same. Never 0.
uint32_t predicate_set(struct predicate_table *table,
                       const struct predicate_vec *members);

// Appends the atoms of a Boolean term, each once.
void predicate_atoms(const struct term_table *terms, struct term t,
                     struct term_vec *atoms);
// Appends the variable indices of a term, ascending, each once.
void term_support(const struct term_table *terms, struct term t,
                  struct u32_vec *into);

#endif
