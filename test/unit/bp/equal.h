// The same program, but for positions and labels that nothing jumps to.
#ifndef VOUCH_TEST_BP_EQUAL_H
#define VOUCH_TEST_BP_EQUAL_H

#include "bp/bp.h"

static inline bool declarations_equal(const struct bp_declaration_vec *a,
                                      const struct bp_declaration_vec *b) {
  if (a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!name_equal(a->at[i].name, b->at[i].name) ||
        a->at[i].initial != b->at[i].initial ||
        a->at[i].is_of_thread != b->at[i].is_of_thread)
      return false;
  return true;
}

static inline bool exprs_equal(const struct bp *a, const struct bp *b,
                               struct bp_expr x, struct bp_expr y) {
  if (bp_expr_is_none(x) || bp_expr_is_none(y))
    return bp_expr_is_none(x) && bp_expr_is_none(y);
  const struct bp_node *m = bp_expr_node(a->exprs, x);
  const struct bp_node *n = bp_expr_node(b->exprs, y);
  if (m->operator!= n->operator|| !bp_variable_equal(m->variable, n->variable))
    return false;
  for (int i = 0; i < 3; i++)
    if (!exprs_equal(a, b, m->operands[i], n->operands[i]))
      return false;
  return true;
}

static inline bool lists_equal(const struct bp *a, const struct bp *b,
                               const struct bp_statement *s,
                               const struct bp_statement *t) {
  if (s->target_count != t->target_count ||
      s->variable_count != t->variable_count ||
      s->value_count != t->value_count)
    return false;
  for (uint32_t i = 0; i < s->target_count; i++)
    if (s->targets[i] != t->targets[i])
      return false;
  for (uint32_t i = 0; i < s->variable_count; i++)
    if (!bp_variable_equal(s->variables[i], t->variables[i]) ||
        (s->is_dropped && s->is_dropped[i] != t->is_dropped[i]))
      return false;
  for (uint32_t i = 0; i < s->value_count; i++)
    if (!exprs_equal(a, b, s->values[i], t->values[i]))
      return false;
  return true;
}

static inline bool statements_equal(const struct bp *a, const struct bp *b,
                                    const struct bp_statement *s,
                                    const struct bp_statement *t) {
  return s->kind == t->kind && exprs_equal(a, b, s->condition, t->condition) &&
         s->callee == t->callee && name_equal(s->event, t->event) &&
         lists_equal(a, b, s, t);
}

static inline bool procedures_equal(const struct bp *a, const struct bp *b,
                                    uint32_t index) {
  const struct bp_procedure *p = &a->procedures.at[index];
  const struct bp_procedure *q = &b->procedures.at[index];
  if (!name_equal(p->name, q->name) ||
      !declarations_equal(&p->locals, &q->locals) ||
      p->parameter_count != q->parameter_count ||
      p->return_count != q->return_count ||
      !exprs_equal(a, b, p->enforce, q->enforce) ||
      !exprs_equal(a, b, p->abortif, q->abortif) ||
      p->statements.count != q->statements.count)
    return false;
  for (uint32_t i = 0; i < p->statements.count; i++)
    if (!statements_equal(a, b, &p->statements.at[i], &q->statements.at[i]))
      return false;
  return true;
}

static inline bool bp_equal(const struct bp *a, const struct bp *b) {
  if (!declarations_equal(&a->globals, &b->globals) || a->main != b->main ||
      a->procedures.count != b->procedures.count)
    return false;
  for (uint32_t i = 0; i < a->procedures.count; i++)
    if (!procedures_equal(a, b, i))
      return false;
  return true;
}

#endif
