// Expressions of Boolean programs, hash-consed: equal ones are equal handles,
// 0 is none. They live as long as their table.
//
// Every `*` that is written is a choice of its own: `* = *` can be false. So an
// expression stands for a set of values, not for one, and sharing a node shares
// no choice. For a fixed valuation the set is computed bottom-up, which is
// exact because no choice occurs twice in a tree:
//
//   *                  true or false
//   schoose[a, b]      true if a, else false if b, else either
//
// The builders simplify only what is always written more plainly: !!a, and the
// negation of a constant or of `*`. So printing an expression and reading it
// again gives the same handle.
#ifndef VOUCH_BP_EXPR_H
#define VOUCH_BP_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"

struct bp_expr {
  uint32_t id;
};

VEC_DEFINE(bp_expr_vec, struct bp_expr);

// A global of the program, or a variable of the procedure that is spoken of:
// its parameters first.
struct bp_variable {
  uint32_t index;
  bool is_local;
};

VEC_DEFINE(bp_variable_vec, struct bp_variable);

enum bp_operator {
  BP_FALSE,
  BP_TRUE,
  BP_ANY,      // *
  BP_VARIABLE, // its value, in `constrain` the one before
  BP_NEXT,     // x': after the assignment; in `constrain` only
  BP_NOT,
  BP_AND,
  BP_OR,
  BP_XOR,
  BP_IMPLIES,
  BP_EQUAL,
  BP_CHOOSE, // schoose[a, b]
  BP_IF      // a ? b : c
};

struct bp_node {
  enum bp_operator operator;
  struct bp_variable variable;
  struct bp_expr operands[3]; // none where there are fewer
};

struct bp_exprs; // opaque

struct bp_exprs *bp_exprs_new(void);
void bp_exprs_free(struct bp_exprs *exprs);

static inline bool bp_expr_is_none(struct bp_expr expr) {
  return expr.id == 0;
}
static inline bool bp_expr_equal(struct bp_expr a, struct bp_expr b) {
  return a.id == b.id;
}
static inline bool bp_variable_equal(struct bp_variable a,
                                     struct bp_variable b) {
  return a.index == b.index && a.is_local == b.is_local;
}

// Valid until the next expression is built.
const struct bp_node *bp_expr_node(const struct bp_exprs *exprs,
                                   struct bp_expr expr);
// Handles are below this number.
uint32_t bp_expr_count(const struct bp_exprs *exprs);

struct bp_expr bp_expr_constant(struct bp_exprs *exprs, bool value);
struct bp_expr bp_expr_any(struct bp_exprs *exprs);
struct bp_expr bp_expr_variable(struct bp_exprs *exprs, struct bp_variable of,
                                bool is_next);
struct bp_expr bp_expr_not(struct bp_exprs *exprs, struct bp_expr a);
// Of AND .. CHOOSE.
struct bp_expr bp_expr_binary(struct bp_exprs *exprs, enum bp_operator operator,
                              struct bp_expr a, struct bp_expr b);
struct bp_expr bp_expr_if(struct bp_exprs *exprs, struct bp_expr a,
                          struct bp_expr b, struct bp_expr c);

#endif
