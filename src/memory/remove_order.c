// Which of two objects comes first.
//
// The layout is one of many, and nothing may rest on its order. So where a
// comparison may say it, objects are compared by their ranks: an array that
// nobody writes has one for each, any number, from the start of the execution
// on. Objects of equal rank are compared by the layout, so that this is one
// total order whatever the ranks are, and every order can be had.
//
//   a < b   is   rank(a) < rank(b) || (rank(a) == rank(b) && a < b)
//
// An object is known by the upper half of its address (remover_choose_layout).
#include "memory/remover.h"

#include "memory/layout_use.h"
#include "program/rewrite.h"

enum { SLOT_BITS = 32 };

static bool is_ordering(struct remover *r, struct term t) {
  return r->options.has_layout && r->program->pointer_width == 64 &&
         layout_orders(r->removal->targets, r->program, t);
}

static struct term rank_of(struct remover *r, struct term address) {
  if (variable_is_none(r->ranks))
    r->ranks = remover_add_variable(r, "ranks of objects",
                                    sort_array(SLOT_BITS, SLOT_BITS));
  struct term ranks = program_term(r->program, r->ranks);
  return term_select(r->terms, ranks,
                     term_extract(r->terms, SLOT_BITS, SLOT_BITS, address));
}

static struct term is_before(struct remover *r, struct term a, struct term b) {
  struct term_table *terms = r->terms;
  struct term left = rank_of(r, a), right = rank_of(r, b);
  struct term is_equal = term_eq(terms, left, right);
  struct term is_less = term_compare(terms, OP_ULT, left, right);
  struct term here = term_compare(terms, OP_ULT, a, b);
  return term_or(terms, is_less, term_and(terms, is_equal, here));
}

// Both ways of a branch are made of the same comparison.
static struct term ordered(struct remover *r, struct term comparison) {
  struct term a = term_operand(r->terms, comparison, 0);
  struct term b = term_operand(r->terms, comparison, 1);
  return term_op(r->terms, comparison) == OP_ULT
             ? is_before(r, a, b)
             : term_not(r->terms, is_before(r, b, a));
}

struct term remover_ordered(struct remover *r, struct term t) {
  struct term_vec parts = {0};
  struct substitution *changed = NULL;
  if (term_is_none(t) || !term_arity(r->terms, t))
    return t;
  term_collect(r->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    if (!is_ordering(r, parts.at[i]))
      continue;
    if (!changed)
      changed = substitution_new(r->terms);
    substitution_set_term(changed, parts.at[i], ordered(r, parts.at[i]));
  }
  term_vec_release(&parts);
  if (!changed)
    return t;
  t = substitution_apply(changed, t);
  substitution_free(changed);
  return t;
}

static struct term order_term(void *context, struct term t) {
  return remover_ordered(context, t);
}

struct operation remover_order_operation(struct remover *r,
                                         const struct operation *op) {
  struct rewriter rewriter = {.context = r, .term = order_term};
  return variable_is_none(r->ranks)
             ? *op
             : operation_rewrite(r->program, op, &rewriter);
}

// Ranks are what they are before anything happens.
struct location_id remover_havoc_ranks(struct remover *r,
                                       struct location_id first) {
  struct term_vec terms = {0}, parts = {0};
  for (uint32_t i = 1; i < r->from->edges.count; i++)
    operation_terms(&r->from->edges.at[i].op, &terms);
  term_collect(r->terms, terms.at, terms.count, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    if (is_ordering(r, parts.at[i]))
      ordered(r, parts.at[i]);
  term_vec_release(&terms);
  term_vec_release(&parts);
  if (variable_is_none(r->ranks))
    return first;
  r->removal->approximations++;
  return remover_emit(r, first,
                      operation_havoc(r->program, &r->ranks, 1,
                                      ORIGIN_APPROXIMATION,
                                      remover_layout_name(r)));
}

static bool supposes_gaps(struct remover *r, const struct operation *op) {
  struct term_vec terms = {0};
  bool found = false;
  operation_terms(op, &terms);
  for (uint32_t i = 0; i < terms.count && !found; i++)
    found = layout_supposes_gaps(r->removal->targets, r->program, terms.at[i]);
  term_vec_release(&terms);
  return found;
}

void remover_note_gaps(struct remover *r) {
  const struct edge_vec *edges = &r->from->edges;
  for (uint32_t i = 1; i < edges->count && !r->removal->gap.line; i++)
    if (supposes_gaps(r, &edges->at[i].op))
      r->removal->gap = edges->at[i].position;
}
