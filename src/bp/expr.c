#include "bp/expr.h"

#include "base/hash.h"

static uint64_t node_hash(struct bp_node node) {
  uint64_t hash = hash_mix(node.operator, node.variable.index);
  hash = hash_mix(hash, node.variable.is_local);
  for (int i = 0; i < 3; i++)
    hash = hash_mix(hash, node.operands[i].id);
  return hash;
}

static bool node_equal(struct bp_node a, struct bp_node b) {
  return a.operator== b.operator&& bp_variable_equal(a.variable, b.variable) &&
         bp_expr_equal(a.operands[0], b.operands[0]) &&
         bp_expr_equal(a.operands[1], b.operands[1]) &&
         bp_expr_equal(a.operands[2], b.operands[2]);
}

MAP_DEFINE(node_map, struct bp_node, uint32_t, node_hash, node_equal);
VEC_DEFINE(bp_node_vec, struct bp_node);

struct bp_exprs {
  struct bp_node_vec nodes; // by handle; 0 is unused
  struct node_map handles;
};

struct bp_exprs *bp_exprs_new(void) {
  struct bp_exprs *exprs = memory_new_zero(1, sizeof *exprs);
  bp_node_vec_resize(&exprs->nodes, 1);
  return exprs;
}

void bp_exprs_free(struct bp_exprs *exprs) {
  if (!exprs)
    return;
  bp_node_vec_release(&exprs->nodes);
  node_map_release(&exprs->handles);
  free(exprs);
}

const struct bp_node *bp_expr_node(const struct bp_exprs *exprs,
                                   struct bp_expr expr) {
  CHECK(expr.id && expr.id < exprs->nodes.count, "no such expression");
  return &exprs->nodes.at[expr.id];
}

uint32_t bp_expr_count(const struct bp_exprs *exprs) {
  return exprs->nodes.count;
}

static struct bp_expr intern_node(struct bp_exprs *exprs, struct bp_node node) {
  bool is_new;
  uint32_t *handle = node_map_insert(&exprs->handles, node, &is_new);
  if (is_new)
    *handle = bp_node_vec_push(&exprs->nodes, node);
  return (struct bp_expr){*handle};
}

struct bp_expr bp_expr_constant(struct bp_exprs *exprs, bool value) {
  return intern_node(exprs,
                     (struct bp_node){.operator = value ? BP_TRUE : BP_FALSE});
}

struct bp_expr bp_expr_any(struct bp_exprs *exprs) {
  return intern_node(exprs, (struct bp_node){.operator = BP_ANY});
}

struct bp_expr bp_expr_variable(struct bp_exprs *exprs, struct bp_variable of,
                                bool is_next) {
  return intern_node(
      exprs, (struct bp_node){.operator= is_next ? BP_NEXT : BP_VARIABLE,
                              .variable = of});
}

struct bp_expr bp_expr_not(struct bp_exprs *exprs, struct bp_expr a) {
  const struct bp_node *node = bp_expr_node(exprs, a);
  switch (node->operator) {
  case BP_FALSE: return bp_expr_constant(exprs, true);
  case BP_TRUE: return bp_expr_constant(exprs, false);
  case BP_ANY: return a;
  case BP_NOT: return node->operands[0];
  default: break;
  }
  return intern_node(exprs,
                     (struct bp_node){.operator= BP_NOT, .operands = {a}});
}

struct bp_expr bp_expr_binary(struct bp_exprs *exprs, enum bp_operator operator,
                              struct bp_expr a, struct bp_expr b) {
  CHECK(operator>= BP_AND && operator<= BP_CHOOSE, "no binary operator");
  return intern_node(
      exprs, (struct bp_node){.operator = operator, .operands = {a, b}});
}

struct bp_expr bp_expr_if(struct bp_exprs *exprs, struct bp_expr a,
                          struct bp_expr b, struct bp_expr c) {
  return intern_node(exprs,
                     (struct bp_node){.operator= BP_IF, .operands = {a, b, c}});
}
