// What exact abstraction asks of the solver.
#include "exact/abstract_internal.h"

#include <stdlib.h>

enum { MOST_ROWS = 4096, MOST_CANDIDATES = 8 };

static void add_terms(struct strbuf *key, const struct term_vec *terms) {
  for (uint32_t i = 0; i < terms->count; i++)
    strbuf_bytes(key, (const char *)&terms->at[i].id, sizeof terms->at[i].id);
  strbuf_char(key, '|');
}

static struct name question_of(struct abstract *a, char kind,
                               const struct term_vec *assumed,
                               const struct term_vec *open) {
  struct strbuf key = {0};
  strbuf_char(&key, kind);
  add_terms(&key, assumed);
  add_terms(&key, open);
  struct name name =
      intern_bytes(a->memo->questions, strbuf_text(&key), key.length);
  strbuf_release(&key);
  return name;
}

// ---- All valuations ---------------------------------------------------------

struct collecting {
  struct abstract *abstract;
  uint32_t width, count;
};

static bool collect(void *context, const bool *values) {
  struct collecting *c = context;
  for (uint32_t i = 0; i < c->width; i++)
    u32_vec_push(&c->abstract->memo->truths, values[i]);
  return ++c->count < MOST_ROWS;
}

static struct memo_answer ask_all(struct abstract *a,
                                  const struct term_vec *assumed,
                                  const struct term_vec *open) {
  struct memo_answer answer = {.first = a->memo->truths.count};
  struct collecting c = {a, open->count, 0};
  struct query *query = query_new(a->solver, PURPOSE_SUCCESSOR);
  for (uint32_t i = 0; i < assumed->count; i++)
    query_assert(query, assumed->at[i]);
  enum answer all = query_all(query, open->at, open->count, collect, &c);
  answer.count = c.count;
  answer.is_real = all == ANSWER_SAT;
  answer.is_complete =
      all == ANSWER_SAT || query_reason(query) == UNKNOWN_UNINTERPRETED;
  query_free(query);
  return answer;
}

struct memo_answer abstract_enumerate(struct abstract *a,
                                      const struct term_vec *assumed,
                                      const struct term_vec *open) {
  struct name question = question_of(a, 'v', assumed, open);
  struct memo_answer *known = memo_map_find(&a->memo->answers, question.id);
  if (known)
    return *known;
  struct memo_answer answer = ask_all(a, assumed, open);
  if (answer.is_complete)
    memo_map_put(&a->memo->answers, question.id, answer);
  return answer;
}

// Which values the term can have, as bits.
static uint32_t values_of(struct abstract *a, const struct term_vec *assumed,
                          struct term open, bool *is_complete) {
  struct term_vec one = {0};
  term_vec_push(&one, open);
  struct memo_answer answer = abstract_enumerate(a, assumed, &one);
  term_vec_release(&one);
  *is_complete &= answer.is_complete;
  uint32_t values = 0;
  for (uint32_t i = 0; i < answer.count; i++)
    values |= 1u << a->memo->truths.at[answer.first + i];
  return values;
}

static struct memo_answer combine(struct abstract *a,
                                  const struct u32_vec *values) {
  struct memo_answer answer = {.first = a->memo->truths.count,
                               .is_complete = true};
  for (uint32_t row = 0; row < 1u << values->count; row++) {
    bool can = true;
    for (uint32_t k = 0; k < values->count; k++)
      can = can && values->at[k] >> (row >> k & 1) & 1;
    for (uint32_t k = 0; can && k < values->count; k++)
      u32_vec_push(&a->memo->truths, row >> k & 1);
    answer.count += can;
  }
  return answer;
}

struct memo_answer abstract_enumerate_each(struct abstract *a,
                                           const struct term_vec *assumed,
                                           const struct term_vec *open) {
  enum { MOST_EACH = 8 };
  struct u32_vec values = {0};
  struct memo_answer answer;
  bool is_complete = true;
  if (open->count > MOST_EACH)
    return abstract_enumerate(a, assumed, open);
  for (uint32_t i = 0; i < open->count; i++)
    u32_vec_push(&values, values_of(a, assumed, open->at[i], &is_complete));
  answer = combine(a, &values);
  answer.is_complete = is_complete;
  u32_vec_release(&values);
  return answer;
}

bool abstract_refutes(struct abstract *a, const struct term_vec *terms) {
  return solver_check(a->solver, PURPOSE_SUCCESSOR, terms->at, terms->count) ==
         ANSWER_UNSAT;
}

// ---- Choices ----------------------------------------------------------------

// Values for the primed variables of some state that can choose, in the wanted
// condition, and in the list unless that is null; none if there is no such
// state, or it is not known.
static struct term instance(struct abstract *a, const struct term_vec *given,
                            const struct term_vec *primes, struct term wanted,
                            struct term_vec *list) {
  struct term_table *terms = a->effects->program->terms;
  struct term found = {0};
  struct query *query = query_new(a->solver, PURPOSE_SUCCESSOR);
  struct assignment *model = assignment_new(terms);
  for (uint32_t i = 0; i < given->count; i++)
    query_assert(query, given->at[i]);
  query_assert(query, wanted);
  if (query_check(query, NULL, 0) == ANSWER_SAT && query_model(query, model)) {
    struct substitution *values = substitution_new(terms);
    for (uint32_t i = 0; i < primes->count; i++) {
      struct term value = assignment_constant(model, terms, primes->at[i]);
      substitution_set(values, primes->at[i], value);
      if (list)
        term_vec_push(list, value);
    }
    found = substitution_apply(values, wanted);
    substitution_free(values);
  }
  assignment_free(model);
  query_free(query);
  return found;
}

// What the state knows that matters for what is wanted behind the edge, and the
// values that it takes.
static void prepare(struct abstract *a, uint32_t state, struct edge_id edge,
                    struct term wanted, struct term_vec *given,
                    struct term_vec *primes) {
  const struct effect *effect = &a->effects->at[edge.id];
  struct term_vec about = {0};
  term_vec_push(&about, wanted);
  abstract_relevant(a, state, &about, given);
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    term_vec_push(primes, abstract_prime(a, program_term(a->effects->program,
                                                         effect->havocked[i])));
  term_vec_release(&about);
}

struct term abstract_instance(struct abstract *a, uint32_t state,
                              struct edge_id edge, struct term wanted) {
  struct term_vec given = {0}, primes = {0};
  prepare(a, state, edge, wanted, &given, &primes);
  struct term found = instance(a, &given, &primes, wanted, NULL);
  term_vec_release(&given);
  term_vec_release(&primes);
  return found;
}

// Values that some state can choose are tried for all; where they do not help,
// those of a state that is left are tried, too.
static bool find_choices(struct abstract *a, const struct term_vec *given,
                         const struct term_vec *primes, struct term wanted,
                         struct term_vec *list) {
  struct term_table *terms = a->effects->program->terms;
  struct term_vec left = {0};
  bool is_covered = false;
  term_vec_append(&left, given->at, given->count);
  for (uint32_t i = 0; i < MOST_CANDIDATES && !is_covered; i++) {
    struct term tried = instance(a, &left, primes, wanted, list);
    if (term_is_none(tried))
      break;
    term_vec_push(&left, term_not(terms, tried));
    is_covered = abstract_refutes(a, &left);
  }
  term_vec_release(&left);
  return is_covered;
}

bool abstract_can_choose(struct abstract *a, const struct term_vec *given,
                         const struct term_vec *primes, struct term wanted) {
  struct term_vec asked = {0};
  term_vec_push(&asked, wanted);
  struct name question = question_of(a, 'c', given, &asked);
  term_vec_release(&asked);
  struct memo_answer *known = memo_map_find(&a->memo->answers, question.id);
  if (known)
    return known->is_real;
  bool can = find_choices(a, given, primes, wanted, NULL);
  memo_map_put(&a->memo->answers, question.id,
               (struct memo_answer){.is_real = can});
  return can;
}

bool abstract_choices(struct abstract *a, uint32_t state, struct edge_id edge,
                      struct term wanted, struct term_vec *values) {
  struct term_vec given = {0}, primes = {0};
  prepare(a, state, edge, wanted, &given, &primes);
  bool ok = find_choices(a, &given, &primes, wanted, values);
  term_vec_release(&given);
  term_vec_release(&primes);
  return ok;
}
