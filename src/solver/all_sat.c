// All-SAT: one model after the other, each valuation forbidden once seen.

#include "solver/internal.h"

// At least one literal must differ from the valuation.
static struct term other_than(struct term_table *terms,
                              const struct term *literals, uint32_t count,
                              const bool *values) {
  struct term_vec flipped = {0};
  for (uint32_t i = 0; i < count; i++)
    term_vec_push(&flipped,
                  values[i] ? term_not(terms, literals[i]) : literals[i]);
  struct term result = term_or_all(terms, flipped.at, flipped.count);
  term_vec_release(&flipped);
  return result;
}

struct enumeration {
  struct query *query;
  const struct term *literals;
  uint32_t count;
  bool *values;
  bool (*found)(void *context, const bool *values);
  void *context;
  bool has_uninterpreted; // among the literals
  bool is_guess;          // some valuation may not be real
};

// The answer that ended it: UNSAT when there are no more.
static enum answer enumerate(struct enumeration *e) {
  struct term_table *terms = e->query->solver->terms;
  for (;;) {
    enum answer answer = query_check_by_z3(e->query);
    if (!query_has_model(e->query))
      return answer;
    e->is_guess |= e->has_uninterpreted || answer == ANSWER_UNKNOWN;
    if (!model_truths(e->query, e->literals, e->count, e->values)) {
      e->query->reason = UNKNOWN_OTHER;
      return ANSWER_UNKNOWN;
    }
    query_assert(e->query, other_than(terms, e->literals, e->count, e->values));
    if (!e->found(e->context, e->values))
      return ANSWER_UNKNOWN;
  }
}

static bool have_uninterpreted(struct solver *solver,
                               const struct term *literals, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (ast_of_term(solver, literals[i]) &&
        has_trait(solver, literals[i], TRAIT_UNINTERPRETED))
      return true;
  return false;
}

enum answer query_all(struct query *query, const struct term *literals,
                      uint32_t count,
                      bool (*found)(void *context, const bool *values),
                      void *context) {
  struct enumeration e = {
      .query = query,
      .literals = literals,
      .count = count,
      .values = memory_new((count + 1) * sizeof *e.values),
      .found = found,
      .context = context,
      .has_uninterpreted = have_uninterpreted(query->solver, literals, count)};
  query_push(query);
  bool is_complete = enumerate(&e) == ANSWER_UNSAT;
  enum unknown_reason reason = query->reason;
  query_pop(query);
  free(e.values);
  query->reason = is_complete && e.is_guess ? UNKNOWN_UNINTERPRETED : reason;
  return is_complete && !e.is_guess ? ANSWER_SAT : ANSWER_UNKNOWN;
}
