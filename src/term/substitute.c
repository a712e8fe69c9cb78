#include "term/substitute.h"

#include "base/map.h"
#include "term/internal.h"

NUMBER_MAP_DEFINE(term_map, uint32_t, struct term);

struct substitution {
  struct term_table *terms; // borrowed
  struct term_map values;   // of the variables that are replaced
  struct term_map results;  // of the terms rewritten so far
  struct term_vec stack;    // terms still to rewrite, operands on top
  bool replaces_terms;      // that are no variables
};

struct substitution *substitution_new(struct term_table *terms) {
  struct substitution *s = memory_new_zero(1, sizeof *s);
  s->terms = terms;
  return s;
}

void substitution_free(struct substitution *s) {
  if (!s)
    return;
  term_map_release(&s->values);
  term_map_release(&s->results);
  term_vec_release(&s->stack);
  free(s);
}

void substitution_clear(struct substitution *s) {
  term_map_clear(&s->values);
  term_map_clear(&s->results);
  s->replaces_terms = false;
}

static void set(struct substitution *s, struct term t, struct term value) {
  CHECK(sort_equal(term_sort(s->terms, t), term_sort(s->terms, value)),
        "substitution of another sort");
  term_map_put(&s->values, t.id, value);
  term_map_clear(&s->results);
}

void substitution_set(struct substitution *s, struct term variable,
                      struct term value) {
  CHECK(term_op(s->terms, variable) == OP_VAR, "substitution for no variable");
  set(s, variable, value);
}

void substitution_set_term(struct substitution *s, struct term t,
                           struct term value) {
  set(s, t, value);
  s->replaces_terms = true;
}

static bool has_result(const struct substitution *s, struct term t,
                       struct term *result) {
  bool is_leaf = arity_of(s->terms, t) == 0;
  const struct term *known =
      term_map_find(is_leaf ? &s->values : &s->results, t.id);
  if (!known && s->replaces_terms)
    known = term_map_find(&s->values, t.id);
  if (known)
    *result = *known;
  else if (is_leaf)
    *result = t;
  return known || is_leaf;
}

// Rewrites t if its operands are; otherwise pushes those that are not.
static bool rewrite(struct substitution *s, struct term t) {
  struct term operands[TERM_MAX_ARITY];
  uint32_t arity = arity_of(s->terms, t), pending = s->stack.count;
  bool changed = false;
  for (uint32_t i = 0; i < arity; i++) {
    struct term operand = operand_of(s->terms, t, i);
    if (!has_result(s, operand, &operands[i]))
      term_vec_push(&s->stack, operand);
    else
      changed |= !term_equal(operand, operands[i]);
  }
  if (s->stack.count > pending)
    return false;
  term_map_put(&s->results, t.id,
               changed ? term_rebuild(s->terms, t, operands) : t);
  return true;
}

struct term substitution_apply(struct substitution *s, struct term t) {
  struct term result;
  if (has_result(s, t, &result))
    return result;
  term_vec_push(&s->stack, t);
  while (s->stack.count > 0) {
    struct term top = *term_vec_last(&s->stack);
    if (has_result(s, top, &result) || rewrite(s, top))
      term_vec_pop(&s->stack);
  }
  has_result(s, t, &result);
  return result;
}

struct term term_replace(struct term_table *terms, struct term t,
                         struct term part, struct term value) {
  struct substitution *s = substitution_new(terms);
  set(s, part, value);
  s->replaces_terms = term_op(terms, part) != OP_VAR;
  struct term result = substitution_apply(s, t);
  substitution_free(s);
  return result;
}
