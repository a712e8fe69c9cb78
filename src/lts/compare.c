#include "lts/compare.h"

#include <stdlib.h>

#include "base/check.h"
#include "lts/inclusion.h"
#include "lts/levels.h"
#include "lts/local_simulation.h"
#include "lts/minimise.h"
#include "lts/missing_word.h"
#include "lts/partition.h"
#include "lts/simulation.h"
#include "lts/transform.h"
#include "lts/weak.h"

const char *relation_text(enum lts_relation relation) {
  static const char *const texts[] = {
      "trace", "weak-trace",      "sim",       "weak-sim",
      "bisim", "branching-bisim", "weak-bisim"};
  return texts[relation];
}

// Traces

// A run of the LTS that performs a trace, which it has: layer k of the search
// holds the states after k actions.
struct layer_search {
  const struct lts *lts;
  bool weak;
  struct tau_walk walk;
  struct u32_vec states;    // all layers, one after the other
  struct u32_vec from;      // parallel: index of the state before
  struct lts_action_vec by; // parallel
};

static void add_found(struct layer_search *search, uint32_t state,
                      uint32_t from, struct action by) {
  if (tau_walk_has(&search->walk, state))
    return;
  tau_walk_add(&search->walk, state, from);
  u32_vec_push(&search->states, state);
  u32_vec_push(&search->from, from);
  lts_action_vec_push(&search->by, by);
}

static void close_layer(struct layer_search *search, uint32_t begin) {
  for (uint32_t i = begin; search->weak && i < search->states.count; i++) {
    struct lts_step_range silent =
        lts_steps_by(search->lts, search->states.at[i], action_tau);
    for (const struct lts_step *step = silent.begin; step < silent.end; step++)
      add_found(search, step->target, i, action_tau);
  }
}

// Goes on by one action from the layer states[begin ..]; returns where the new
// layer begins.
static uint32_t next_layer(struct layer_search *search, uint32_t begin,
                           struct action action) {
  uint32_t end = search->states.count;
  tau_walk_begin(&search->walk);
  for (uint32_t i = begin; i < end; i++) {
    struct lts_step_range range =
        lts_steps_by(search->lts, search->states.at[i], action);
    for (const struct lts_step *step = range.begin; step < range.end; step++)
      add_found(search, step->target, i, action);
  }
  close_layer(search, end);
  CHECK(search->states.count > end, "a trace that the system does not have");
  return end;
}

static void find_run(const struct lts *lts, const struct lts_action_vec *trace,
                     bool weak, struct lts_step_vec *run) {
  struct layer_search search = {.lts = lts, .weak = weak};
  tau_walk_init(&search.walk, lts);
  tau_walk_begin(&search.walk);
  add_found(&search, lts->initial, STATE_NONE, action_tau);
  close_layer(&search, 0);
  uint32_t begin = 0;
  for (uint32_t k = 0; k < trace->count; k++)
    begin = next_layer(&search, begin, trace->at[k]);
  for (uint32_t i = begin; search.from.at[i] != STATE_NONE;
       i = search.from.at[i])
    lts_step_vec_push(run,
                      (struct lts_step){search.by.at[i], search.states.at[i]});
  for (uint32_t i = 0, j = run->count; i + 1 < j; i++) {
    struct lts_step step = run->at[i];
    run->at[i] = run->at[--j];
    run->at[j] = step;
  }
  tau_walk_release(&search.walk);
  u32_vec_release(&search.states);
  u32_vec_release(&search.from);
  lts_action_vec_release(&search.by);
}

// The reachable part, reduced.
static struct lts *reduce_reachable(const struct lts *lts,
                                    enum lts_equivalence reduction) {
  struct lts *reduced = lts_reduce(lts_reachable(lts, NULL), reduction, NULL);
  lts_forget_kinds(reduced);
  return reduced;
}

static uint64_t size_of(const struct lts *lts) {
  return (uint64_t)lts->step_count + lts->state_count;
}

// A search that has looked at so many members of sets for each step and state
// is likely to be long; the search for a short missing word may look at so many
// steps for each, before and after a simulation, which may look at so many.
enum { PATIENCE = 4, MISSING_FIRST = 1, SIMULATION = 64, MISSING_THEN = 16 };

// A and B as one LTS, whose initial state is that of B; takes both over.
static struct lts *merge(struct lts *a, struct lts *b,
                         enum lts_equivalence reduction, uint32_t *start_a) {
  struct lts *both = lts_union(a, b);
  uint32_t start_b = a->state_count + b->initial, *map;
  *start_a = a->initial;
  lts_free(a);
  lts_free(b);
  both = lts_reduce(both, reduction, &map);
  *start_a = map[*start_a];
  both->initial = map[start_b];
  free(map);
  return both;
}

// What a search for a trace of A that B does not have says.
struct trace_answer {
  enum inclusion_answer answer;
  struct lts_action_vec trace;   // if it fails
  struct lts_action_vec allowed; // what B could do instead of its last action
  uint64_t pairs;
};

static struct trace_answer search_pairs(const struct lts *a,
                                        const struct lts *b,
                                        struct inclusion_options options) {
  struct lts_view view = lts_view_of(a);
  struct inclusion inclusion = lts_check_inclusion(&view, b, options);
  struct trace_answer result = {.answer = inclusion.answer,
                                .allowed = inclusion.allowed,
                                .pairs = inclusion.pairs};
  for (uint32_t i = 0; i < inclusion.run.count; i++)
    if (!options.weak || !action_is_tau(inclusion.run.at[i].action))
      lts_action_vec_push(&result.trace, inclusion.run.at[i].action);
  inclusion.allowed = (struct lts_action_vec){0};
  inclusion_release(&inclusion);
  return result;
}

// Is there a short trace of a state that the initial one does not have?
static bool is_missing(const struct lts *lts, uint32_t from, bool weak,
                       uint64_t budget, struct trace_answer *result) {
  if (from == lts->initial)
    return false;
  struct missing_word missing =
      lts_missing_word(lts, from, lts->initial, weak, budget);
  if (missing.is_found)
    *result = (struct trace_answer){.answer = INCLUSION_FAILS,
                                    .trace = missing.word,
                                    .allowed = missing.allowed};
  return missing.is_found;
}

// The long way: states of A and B that are bisimilar become one, which settles
// all pairs of a state and a set that has it; a short trace that B does not
// have, and a simulation, which implies inclusion, are tried before pairs are
// searched. Takes both over.
static struct trace_answer include_merged(struct lts *a, struct lts *b,
                                          struct inclusion_options options) {
  struct trace_answer result = {.answer = INCLUSION_HOLDS};
  uint32_t start;
  b = merge(a, b, options.weak ? LTS_BRANCHING : LTS_STRONG, &start);
  uint64_t size = size_of(b);
  if (!is_missing(b, start, options.weak, MISSING_FIRST * size, &result) &&
      lts_simulate_locally(b, start, b->initial, options.weak,
                           SIMULATION * size) != LOCAL_SIMULATED &&
      !is_missing(b, start, options.weak, MISSING_THEN * size, &result)) {
    struct lts left = *b;
    left.initial = start;
    options.same_states = true;
    options.patience = 0;
    result = search_pairs(&left, b, options);
  }
  lts_free(b);
  return result;
}

static struct trace_answer include_traces(const struct lts *a,
                                          const struct lts *b,
                                          struct compare_options options) {
  bool weak = options.relation == RELATION_WEAK_TRACE;
  enum lts_equivalence reduction = weak ? LTS_BRANCHING : LTS_STRONG;
  struct lts *left = reduce_reachable(a, reduction);
  struct lts *right = reduce_reachable(b, reduction);
  struct inclusion_options search = {
      .weak = weak,
      .limit = options.limit,
      .patience = PATIENCE * (size_of(left) + size_of(right)) + 1};
  struct trace_answer result = search_pairs(left, right, search);
  if (result.answer == INCLUSION_UNKNOWN &&
      (!options.limit || result.pairs <= options.limit))
    return include_merged(left, right, search);
  lts_free(left);
  lts_free(right);
  return result;
}

static void compare_traces(const struct lts *a, const struct lts *b,
                           struct compare_options options,
                           struct comparison *result) {
  struct trace_answer found = include_traces(a, b, options);
  if (found.answer == INCLUSION_UNKNOWN) {
    result->answer = COMPARE_UNKNOWN;
    result->reason = "more pairs of states than the limit";
  } else if (found.answer == INCLUSION_FAILS) {
    result->answer = COMPARE_FAILS;
    result->trace = found.trace;
    result->allowed = found.allowed;
    find_run(a, &result->trace, options.relation == RELATION_WEAK_TRACE,
             &result->run);
  }
}

// Simulations and bisimulations: on the union of A and B, reduced.

struct arena_of_play {
  struct lts *whole; // the union, kinds and divergence exposed
  uint32_t shift;    // where the states of B start
  uint32_t *map;     // to the states of
  struct lts *reduced;
  struct lts *saturated; // weak steps of `reduced`, null unless weak
  uint32_t *classes;     // weak bisimulation: of the states of `reduced`
  struct levels *levels;
  struct simulation *simulation;
};

static bool is_weak(enum lts_relation relation) {
  return relation == RELATION_WEAK_SIM || relation == RELATION_WEAK_BISIM;
}

static bool is_simulation(enum lts_relation relation) {
  return relation == RELATION_SIM || relation == RELATION_WEAK_SIM;
}

static struct lts *expose(const struct lts *a, const struct lts *b,
                          struct compare_options options) {
  struct lts *both = lts_union(a, b);
  struct lts *exposed = lts_expose_kinds(both);
  lts_free(both);
  if (options.relation != RELATION_BRANCHING_BISIM || !options.divergence)
    return exposed;
  both = exposed;
  exposed = lts_expose_divergence(both);
  lts_free(both);
  return exposed;
}

// False if a limit was reached.
static bool arena_init(struct arena_of_play *arena, const struct lts *a,
                       const struct lts *b, struct compare_options options) {
  bool strong =
      options.relation == RELATION_SIM || options.relation == RELATION_BISIM;
  *arena = (struct arena_of_play){.whole = expose(a, b, options),
                                  .shift = a->state_count};
  arena->reduced = lts_reduce(lts_copy(arena->whole),
                              strong ? LTS_STRONG : LTS_BRANCHING, &arena->map);
  if (is_weak(options.relation))
    arena->saturated = lts_saturate(arena->reduced, options.limit);
  return !is_weak(options.relation) || arena->saturated;
}

static void arena_release(struct arena_of_play *arena) {
  lts_free(arena->whole);
  free(arena->map);
  lts_free(arena->reduced);
  lts_free(arena->saturated);
  free(arena->classes);
  levels_free(arena->levels);
  simulation_free(arena->simulation);
}

static uint32_t rank_by_levels(const void *data, uint32_t s, uint32_t t) {
  const struct arena_of_play *arena = data;
  return levels_rank(arena->levels, arena->map[s], arena->map[t]);
}

static uint32_t rank_by_simulation(const void *data, uint32_t s, uint32_t t) {
  const struct arena_of_play *arena = data;
  return simulation_rank(arena->simulation, arena->map[s], arena->map[t]);
}

static void show_play(struct arena_of_play *arena, uint32_t a, uint32_t b,
                      struct compare_options options,
                      struct comparison *result) {
  bool simulation = is_simulation(options.relation);
  struct play_rules rules = {
      .lts = arena->whole,
      .shift = arena->shift,
      .both_sides = !simulation,
      .weak_moves = is_weak(options.relation),
      .weak_answers = is_weak(options.relation),
      .branching = options.relation == RELATION_BRANCHING_BISIM,
      .rank = simulation ? rank_by_simulation : rank_by_levels,
      .data = arena};
  result->answer = COMPARE_FAILS;
  play_make(&rules, a, b, &result->play);
}

static void decide_simulation(struct arena_of_play *arena, uint32_t a,
                              uint32_t b, struct compare_options options,
                              struct comparison *result) {
  const struct lts *answers =
      arena->saturated ? arena->saturated : arena->reduced;
  arena->simulation = simulation_new(arena->reduced, answers, arena->map[a],
                                     arena->map[b], options.limit);
  if (!arena->simulation) {
    result->answer = COMPARE_UNKNOWN;
    result->reason = "more pairs of states than the limit";
  } else if (rank_by_simulation(arena, a, b) != RANK_NEVER) {
    show_play(arena, a, b, options, result);
  }
}

static void decide_bisimulation(struct arena_of_play *arena, uint32_t a,
                                uint32_t b, struct compare_options options,
                                struct comparison *result) {
  uint32_t count;
  bool same = arena->map[a] == arena->map[b];
  if (!same && arena->saturated) {
    arena->classes = partition_strong(arena->saturated, &count);
    same = arena->classes[arena->map[a]] == arena->classes[arena->map[b]];
  }
  if (same)
    return;
  arena->levels =
      levels_new(arena->saturated ? arena->saturated : arena->reduced,
                 options.relation == RELATION_BRANCHING_BISIM);
  show_play(arena, a, b, options, result);
}

static void compare_states(const struct lts *a, const struct lts *b,
                           struct compare_options options,
                           struct comparison *result) {
  struct arena_of_play arena;
  uint32_t start_b = a->state_count + b->initial;
  if (!arena_init(&arena, a, b, options)) {
    result->answer = COMPARE_UNKNOWN;
    result->reason = "more weak steps than the limit";
  } else if (is_simulation(options.relation)) {
    decide_simulation(&arena, a->initial, start_b, options, result);
  } else {
    decide_bisimulation(&arena, a->initial, start_b, options, result);
  }
  arena_release(&arena);
}

static void compare_one_way(const struct lts *a, const struct lts *b,
                            struct compare_options options,
                            struct comparison *result) {
  if (options.relation == RELATION_TRACE ||
      options.relation == RELATION_WEAK_TRACE)
    compare_traces(a, b, options, result);
  else
    compare_states(a, b, options, result);
}

struct comparison lts_compare(const struct lts *a, const struct lts *b,
                              struct compare_options options) {
  struct comparison result = {.answer = COMPARE_HOLDS};
  compare_one_way(a, b, options, &result);
  if (options.both && options.relation <= RELATION_WEAK_SIM &&
      result.answer == COMPARE_HOLDS) {
    compare_one_way(b, a, options, &result);
    result.swapped = true;
  }
  return result;
}

void comparison_release(struct comparison *comparison) {
  lts_action_vec_release(&comparison->trace);
  lts_step_vec_release(&comparison->run);
  lts_action_vec_release(&comparison->allowed);
  play_release(&comparison->play);
}
