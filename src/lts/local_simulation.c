#include "lts/local_simulation.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "lts/transform.h"
#include "lts/weak.h"

NUMBER_MAP_DEFINE(pair_map, uint64_t, uint32_t);

enum { NONE = UINT32_MAX };

struct match {
  uint32_t s, t;
  uint32_t users; // first duty that relies on it, or NONE
  bool is_refuted;
};

// A step of the s of a match, and the match that answers it.
struct duty {
  uint32_t match;
  uint32_t step; // index into the LTS's steps
  uint32_t next; // duty that relies on the same match, or NONE
};

VEC_DEFINE(match_vec, struct match);
VEC_DEFINE(duty_vec, struct duty);

struct game {
  const struct lts *lts;
  bool weak;
  bool only_alike; // what lacks more than half of the features is no answer
  uint64_t budget;
  uint64_t *signatures;
  uint64_t *features;
  struct pair_map known; // match by s and t
  struct match_vec matches;
  struct duty_vec duties;
  struct u32_vec fresh;  // matches whose duties are to be met
  struct u32_vec broken; // duties whose answer was refuted
  struct tau_walk walk;
};

// Signatures

static bool is_silent(const struct game *game, struct action action) {
  return game->weak && action_is_tau(action);
}

// The states, those that others reach silently first.
static uint32_t *silent_order(const struct lts *lts, const uint32_t *components,
                              uint32_t count) {
  uint32_t *first = memory_new_zero((size_t)count + 1, sizeof *first);
  uint32_t *order = memory_new(lts->state_count * sizeof *order);
  for (uint32_t s = 0; s < lts->state_count; s++)
    first[components[s] + 1]++;
  for (uint32_t c = 0; c < count; c++)
    first[c + 1] += first[c];
  for (uint32_t s = 0; s < lts->state_count; s++)
    order[first[components[s]]++] = s;
  free(first);
  return order;
}

static uint64_t first_bits(struct action action) {
  return UINT64_C(1) << (hash_u64(action.id) & 31);
}

// The bits of an action followed by those whose first bits are given.
static uint64_t second_bits(struct action action, uint64_t then) {
  uint32_t turn = (uint32_t)(hash_u64(action.id) >> 32) & 31;
  uint32_t low = (uint32_t)then;
  uint32_t turned = turn ? low << turn | low >> (32 - turn) : low;
  return (uint64_t)turned << 32;
}

// What the steps of a state give; `after` has the first bits of the targets, or
// is null while those are found.
static uint64_t bits_of_row(const struct game *game, uint32_t state,
                            const uint64_t *after, const uint32_t *components,
                            const uint64_t *by_component) {
  uint64_t bits = 0;
  struct lts_step_range range = lts_steps(game->lts, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    if (is_silent(game, step->action))
      bits |= by_component[components[step->target]];
    else
      bits |= after ? second_bits(step->action, after[step->target])
                    : first_bits(step->action);
  }
  return bits;
}

// One of the two halves of the signatures. A silent component shares its bits;
// silent steps lead to components that are done, or inside.
static void sign(struct game *game, const uint32_t *order,
                 const uint32_t *components, uint32_t count, bool second) {
  const struct lts *lts = game->lts;
  uint64_t *by_component = memory_new_zero(count, sizeof *by_component);
  const uint64_t *after = second ? game->signatures : NULL;
  for (uint32_t i = 0; i < lts->state_count; i++)
    by_component[components[order[i]]] |=
        bits_of_row(game, order[i], after, components, by_component);
  for (uint32_t s = 0; s < lts->state_count; s++)
    game->signatures[s] |= by_component[components[s]];
  free(by_component);
}

static void sign_states(struct game *game) {
  uint32_t count = game->lts->state_count;
  uint32_t *components = NULL;
  game->signatures = memory_new_zero(count, sizeof *game->signatures);
  if (game->weak) {
    components = lts_tau_components(game->lts, &count);
  } else {
    components = memory_new(count * sizeof *components);
    for (uint32_t s = 0; s < count; s++)
      components[s] = s;
  }
  uint32_t *order = silent_order(game->lts, components, count);
  sign(game, order, components, count, false);
  sign(game, order, components, count, true);
  free(order);
  free(components);
}

// Likeness

enum { LOOKS = 3 };

// Replaces the looks of the states by those of one step more; adds the steps,
// with the old looks of their targets, to the features.
static uint32_t *look_further(struct game *game, uint32_t *looks) {
  const struct lts *lts = game->lts;
  uint32_t *further = memory_new(lts->state_count * sizeof *further);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint64_t sum = 0;
    struct lts_step_range range = lts_steps(lts, s);
    for (const struct lts_step *step = range.begin; step < range.end; step++) {
      uint64_t feature = hash_mix(step->action.id, looks[step->target]);
      sum += feature;
      game->features[s] |= UINT64_C(1) << (feature >> 58);
    }
    further[s] = (uint32_t)(hash_u64(sum) >> 32);
  }
  free(looks);
  return further;
}

static void find_features(struct game *game) {
  uint32_t count = game->lts->state_count;
  uint32_t *looks = memory_new_zero(count, sizeof *looks);
  game->features = memory_new_zero(count, sizeof *game->features);
  for (uint32_t round = 0; round < LOOKS; round++)
    looks = look_further(game, looks);
  free(looks);
}

static uint32_t count_bits(uint64_t bits) {
  uint32_t count = 0;
  for (; bits; bits &= bits - 1)
    count++;
  return count;
}

static uint32_t count_missing(const struct game *game, uint32_t s, uint32_t t) {
  return count_bits(game->features[s] & ~game->features[t]);
}

// Answers

static bool spend(struct game *game, uint64_t effort) {
  game->budget = effort < game->budget ? game->budget - effort : 0;
  return game->budget > 0;
}

static uint64_t key_of(uint32_t s, uint32_t t) {
  return (uint64_t)s << 32 | t;
}

static uint32_t match_for(struct game *game, uint32_t s, uint32_t t) {
  bool is_new;
  uint32_t *known = pair_map_insert(&game->known, key_of(s, t), &is_new);
  if (is_new) {
    *known = match_vec_push(&game->matches, (struct match){s, t, NONE, false});
    u32_vec_push(&game->fresh, *known);
  }
  return *known;
}

// The best of the answers so far.
struct answer {
  uint32_t state;   // t', NONE: there is none
  uint32_t missing; // features: the fewest
  bool is_known;    // it makes a match that is there already
  bool is_same;     // it is s' itself: nothing more to do
};

static bool is_better(const struct answer *a, const struct answer *b) {
  if (b->state == NONE || a->missing != b->missing)
    return b->state == NONE || a->missing < b->missing;
  return a->is_known && !b->is_known;
}

static void weigh(const struct game *game, uint32_t s, uint32_t t,
                  struct answer *best) {
  if (s == t) {
    *best = (struct answer){.state = t, .is_same = true};
    return;
  }
  if (game->signatures[s] & ~game->signatures[t])
    return;
  const uint32_t *known = pair_map_find(&game->known, key_of(s, t));
  if (known && game->matches.at[*known].is_refuted)
    return;
  struct answer answer = {.state = t,
                          .missing = count_missing(game, s, t),
                          .is_known = known != NULL};
  if (game->only_alike && 2 * answer.missing > count_bits(game->features[s]))
    return;
  if (is_better(&answer, best))
    *best = answer;
}

static void weigh_steps(struct game *game, uint32_t s, uint32_t from,
                        struct action action, struct answer *best) {
  struct lts_step_range range = lts_steps_by(game->lts, from, action);
  for (const struct lts_step *step = range.begin;
       step < range.end && !best->is_same; step++)
    weigh(game, s, step->target, best);
  spend(game, (uint64_t)(range.end - range.begin) + 1);
}

static struct answer find_answer(struct game *game, const struct match *match,
                                 struct lts_step step) {
  struct answer best = {.state = NONE};
  if (!game->weak) {
    weigh_steps(game, step.target, match->t, step.action, &best);
    return best;
  }
  tau_walk_run(&game->walk, match->t);
  spend(game, game->walk.reached.count);
  for (uint32_t k = 0; k < game->walk.reached.count && !best.is_same; k++)
    if (is_silent(game, step.action))
      weigh(game, step.target, game->walk.reached.at[k], &best);
    else
      weigh_steps(game, step.target, game->walk.reached.at[k], step.action,
                  &best);
  return best;
}

static void refute(struct game *game, uint32_t number) {
  struct match *match = &game->matches.at[number];
  match->is_refuted = true;
  for (uint32_t d = match->users; d != NONE; d = game->duties.at[d].next)
    u32_vec_push(&game->broken, d);
  match->users = NONE;
}

// Finds an answer that is not refuted; without one the match is.
static void meet(struct game *game, uint32_t number) {
  struct duty duty = game->duties.at[number];
  struct match match = game->matches.at[duty.match];
  if (match.is_refuted)
    return;
  struct lts_step step = game->lts->steps[duty.step];
  struct answer answer = find_answer(game, &match, step);
  if (answer.is_same)
    return;
  if (answer.state == NONE) {
    refute(game, duty.match);
    return;
  }
  uint32_t with = match_for(game, step.target, answer.state);
  game->duties.at[number].next = game->matches.at[with].users;
  game->matches.at[with].users = number;
}

static void expand(struct game *game, uint32_t number) {
  struct match match = game->matches.at[number];
  for (uint32_t i = game->lts->first[match.s];
       i < game->lts->first[match.s + 1] &&
       !game->matches.at[number].is_refuted;
       i++)
    meet(game, duty_vec_push(&game->duties, (struct duty){number, i, NONE}));
}

static enum local_answer play(struct game *game, uint32_t s, uint32_t t) {
  struct answer first = {.state = NONE};
  weigh(game, s, t, &first);
  if (first.state == NONE)
    return LOCAL_REFUTED;
  if (first.is_same)
    return LOCAL_SIMULATED;
  uint32_t root = match_for(game, s, t);
  while (!game->matches.at[root].is_refuted) {
    if (!spend(game, 1))
      return LOCAL_UNKNOWN;
    if (game->broken.count)
      meet(game, u32_vec_pop(&game->broken));
    else if (game->fresh.count)
      expand(game, u32_vec_pop(&game->fresh));
    else
      return LOCAL_SIMULATED;
  }
  return LOCAL_REFUTED;
}

static void forget(struct game *game) {
  pair_map_clear(&game->known);
  match_vec_clear(&game->matches);
  duty_vec_clear(&game->duties);
  u32_vec_clear(&game->fresh);
  u32_vec_clear(&game->broken);
}

enum local_answer lts_simulate_locally(const struct lts *lts, uint32_t s,
                                       uint32_t t, bool weak, uint64_t budget) {
  struct game game = {
      .lts = lts, .weak = weak, .only_alike = true, .budget = budget / 2 + 1};
  tau_walk_init(&game.walk, lts);
  sign_states(&game);
  find_features(&game);
  enum local_answer answer = play(&game, s, t);
  if (answer != LOCAL_SIMULATED) {
    forget(&game);
    game.only_alike = false;
    game.budget = budget / 2 + 1;
    answer = play(&game, s, t);
  }
  tau_walk_release(&game.walk);
  free(game.signatures);
  free(game.features);
  pair_map_release(&game.known);
  match_vec_release(&game.matches);
  duty_vec_release(&game.duties);
  u32_vec_release(&game.fresh);
  u32_vec_release(&game.broken);
  return answer;
}
