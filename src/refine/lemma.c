#include "refine/lemma.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "term/variables.h"

void lemmas_init(struct lemmas *lemmas, const struct blocks *blocks,
                 const struct bitset *relevant, struct solver *solver) {
  *lemmas =
      (struct lemmas){.blocks = blocks,
                      .relevant = relevant,
                      .solver = solver,
                      .first_unit = solver ? solver_units(solver) : 0,
                      .at = memory_new_zero(blocks->count, sizeof *lemmas->at)};
}

void lemmas_release(struct lemmas *lemmas) {
  for (uint32_t i = 0; lemmas->at && i < lemmas->blocks->count; i++)
    term_vec_release(&lemmas->at[i]);
  free(lemmas->at);
  lemmas->at = NULL;
}

HANDLE_MAP_DEFINE(term_set, struct term, bool);

static struct term_table *terms_of(const struct lemmas *lemmas) {
  return lemmas->blocks->effects->program->terms;
}

static void forget_all(struct lemmas *lemmas) {
  for (uint32_t i = 0; i < lemmas->blocks->count; i++)
    term_vec_clear(&lemmas->at[i]);
}

static bool is_over_limit(const struct lemmas *lemmas) {
  return lemmas->units &&
         solver_units(lemmas->solver) - lemmas->first_unit > lemmas->units;
}

// For good: what was not looked at must not be kept by a second opinion.
static bool must_stop(struct lemmas *lemmas) {
  if (!lemmas->is_stopped)
    lemmas->is_stopped = is_over_limit(lemmas) || poll_stops(lemmas->poll);
  return lemmas->is_stopped;
}

// Where paths met, a value is an if-then-else. Taken case by case, arithmetic
// often becomes what it was before the block, which needs no solver: both cases
// of (c ? a + 1 : a + 2) + (c ? b + 2 : b + 1) are a + b + 3.

enum { MOST_CHOICES = 4 };

static bool is_choice(const struct lemmas *lemmas, struct term t) {
  struct term_table *terms = terms_of(lemmas);
  return term_op(terms, t) == OP_VAR && sort_is_bool(term_sort(terms, t)) &&
         variable_is_none(
             program_variable_of(lemmas->blocks->effects->program, t));
}

static void choices_in(const struct lemmas *lemmas, struct term t,
                       struct term_vec *choices) {
  struct term_vec parts = {0};
  term_collect(terms_of(lemmas), &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    if (is_choice(lemmas, parts.at[i]))
      term_vec_push(choices, parts.at[i]);
  term_vec_release(&parts);
}

static struct term split_cases(const struct lemmas *lemmas, struct term t,
                               const struct term *choices, uint32_t count) {
  if (!count)
    return t;
  struct term_table *terms = terms_of(lemmas);
  struct term yes = term_replace(terms, t, choices[0], term_true(terms));
  struct term no = term_replace(terms, t, choices[0], term_false(terms));
  struct term right = split_cases(lemmas, no, choices + 1, count - 1);
  struct term left = split_cases(lemmas, yes, choices + 1, count - 1);
  return term_ite(terms, choices[0], left, right);
}

static struct term by_cases(const struct lemmas *lemmas, struct term t) {
  struct term_vec choices = {0};
  choices_in(lemmas, t, &choices);
  if (choices.count <= MOST_CHOICES)
    t = split_cases(lemmas, t, choices.at, choices.count);
  term_vec_release(&choices);
  return t;
}

// The candidates of a cut point as they are in a state.
static void seen_in(const struct lemmas *lemmas, uint32_t cut,
                    struct symbolic_state *state, struct term_vec *into) {
  for (uint32_t i = 0; i < lemmas->at[cut].count; i++)
    term_vec_push(into, by_cases(lemmas, symbolic_state_read(
                                             state, lemmas->at[cut].at[i])));
}

static void assert_all(struct query *query, const struct term_vec *terms) {
  for (uint32_t i = 0; i < terms->count; i++)
    query_assert(query, terms->at[i]);
}

// Keeps those candidates whose flag is not set.
static uint32_t drop(struct term_vec *candidates, struct term_vec *seen,
                     const bool *is_wrong) {
  uint32_t kept = 0, count = candidates->count;
  for (uint32_t i = 0; i < count; i++) {
    if (is_wrong[i])
      continue;
    candidates->at[kept] = candidates->at[i];
    seen->at[kept++] = seen->at[i];
  }
  candidates->count = kept;
  seen->count = kept;
  return count - kept;
}

// Under what the query asserts: throws away the candidates that a model
// contradicts. Returns the number.
static uint32_t drop_by_model(struct lemmas *lemmas, struct query *query,
                              struct term_vec *candidates,
                              struct term_vec *seen) {
  struct assignment *model = assignment_new(terms_of(lemmas));
  bool *is_wrong = memory_new_zero(seen->count + 1, sizeof *is_wrong);
  query_model(query, model);
  for (uint32_t i = 0; i < seen->count; i++)
    is_wrong[i] = !term_evaluate(model, seen->at[i]);
  uint32_t dropped = drop(candidates, seen, is_wrong);
  free(is_wrong);
  assignment_free(model);
  return dropped;
}

// One by one; what the solver does not confirm goes.
static uint32_t drop_unconfirmed(struct lemmas *lemmas, struct query *query,
                                 struct term_vec *candidates,
                                 struct term_vec *seen) {
  bool *is_wrong = memory_new_zero(seen->count + 1, sizeof *is_wrong);
  for (uint32_t i = 0; i < seen->count; i++) {
    struct term wrong = term_not(terms_of(lemmas), seen->at[i]);
    is_wrong[i] = query_check(query, &wrong, 1) != ANSWER_UNSAT;
  }
  uint32_t dropped = drop(candidates, seen, is_wrong);
  free(is_wrong);
  return dropped;
}

// Under what the query asserts: are all of them true?
static bool all_true(const struct lemmas *lemmas, struct query *query,
                     const struct term_vec *seen) {
  struct term wrong = term_not(
      terms_of(lemmas), term_and_all(terms_of(lemmas), seen->at, seen->count));
  return query_check(query, &wrong, 1) == ANSWER_UNSAT;
}

// Throws away the candidates that, as they are seen after a block, do not hold
// whenever what the query asserts holds. Returns the number.
static uint32_t filter(struct lemmas *lemmas, struct query *query,
                       uint32_t target, struct term_vec *seen_after) {
  struct term_table *terms = terms_of(lemmas);
  struct term_vec seen = *seen_after;
  struct term_vec *candidates = &lemmas->at[target];
  uint32_t dropped = 0;
  while (seen.count && !must_stop(lemmas)) {
    struct term wrong =
        term_not(terms, term_and_all(terms, seen.at, seen.count));
    enum answer answer = query_check(query, &wrong, 1);
    if (answer == ANSWER_UNSAT)
      break;
    uint32_t now = answer == ANSWER_SAT
                       ? drop_by_model(lemmas, query, candidates, &seen)
                       : 0;
    if (!now) {
      dropped += drop_unconfirmed(lemmas, query, candidates, &seen);
      break;
    }
    dropped += now;
  }
  *seen_after = seen;
  return dropped;
}

static void filter_entry(struct lemmas *lemmas) {
  struct symbolic_state state =
      symbolic_state_initial(lemmas->blocks->effects, lemmas->relevant);
  struct query *query = query_new(lemmas->solver, PURPOSE_LEMMA);
  struct term_vec seen = {0};
  seen_in(lemmas, 0, &state, &seen);
  filter(lemmas, query, 0, &seen);
  query_free(query);
  term_vec_release(&seen);
  symbolic_state_release(&state);
}

// What was a lemma before the block and is the same after it holds.
static bool skip_unchanged(const struct lemmas *lemmas, uint32_t cut,
                           struct term_vec *seen) {
  struct term_set given = {0};
  bool any = false;
  for (uint32_t i = 0; i < lemmas->at[cut].count; i++)
    term_set_put(&given, lemmas->at[cut].at[i], true);
  for (uint32_t i = 0; i < seen->count; i++) {
    if (term_set_has(&given, seen->at[i]))
      seen->at[i] = term_true(terms_of(lemmas));
    any |= !term_is_true(terms_of(lemmas), seen->at[i]);
  }
  term_set_release(&given);
  return any;
}

static void mark_variables(const struct lemmas *lemmas, struct term t,
                           struct bitset *into) {
  struct term_table *terms = terms_of(lemmas);
  struct term_vec parts = {0};
  term_variables(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    bitset_add(into, term_variable_index(terms, parts.at[i]));
  term_vec_release(&parts);
}

static bool is_about(const struct lemmas *lemmas, struct term t,
                     const struct bitset *variables) {
  struct bitset own = {0};
  mark_variables(lemmas, t, &own);
  bool ok = true;
  for (uint32_t v = bitset_next(&own, 0); v != UINT32_MAX && ok;
       v = bitset_next(&own, v + 1))
    ok = bitset_has(variables, v);
  bitset_release(&own);
  return ok;
}

// With only those lemmas that are about the variables in question: usually
// enough, and quick when there are many lemmas.
static bool holds_locally(const struct lemmas *lemmas, uint32_t cut,
                          struct term condition, const struct term_vec *seen) {
  struct bitset variables = {0};
  mark_variables(lemmas, condition, &variables);
  for (uint32_t i = 0; i < seen->count; i++)
    mark_variables(lemmas, seen->at[i], &variables);
  struct query *query = query_new(lemmas->solver, PURPOSE_LEMMA);
  query_assert(query, condition);
  for (uint32_t i = 0; i < lemmas->at[cut].count; i++)
    if (is_about(lemmas, lemmas->at[cut].at[i], &variables))
      query_assert(query, lemmas->at[cut].at[i]);
  bool holds = all_true(lemmas, query, seen);
  query_free(query);
  bitset_release(&variables);
  return holds;
}

static uint32_t filter_exit(struct lemmas *lemmas, uint32_t cut,
                            struct block_exit *exit) {
  struct term_vec seen = {0};
  uint32_t dropped = 0;
  seen_in(lemmas, exit->cut, &exit->state, &seen);
  if (skip_unchanged(lemmas, cut, &seen) &&
      !holds_locally(lemmas, cut, exit->state.condition, &seen)) {
    struct query *query = query_new(lemmas->solver, PURPOSE_LEMMA);
    assert_all(query, &lemmas->at[cut]);
    query_assert(query, exit->state.condition);
    dropped = filter(lemmas, query, exit->cut, &seen);
    query_free(query);
  }
  term_vec_release(&seen);
  return dropped;
}

void lemmas_prove(struct lemmas *lemmas) {
  if (!lemmas->blocks->is_complete) {
    forget_all(lemmas);
    return;
  }
  filter_entry(lemmas);
  for (bool changed = true; changed && !must_stop(lemmas);) {
    changed = false;
    for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++) {
      const struct block_exit_vec *exits = &lemmas->blocks->at[cut].exits;
      for (uint32_t i = 0; i < exits->count; i++)
        changed |= filter_exit(lemmas, cut, &exits->at[i]) > 0;
    }
  }
  if (must_stop(lemmas))
    forget_all(lemmas);
}

static bool excludes(const struct lemmas *lemmas, uint32_t cut,
                     struct term condition) {
  struct query *query = query_new(lemmas->solver, PURPOSE_LEMMA);
  assert_all(query, &lemmas->at[cut]);
  query_assert(query, condition);
  enum answer answer = query_check(query, NULL, 0);
  query_free(query);
  return answer == ANSWER_UNSAT;
}

bool lemmas_suffice(const struct lemmas *lemmas) {
  if (!lemmas->blocks->is_complete)
    return false;
  for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++) {
    const struct block_end_vec *ends = &lemmas->blocks->at[cut].ends;
    for (uint32_t i = 0; i < ends->count; i++)
      if (!excludes(lemmas, cut, ends->at[i].condition))
        return false;
  }
  return true;
}

// Shrinking: backwards from what excludes the violations, always what is needed
// for what is needed.

struct shrinking {
  const struct lemmas *lemmas;
  bool **is_needed; // by cut point and index
  bool changed;
};

static void need(struct shrinking *shrinking, uint32_t cut, uint32_t index) {
  shrinking->changed |= !shrinking->is_needed[cut][index];
  shrinking->is_needed[cut][index] = true;
}

// Given that those needed already are at hand, which others of the cut point
// make the wrong impossible?
static void need_for(struct shrinking *shrinking, uint32_t cut,
                     struct term condition, struct term wrong) {
  const struct term_vec *all = &shrinking->lemmas->at[cut];
  struct term_vec open = {0};
  struct u32_vec index = {0}, core = {0};
  struct query *query = query_new(shrinking->lemmas->solver, PURPOSE_LEMMA);
  query_assert(query, condition);
  query_assert(query, wrong);
  for (uint32_t i = 0; i < all->count; i++) {
    if (shrinking->is_needed[cut][i]) {
      query_assert(query, all->at[i]);
      continue;
    }
    term_vec_push(&open, all->at[i]);
    u32_vec_push(&index, i);
  }
  if (query_check(query, open.at, open.count) == ANSWER_UNSAT)
    query_core(query, true, &core);
  else // as it was: all
    for (uint32_t i = 0; i < open.count; i++)
      u32_vec_push(&core, i);
  for (uint32_t i = 0; i < core.count; i++)
    need(shrinking, cut, index.at[core.at[i]]);
  query_free(query);
  term_vec_release(&open);
  u32_vec_release(&index);
  u32_vec_release(&core);
}

// What was not changed needs itself.
static bool need_same(struct shrinking *shrinking, uint32_t cut,
                      struct term t) {
  const struct term_vec *all = &shrinking->lemmas->at[cut];
  for (uint32_t i = 0; i < all->count; i++)
    if (term_equal(all->at[i], t)) {
      need(shrinking, cut, i);
      return true;
    }
  return false;
}

static void need_for_exit(struct shrinking *shrinking, uint32_t cut,
                          struct block_exit *exit) {
  const struct lemmas *lemmas = shrinking->lemmas;
  struct term_vec seen = {0};
  seen_in(lemmas, exit->cut, &exit->state, &seen);
  for (uint32_t i = 0; i < seen.count; i++)
    if (shrinking->is_needed[exit->cut][i] &&
        !need_same(shrinking, cut, seen.at[i]))
      need_for(shrinking, cut, exit->state.condition,
               term_not(terms_of(lemmas), seen.at[i]));
  term_vec_release(&seen);
}

static void need_in_block(struct shrinking *shrinking, uint32_t cut) {
  const struct lemmas *lemmas = shrinking->lemmas;
  const struct large_block *block = &lemmas->blocks->at[cut];
  for (uint32_t i = 0; i < block->ends.count; i++)
    need_for(shrinking, cut, block->ends.at[i].condition,
             term_true(terms_of(lemmas)));
  for (uint32_t i = 0; i < block->exits.count; i++)
    need_for_exit(shrinking, cut, &block->exits.at[i]);
}

static void keep_needed(struct lemmas *lemmas, bool *const *is_needed) {
  for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++) {
    struct term_vec *all = &lemmas->at[cut];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->count; i++)
      if (is_needed[cut][i])
        all->at[kept++] = all->at[i];
    all->count = kept;
  }
}

void lemmas_shrink(struct lemmas *lemmas) {
  uint32_t count = lemmas->blocks->count;
  struct shrinking shrinking = {
      .lemmas = lemmas,
      .is_needed = memory_new_zero(count, sizeof *shrinking.is_needed),
      .changed = true};
  for (uint32_t i = 0; i < count; i++)
    shrinking.is_needed[i] =
        memory_new_zero(lemmas->at[i].count + 1, sizeof(bool));
  while (shrinking.changed && !must_stop(lemmas)) {
    shrinking.changed = false;
    for (uint32_t cut = 0; cut < count; cut++)
      need_in_block(&shrinking, cut);
  }
  if (!must_stop(lemmas))
    keep_needed(lemmas, shrinking.is_needed);
  for (uint32_t i = 0; i < count; i++)
    free(shrinking.is_needed[i]);
  free(shrinking.is_needed);
}

// What is claimed

static void claim_all(const struct lemmas *lemmas, struct term given,
                      uint32_t target, struct symbolic_state *state,
                      struct term_vec *claims) {
  struct term_table *terms = terms_of(lemmas);
  for (uint32_t i = 0; i < lemmas->at[target].count; i++) {
    struct term after =
        by_cases(lemmas, symbolic_state_read(state, lemmas->at[target].at[i]));
    term_vec_push(claims, term_and(terms, given, term_not(terms, after)));
  }
}

static struct term all_at(const struct lemmas *lemmas, uint32_t cut) {
  return term_and_all(terms_of(lemmas), lemmas->at[cut].at,
                      lemmas->at[cut].count);
}

void lemmas_induction(const struct lemmas *lemmas, struct term_vec *claims) {
  struct term_table *terms = terms_of(lemmas);
  struct symbolic_state state =
      symbolic_state_initial(lemmas->blocks->effects, lemmas->relevant);
  claim_all(lemmas, term_true(terms), 0, &state, claims);
  symbolic_state_release(&state);
  for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++) {
    const struct block_exit_vec *exits = &lemmas->blocks->at[cut].exits;
    for (uint32_t i = 0; i < exits->count; i++) {
      struct symbolic_state *after = &exits->at[i].state;
      claim_all(lemmas, term_and(terms, all_at(lemmas, cut), after->condition),
                exits->at[i].cut, after, claims);
    }
  }
}

void lemmas_claims(const struct lemmas *lemmas, struct term_vec *claims) {
  lemmas_induction(lemmas, claims);
  for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++) {
    const struct block_end_vec *ends = &lemmas->blocks->at[cut].ends;
    for (uint32_t i = 0; i < ends->count; i++)
      term_vec_push(claims, term_and(terms_of(lemmas), all_at(lemmas, cut),
                                     ends->at[i].condition));
  }
}

bool lemmas_hold(const struct lemmas *lemmas) {
  struct term_vec claims = {0};
  bool ok = lemmas->blocks->is_complete;
  if (!ok)
    return false;
  lemmas_induction(lemmas, &claims);
  for (uint32_t i = 0; i < claims.count && ok; i++) {
    struct query *query = query_new(lemmas->solver, PURPOSE_PROOF);
    query_assert(query, claims.at[i]);
    ok = query_check(query, NULL, 0) == ANSWER_UNSAT;
    query_free(query);
  }
  term_vec_release(&claims);
  return ok;
}
