#include "paths/internal.h"
#include "term/variables.h"

// Conditions that have to do with the term: by variables that they share, from
// one to the next. The others can be fulfilled whatever these demand, since no
// variable is in both.
static void find_related(struct search *search, const struct path_state *state,
                         struct term t, struct term_vec *into) {
  struct bitset seen = {0}, taken = {0};
  struct term_vec variables = {0}, own = {0};
  bool grows = true;
  term_variables(search->terms, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    bitset_add(&seen, term_variable_index(search->terms, variables.at[i]));
  while (grows) {
    grows = false;
    for (uint32_t i = state->conditions.count; i-- > 0;) {
      if (bitset_has(&taken, i))
        continue;
      bool shares = false;
      term_vec_clear(&own);
      term_variables(search->terms, &state->conditions.at[i], 1, &own);
      for (uint32_t k = 0; k < own.count && !shares; k++)
        shares =
            bitset_has(&seen, term_variable_index(search->terms, own.at[k]));
      if (!shares)
        continue;
      bitset_add(&taken, i);
      term_vec_push(into, state->conditions.at[i]);
      for (uint32_t k = 0; k < own.count; k++)
        grows |=
            bitset_add(&seen, term_variable_index(search->terms, own.at[k]));
    }
  }
  bitset_release(&seen);
  bitset_release(&taken);
  term_vec_release(&variables);
  term_vec_release(&own);
}

// ---- Can a condition be fulfilled, too? -------------------------------------

void search_begin_questions(struct search *search) {
  search->query = query_new(search->paths->solver, PURPOSE_UNROLLING);
  search->model = assignment_new(search->terms);
}

void search_end_questions(struct search *search) {
  query_free(search->query);
  assignment_free(search->model);
  term_vec_release(&search->asserted);
}

// By the values that answered another question.
static bool is_known(struct search *search, const struct term_vec *asked) {
  bool ok = true;
  for (uint32_t i = asked->count; i-- > 0 && ok;)
    ok = term_evaluate(search->model, asked->at[i]);
  return ok;
}

// The query has the conditions of the state afterwards, and nothing else: most
// of them it has had before.
static void assert_state(struct search *search,
                         const struct path_state *state) {
  uint32_t shared = 0;
  while (shared < search->asserted.count && shared < state->conditions.count &&
         term_equal(search->asserted.at[shared], state->conditions.at[shared]))
    shared++;
  while (search->asserted.count > shared) {
    query_pop(search->query);
    term_vec_pop(&search->asserted);
  }
  for (; shared < state->conditions.count; shared++) {
    query_push(search->query);
    query_assert(search->query, state->conditions.at[shared]);
    term_vec_push(&search->asserted, state->conditions.at[shared]);
  }
}

static enum answer ask_all(struct search *search,
                           const struct path_state *state,
                           struct term condition) {
  assert_state(search, state);
  enum answer answer = query_check(search->query, &condition, 1);
  if (answer == ANSWER_SAT) {
    assignment_clear(search->model);
    query_model(search->query, search->model);
  }
  return answer;
}

// Few conditions are a question of their own, which is answered from memory if
// it comes again.
enum answer search_asks(struct search *search, const struct path_state *state,
                        struct term condition) {
  enum { FEW = 4 };
  struct term_vec asked = {0};
  enum answer answer = ANSWER_SAT;
  if (term_is_literal(search->terms, condition))
    return term_is_true(search->terms, condition) ? ANSWER_SAT : ANSWER_UNSAT;
  find_related(search, state, condition, &asked);
  term_vec_push(&asked, condition);
  if (!is_known(search, &asked))
    answer = asked.count <= FEW
                 ? solver_check(search->paths->solver, PURPOSE_UNROLLING,
                                asked.at, asked.count)
                 : ask_all(search, state, condition);
  term_vec_release(&asked);
  return answer;
}

// The next value, in the model of the query.
static bool next_value(struct search *search, struct query *query,
                       struct term t, struct term_vec *into) {
  struct assignment *model = assignment_new(search->terms);
  bool ok = query_model(query, model);
  if (ok) {
    struct term value = term_const(search->terms, term_width(search->terms, t),
                                   term_evaluate(model, t));
    term_vec_push(into, value);
    query_assert(query,
                 term_not(search->terms, term_eq(search->terms, t, value)));
  }
  assignment_free(model);
  return ok;
}

bool search_values(struct search *search, const struct path_state *state,
                   struct term t, struct term condition, uint32_t most,
                   struct term_vec *into) {
  struct term_vec asked = {0};
  struct query *query = query_new(search->paths->solver, PURPOSE_UNROLLING);
  find_related(search, state, t, &asked);
  term_vec_push(&asked, condition);
  for (uint32_t i = 0; i < asked.count; i++)
    query_assert(query, asked.at[i]);
  enum answer answer = query_check(query, NULL, 0);
  bool ok = true;
  while (answer == ANSWER_SAT && ok) {
    ok = into->count < most && next_value(search, query, t, into);
    answer = ok ? query_check(query, NULL, 0) : ANSWER_UNKNOWN;
  }
  query_free(query);
  term_vec_release(&asked);
  return answer == ANSWER_UNSAT;
}
