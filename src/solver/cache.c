// One-shot checks, remembered by their set of conjuncts. Only what would be the
// same again is kept: no limits, no interrupts, no failures.

#include "solver/internal.h"

// Conjunctions are taken apart, so that {a && b} is {a, b}.
static void collect_conjuncts(const struct term_table *terms,
                              const struct term *conjuncts, uint32_t count,
                              struct u32_vec *ids) {
  struct term_vec stack = {0};
  term_vec_append(&stack, conjuncts, count);
  while (stack.count > 0) {
    struct term t = term_vec_pop(&stack);
    if (term_op(terms, t) != OP_AND) {
      u32_vec_push(ids, t.id);
      continue;
    }
    for (uint32_t i = 0; i < term_arity(terms, t); i++)
      term_vec_push(&stack, term_operand(terms, t, i));
  }
  term_vec_release(&stack);
}

static void make_set(struct u32_vec *ids) {
  if (ids->count == 0)
    return;
  qsort(ids->at, ids->count, sizeof *ids->at, compare_u32);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < ids->count; i++)
    if (ids->at[i] != ids->at[i - 1])
      ids->at[kept++] = ids->at[i];
  ids->count = kept;
}

// Z3 slows down when it lives too long, and takes a while to start.
enum { CHECKS_BEFORE_RENEWAL = 50 };

static struct query *one_shot_query(struct solver *solver,
                                    enum purpose purpose) {
  bool is_old = solver->one_shot_checks++ % CHECKS_BEFORE_RENEWAL == 0;
  if (is_old || solver->one_shot->is_broken) {
    query_free(solver->one_shot);
    solver->one_shot = query_new(solver, purpose);
  }
  solver->one_shot->purpose = purpose;
  return solver->one_shot;
}

static enum answer ask(struct solver *solver, enum purpose purpose,
                       const struct u32_vec *ids) {
  struct query *query = one_shot_query(solver, purpose);
  query_push(query);
  for (uint32_t i = 0; i < ids->count; i++)
    query_assert(query, (struct term){ids->at[i]});
  enum answer answer = query_check(query, NULL, 0);
  solver->reason = query_reason(query);
  query_pop(query);
  return answer;
}

// An unknown answer in the cache is due to floating point.
static void remember(struct solver *solver, const struct u32_vec *ids,
                     enum answer answer) {
  if (answer == ANSWER_UNKNOWN && solver->reason != UNKNOWN_UNINTERPRETED)
    return;
  size_t bytes = ids->count * sizeof *ids->at;
  const uint32_t *copy = arena_copy(&solver->cache_keys, ids->at, bytes);
  cache_map_put(&solver->cache, (struct cache_key){copy, ids->count}, answer);
}

static enum answer look_up(struct solver *solver, enum purpose purpose,
                           const struct u32_vec *ids) {
  struct cache_key key = {ids->at, ids->count};
  const enum answer *known = cache_map_find(&solver->cache, key);
  if (!known) {
    enum answer answer = ask(solver, purpose, ids);
    remember(solver, ids, answer);
    return answer;
  }
  solver->counts.cached[purpose]++;
  solver->reason =
      *known == ANSWER_UNKNOWN ? UNKNOWN_UNINTERPRETED : UNKNOWN_NONE;
  return *known;
}

// Literals decide at once or do not matter.
static void drop_true(const struct term_table *terms, struct u32_vec *ids,
                      bool *is_false) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < ids->count; i++) {
    struct term t = {ids->at[i]};
    *is_false |= term_is_false(terms, t);
    if (!term_is_true(terms, t))
      ids->at[kept++] = t.id;
  }
  ids->count = kept;
}

enum answer solver_check(struct solver *solver, enum purpose purpose,
                         const struct term *conjuncts, uint32_t count) {
  struct u32_vec ids = {0};
  bool is_false = false;
  collect_conjuncts(solver->terms, conjuncts, count, &ids);
  make_set(&ids);
  drop_true(solver->terms, &ids, &is_false);
  for (uint32_t i = 1; i < ids.count; i++)
    DCHECK(ids.at[i - 1] < ids.at[i], "a set of conjuncts is not ascending");
  enum answer answer = is_false ? ANSWER_UNSAT : ANSWER_SAT;
  solver->reason = UNKNOWN_NONE;
  if (!is_false && ids.count > 0)
    answer = look_up(solver, purpose, &ids);
  u32_vec_release(&ids);
  return answer;
}

enum unknown_reason solver_reason(const struct solver *solver) {
  return solver->reason;
}
