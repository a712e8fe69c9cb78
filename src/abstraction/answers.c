#include "abstraction/answers.h"

#include <stdlib.h>

#include "abstraction/interval.h"
#include "base/arena.h"
#include "base/intern.h"
#include "base/map.h"

enum { MOST_COMBINATIONS = 512 };

HANDLE_MAP_DEFINE(answer_map, struct name, struct combinations);
VEC_DEFINE(bool_vec, bool);

struct answers {
  struct solver *solver;
  struct term_table *terms;
  struct interner *keys; // the bytes of the term handles
  struct answer_map known;
  struct arena arena;
  struct poll pause;
};

struct answers *answers_new(struct solver *solver, struct term_table *terms) {
  struct answers *answers = memory_new_zero(1, sizeof *answers);
  answers->solver = solver;
  answers->terms = terms;
  answers->keys = interner_new();
  arena_init(&answers->arena);
  return answers;
}

void answers_free(struct answers *answers) {
  interner_free(answers->keys);
  answer_map_release(&answers->known);
  arena_release(&answers->arena);
  free(answers);
}

void answers_set_pause(struct answers *answers, struct poll pause) {
  answers->pause = pause;
}

bool answers_must_pause(const struct answers *answers) {
  return poll_stops(answers->pause);
}

// Constraints are a set, so they are sorted; the terms are a list.
static struct name key_of(struct answers *answers,
                          const struct term *constraints, uint32_t count,
                          const struct term *terms, uint32_t term_count) {
  struct term_vec key = {0};
  term_vec_append(&key, constraints, count);
  if (count)
    qsort(key.at, count, sizeof *key.at, compare_u32);
  term_vec_push(&key, (struct term){UINT32_MAX});
  term_vec_append(&key, terms, term_count);
  struct name name = intern_bytes(answers->keys, (const char *)key.at,
                                  key.count * sizeof *key.at);
  term_vec_release(&key);
  return name;
}

struct collection {
  struct bool_vec values;
  uint32_t width;
  uint32_t count;
};

static void collect(struct collection *collection, const bool *values) {
  bool_vec_append(&collection->values, values, collection->width);
  collection->count++;
}

static struct combinations
kept(struct answers *answers, struct collection *collection, bool is_complete) {
  struct combinations result = {
      .is_complete = is_complete,
      .count = collection->count,
      .width = collection->width,
      .values = arena_copy(&answers->arena, collection->values.at,
                           collection->values.count * sizeof(bool))};
  bool_vec_release(&collection->values);
  return result;
}

// Comparisons of one variable with constants

static bool is_known(const struct collection *collection, const bool *values) {
  if (!collection->width) // no values to look at, not even where they would be
    return collection->count > 0;
  for (uint32_t i = 0; i < collection->count; i++)
    if (!memcmp(collection->values.at + (size_t)i * collection->width, values,
                collection->width * sizeof *values))
      return true;
  return false;
}

static bool all_hold(struct assignment *values, const struct term *constraints,
                     uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!term_evaluate(values, constraints[i]))
      return false;
  return true;
}

// One value out of each interval; the combinations it shows, each once.
static struct combinations
walk_intervals(struct answers *answers, struct term variable,
               const struct u128_vec *points, const struct term *constraints,
               uint32_t constraint_count, const struct term *terms,
               uint32_t term_count) {
  struct collection collection = {.width = term_count};
  struct assignment *values = assignment_new(answers->terms);
  bool *truths = memory_new_zero(term_count + 1, sizeof *truths);
  for (uint32_t i = 0; i < points->count; i++) {
    assignment_set(values, variable, points->at[i]);
    if (!all_hold(values, constraints, constraint_count))
      continue;
    for (uint32_t k = 0; k < term_count; k++)
      truths[k] = term_evaluate(values, terms[k]);
    if (!is_known(&collection, truths))
      collect(&collection, truths);
  }
  free(truths);
  assignment_free(values);
  return kept(answers, &collection, true);
}

static bool solve_by_intervals(struct answers *answers,
                               const struct term *constraints,
                               uint32_t constraint_count,
                               const struct term *terms, uint32_t term_count,
                               struct combinations *result) {
  struct term_vec all = {0};
  struct u128_vec points = {0};
  term_vec_append(&all, constraints, constraint_count);
  term_vec_append(&all, terms, term_count);
  struct term variable =
      interval_variable(answers->terms, all.at, all.count, &points);
  bool applies = !term_is_none(variable) && points.count < MOST_COMBINATIONS;
  if (applies)
    *result = walk_intervals(answers, variable, &points, constraints,
                             constraint_count, terms, term_count);
  term_vec_release(&all);
  u128_vec_release(&points);
  return applies;
}

// Anything else

struct enumeration {
  struct answers *answers;
  struct collection *collection;
  uint64_t first_unit;
};

// The units that all models may take are those of one check.
static bool is_affordable(const struct enumeration *enumeration) {
  const struct solver *solver = enumeration->answers->solver;
  uint64_t limit = solver_limit(solver);
  return enumeration->collection->count < MOST_COMBINATIONS &&
         (!limit || solver_units(solver) - enumeration->first_unit < limit) &&
         !answers_must_pause(enumeration->answers);
}

static bool found_model(void *context, const bool *values) {
  struct enumeration *enumeration = context;
  collect(enumeration->collection, values);
  return is_affordable(enumeration);
}

// Do all models that were found agree on the term?
static bool is_constant(const struct collection *collection, uint32_t term) {
  for (uint32_t i = 1; i < collection->count; i++)
    if (collection->values.at[i * collection->width + term] !=
        collection->values.at[term])
      return false;
  return true;
}

// The terms with one truth value only, out of those that look like it.
static const enum implied *find_implied(struct answers *answers,
                                        struct query *query,
                                        const struct term *terms,
                                        const struct collection *collection) {
  if (!collection->count)
    return NULL;
  enum implied *implied =
      arena_new_zero(&answers->arena, collection->width * sizeof *implied);
  for (uint32_t i = 0; i < collection->width; i++) {
    if (!is_constant(collection, i) || answers_must_pause(answers))
      continue;
    bool value = collection->values.at[i];
    struct term other = value ? term_not(answers->terms, terms[i]) : terms[i];
    if (query_check(query, &other, 1) == ANSWER_UNSAT)
      implied[i] = value ? IMPLIED_TRUE : IMPLIED_FALSE;
  }
  return implied;
}

static struct combinations solve(struct answers *answers,
                                 const struct term *constraints,
                                 uint32_t constraint_count,
                                 const struct term *terms,
                                 uint32_t term_count) {
  struct collection collection = {.width = term_count};
  enum answer answer;
  if (!term_count) {
    answer = solver_check(answers->solver, PURPOSE_SUCCESSOR, constraints,
                          constraint_count);
    collection.count = answer == ANSWER_SAT;
    return (struct combinations){.is_complete = answer != ANSWER_UNKNOWN,
                                 .count = collection.count};
  }
  struct query *query = query_new(answers->solver, PURPOSE_SUCCESSOR);
  for (uint32_t i = 0; i < constraint_count; i++)
    query_assert(query, constraints[i]);
  struct enumeration enumeration = {answers, &collection,
                                    solver_units(answers->solver)};
  answer = query_all(query, terms, term_count, found_model, &enumeration);
  const enum implied *implied = NULL;
  if (answer == ANSWER_UNKNOWN)
    implied = find_implied(answers, query, terms, &collection);
  query_free(query);
  struct combinations result =
      kept(answers, &collection, answer != ANSWER_UNKNOWN);
  result.implied = implied;
  return result;
}

// The solver may have given up with less patience than it has now.
static bool is_final(const struct answers *answers,
                     const struct combinations *known) {
  return known->is_complete || known->limit >= solver_limit(answers->solver);
}

struct combinations answers_get(struct answers *answers,
                                const struct term *constraints,
                                uint32_t constraint_count,
                                const struct term *terms, uint32_t term_count,
                                bool *is_cached) {
  struct name key =
      key_of(answers, constraints, constraint_count, terms, term_count);
  struct combinations *known = answer_map_find(&answers->known, key);
  *is_cached = known && is_final(answers, known);
  if (*is_cached)
    return *known;
  struct combinations result;
  if (!solve_by_intervals(answers, constraints, constraint_count, terms,
                          term_count, &result))
    result = solve(answers, constraints, constraint_count, terms, term_count);
  if (!result.is_complete && answers_must_pause(answers))
    return result; // it may be better when there is time
  result.limit = solver_limit(answers->solver);
  answer_map_put(&answers->known, key, result);
  return result;
}
