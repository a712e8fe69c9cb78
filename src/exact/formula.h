// Formulas of the modal mu-calculus (seed 004, definition 1), over numbered
// atoms.
//
//   f = true | false | p | !p | f && f | f || f | <> f | [] f
//     | Z | mu Z. f | nu Z. f
//
// Negation stands before atoms only: whoever writes `not f` gets the dual of f.
// So every formula here is monotone in its variables, and certain and possible
// values are computed by the same rules (evaluate.h). CTL is a way to write
// some of them (formula_of.h).
//
// Nodes live in a table and are known by their index. A fixpoint comes before
// its body, everything else after its parts. Variables refer to their fixpoint.
#ifndef VOUCH_EXACT_FORMULA_H
#define VOUCH_EXACT_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

enum mu_kind {
  MU_TRUE,
  MU_FALSE,
  MU_ATOM,     // `a` is its number
  MU_NOT_ATOM, // the same, negated
  MU_AND,
  MU_OR,
  MU_SOME,     // <> a: a step leads to a
  MU_ALL,      // [] a: all steps lead to a
  MU_VARIABLE, // of the fixpoint `a`
  MU_LEAST,    // its body is `a`
  MU_GREATEST
};

struct mu_node {
  enum mu_kind kind;
  uint32_t a, b;
  uint32_t level;  // of a fixpoint: how many there are around it
  uint32_t lowest; // least level of a fixpoint whose variable is free in it, or
                   // MU_CLOSED
};

enum { MU_CLOSED = UINT32_MAX };

VEC_DEFINE(mu_node_vec, struct mu_node);

struct mu_table {
  struct mu_node_vec nodes;
  uint32_t depth; // fixpoints that are open while one is built
};

void mu_table_release(struct mu_table *table);
static inline const struct mu_node *mu_node(const struct mu_table *table,
                                            uint32_t f) {
  return &table->nodes.at[f];
}
static inline bool mu_is_fixpoint(const struct mu_node *node) {
  return node->kind == MU_LEAST || node->kind == MU_GREATEST;
}
static inline bool mu_is_modal(const struct mu_node *node) {
  return node->kind == MU_SOME || node->kind == MU_ALL;
}

// Building

uint32_t mu_constant(struct mu_table *table, bool value);
uint32_t mu_atom(struct mu_table *table, uint32_t atom, bool is_negated);
uint32_t mu_join(struct mu_table *table, enum mu_kind kind, uint32_t a,
                 uint32_t b); // AND, OR
uint32_t mu_modal(struct mu_table *table, enum mu_kind kind,
                  uint32_t a); // SOME, ALL
// A fixpoint is opened, its body built with variables of it, and closed.
uint32_t mu_open(struct mu_table *table, enum mu_kind kind);
uint32_t mu_variable(struct mu_table *table, uint32_t fixpoint);
void mu_close(struct mu_table *table, uint32_t fixpoint, uint32_t body);

// cond && a || !cond && b, of an atom, which is its own dual.
uint32_t mu_if(struct mu_table *table, uint32_t atom, uint32_t a, uint32_t b);

// Where closed parts were built before the fixpoints that they are in, or are
// in several: gives each fixpoint a level that is greater than those of all
// fixpoints around it.
void mu_set_levels(struct mu_table *table, uint32_t root);

// Which steps does it look at? Existential ones only (diamond L_mu of the
// paper), universal ones only (box L_mu), both or none.
struct mu_fragment {
  bool has_some, has_all;
};
struct mu_fragment mu_fragment(const struct mu_table *table, uint32_t f);

// As text; `atom` prints one.
void mu_print(const struct mu_table *table, uint32_t f,
              void (*atom)(const void *context, uint32_t number,
                           struct strbuf *out),
              const void *context, struct strbuf *out);

#endif
