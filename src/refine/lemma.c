#include "refine/lemma.h"

#include <stdlib.h>

#include "base/memory.h"

void lemmas_init(struct lemmas *lemmas, const struct blocks *blocks,
                 const struct bitset *relevant, struct solver *solver) {
  *lemmas =
      (struct lemmas){.blocks = blocks,
                      .relevant = relevant,
                      .solver = solver,
                      .at = memory_new_zero(blocks->count, sizeof *lemmas->at)};
}

void lemmas_release(struct lemmas *lemmas) {
  for (uint32_t i = 0; lemmas->at && i < lemmas->blocks->count; i++)
    term_vec_release(&lemmas->at[i]);
  free(lemmas->at);
  lemmas->at = NULL;
}

static struct term_table *terms_of(const struct lemmas *lemmas) {
  return lemmas->blocks->effects->program->terms;
}

static void forget_all(struct lemmas *lemmas) {
  for (uint32_t i = 0; i < lemmas->blocks->count; i++)
    term_vec_clear(&lemmas->at[i]);
}

// For good: what was not looked at must not be kept by a second opinion.
static bool must_stop(struct lemmas *lemmas) {
  if (!lemmas->is_stopped && lemmas->stop)
    lemmas->is_stopped = lemmas->stop(lemmas->context);
  return lemmas->is_stopped;
}

// The candidates of a cut point as they are in a state.
static void seen_in(const struct lemmas *lemmas, uint32_t cut,
                    const struct block_state *state, struct term_vec *into) {
  struct substitution *substitution =
      block_state_substitution(lemmas->blocks->effects->program, state);
  for (uint32_t i = 0; i < lemmas->at[cut].count; i++)
    term_vec_push(into,
                  substitution_apply(substitution, lemmas->at[cut].at[i]));
  substitution_free(substitution);
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

// The candidates of the target that hold after the state, whenever what the
// query asserts holds. Returns how many were thrown away.
static uint32_t filter(struct lemmas *lemmas, struct query *query,
                       uint32_t target, const struct block_state *state) {
  struct term_table *terms = terms_of(lemmas);
  struct term_vec seen = {0};
  struct term_vec *candidates = &lemmas->at[target];
  uint32_t dropped = 0;
  seen_in(lemmas, target, state, &seen);
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
  term_vec_release(&seen);
  return dropped;
}

static void filter_entry(struct lemmas *lemmas) {
  struct block_state state =
      block_initial(lemmas->blocks->effects, lemmas->relevant);
  struct query *query = query_new(lemmas->solver, PURPOSE_LEMMA);
  filter(lemmas, query, 0, &state);
  query_free(query);
  block_state_release(&state);
}

static uint32_t filter_exit(struct lemmas *lemmas, uint32_t cut,
                            const struct block_exit *exit) {
  struct query *query = query_new(lemmas->solver, PURPOSE_LEMMA);
  assert_all(query, &lemmas->at[cut]);
  query_assert(query, exit->state.condition);
  uint32_t dropped = filter(lemmas, query, exit->cut, &exit->state);
  query_free(query);
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

static void need_for_exit(struct shrinking *shrinking, uint32_t cut,
                          const struct block_exit *exit) {
  const struct lemmas *lemmas = shrinking->lemmas;
  struct term_vec seen = {0};
  seen_in(lemmas, exit->cut, &exit->state, &seen);
  for (uint32_t i = 0; i < seen.count; i++)
    if (shrinking->is_needed[exit->cut][i])
      need_for(shrinking, cut, exit->state.condition,
               term_not(terms_of(lemmas), seen.at[i]));
  term_vec_release(&seen);
}

static void need_in_block(struct shrinking *shrinking, uint32_t cut) {
  const struct lemmas *lemmas = shrinking->lemmas;
  const struct block *block = &lemmas->blocks->at[cut];
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

// Rechecking

static bool all_hold(const struct lemmas *lemmas, struct query *query,
                     uint32_t target, const struct block_state *state) {
  struct term_vec seen = {0};
  bool ok = true;
  seen_in(lemmas, target, state, &seen);
  for (uint32_t i = 0; i < seen.count && ok; i++) {
    struct term wrong = term_not(terms_of(lemmas), seen.at[i]);
    ok = query_check(query, &wrong, 1) == ANSWER_UNSAT;
  }
  term_vec_release(&seen);
  return ok;
}

static bool exit_holds(const struct lemmas *lemmas, uint32_t cut,
                       const struct block_exit *exit) {
  struct query *query = query_new(lemmas->solver, PURPOSE_PROOF);
  assert_all(query, &lemmas->at[cut]);
  query_assert(query, exit->state.condition);
  bool ok = all_hold(lemmas, query, exit->cut, &exit->state);
  query_free(query);
  return ok;
}

bool lemmas_hold(const struct lemmas *lemmas) {
  if (!lemmas->blocks->is_complete)
    return false;
  struct block_state state =
      block_initial(lemmas->blocks->effects, lemmas->relevant);
  struct query *query = query_new(lemmas->solver, PURPOSE_PROOF);
  bool ok = all_hold(lemmas, query, 0, &state);
  query_free(query);
  block_state_release(&state);
  for (uint32_t cut = 0; cut < lemmas->blocks->count && ok; cut++) {
    const struct block_exit_vec *exits = &lemmas->blocks->at[cut].exits;
    for (uint32_t i = 0; i < exits->count && ok; i++)
      ok = exit_holds(lemmas, cut, &exits->at[i]);
  }
  return ok;
}
