#include "exact/strategy.h"

#include <string.h>

enum { MOST_PAIRS = 4000000, MOST_LIFTS = 40000000, POLL_EVERY = 0xfff };

void strategy_release(struct strategy *s) {
  pair_numbers_release(&s->numbers);
  strategy_pair_vec_release(&s->pairs);
  u32_vec_release(&s->options);
  u32_vec_release(&s->sets);
  u32_vec_release(&s->members);
  u32_vec_release(&s->ranks);
}

// ---- Pairs and their options ------------------------------------------------

static bool holds(const struct strategy *s, uint32_t state, uint32_t part) {
  enum mu_side side = s->is_dual ? MU_POSSIBLE : MU_CERTAIN;
  return evaluation_holds(s->evaluation, side, part, state) != s->is_dual;
}

static uint32_t pair_of(struct strategy *s, uint32_t state, uint32_t part) {
  bool is_new;
  part = warrants_part(s->table, part);
  uint32_t *number =
      pair_numbers_insert(&s->numbers, (uint64_t)state << 32 | part, &is_new);
  if (is_new)
    *number = strategy_pair_vec_push(
        &s->pairs, (struct strategy_pair){.state = state, .part = part});
  return *number;
}

static void end_option(struct strategy *s, uint32_t set) {
  u32_vec_push(&s->sets, set);
  u32_vec_push(&s->options, s->members.count);
}

static void add_single(struct strategy *s, uint32_t state, uint32_t part) {
  if (!holds(s, state, part))
    return;
  u32_vec_push(&s->members, pair_of(s, state, part));
  end_option(s, 0);
}

static bool all_hold(const struct strategy *s, struct u32_range states,
                     uint32_t part) {
  for (const uint32_t *at = states.begin; at < states.end; at++)
    if (!holds(s, *at, part))
      return false;
  return true;
}

static void add_all(struct strategy *s, struct u32_range states, uint32_t part,
                    uint32_t set) {
  if (!all_hold(s, states, part))
    return;
  for (const uint32_t *at = states.begin; at < states.end; at++)
    u32_vec_push(&s->members, pair_of(s, *at, part));
  end_option(s, set);
}

static void add_options(struct strategy *s, uint32_t state, uint32_t part) {
  const struct mu_node *node = mu_node(s->table, part);
  const struct modal *modal = s->evaluation->modal;
  switch (warrants_kind(s->table, part, s->is_dual)) {
  case MU_AND:
    u32_vec_push(&s->members, pair_of(s, state, node->a));
    u32_vec_push(&s->members, pair_of(s, state, node->b));
    end_option(s, 0);
    break;
  case MU_OR:
    add_single(s, state, node->a);
    add_single(s, state, node->b);
    break;
  case MU_SOME:
    for (uint32_t set = modal_first_set(modal, state);
         set < modal_end_set(modal, state); set++)
      add_all(s, modal_set(modal, set), node->a, set);
    break;
  case MU_ALL: add_all(s, modal_may_of(modal, state), node->a, 0); break;
  case MU_LEAST:
  case MU_GREATEST: add_single(s, state, node->a); break;
  default: end_option(s, 0); break; // nothing is needed
  }
}

// False when there are too many.
static bool find_pairs(struct strategy *s, struct poll poll) {
  u32_vec_push(&s->options, 0);
  for (uint32_t i = 0; i < s->pairs.count; i++) {
    uint32_t first = s->sets.count;
    add_options(s, s->pairs.at[i].state, s->pairs.at[i].part);
    s->pairs.at[i].first = s->pairs.at[i].chosen = first;
    s->pairs.at[i].count = s->sets.count - first;
    if (!s->pairs.at[i].count || s->pairs.count > MOST_PAIRS ||
        (!(i & POLL_EVERY) && poll_stops(poll)))
      return false;
  }
  return true;
}

// ---- Ranks ------------------------------------------------------------------

struct lifting {
  struct strategy *strategy;
  uint32_t *bounds;          // by level: greatest number that is of use
  struct u32_vec first_user; // by pair, and one more: of `users`
  struct u32_vec users;      // pairs of which an option has it
  struct u32_vec queue;
  struct bitset queued;
  uint32_t *best, *now; // ranks
};

static int compare(const uint32_t *a, const uint32_t *b, uint32_t width) {
  for (uint32_t i = 0; i < width; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

static uint32_t *rank_of(const struct strategy *s, uint32_t pair) {
  return s->ranks.at + (size_t)pair * s->width;
}

// The least greater rank, of which only numbers up to the level count. One that
// is beyond all bounds is the greatest: nobody needs it.
static void increase(const struct lifting *l, uint32_t level, uint32_t *rank) {
  uint32_t width = l->strategy->width;
  if (rank[0] == UINT32_MAX)
    return;
  for (uint32_t i = level + 1; i-- > 0;) {
    if (rank[i] < l->bounds[i]) {
      rank[i]++;
      return;
    }
    rank[i] = 0;
  }
  for (uint32_t i = 0; i < width; i++)
    rank[i] = UINT32_MAX;
}

// What a pair needs that rests on the members.
static void rank_of_option(const struct lifting *l, uint32_t option,
                           uint32_t part, uint32_t *into) {
  const struct strategy *s = l->strategy;
  const struct mu_node *node = mu_node(s->table, part);
  memset(into, 0, s->width * sizeof *into);
  for (uint32_t m = s->options.at[option]; m < s->options.at[option + 1]; m++) {
    const uint32_t *rank = rank_of(s, s->members.at[m]);
    if (compare(rank, into, s->width) > 0)
      memcpy(into, rank, s->width * sizeof *into);
  }
  if (!mu_is_fixpoint(node) || !s->width || into[0] == UINT32_MAX)
    return;
  for (uint32_t i = node->level + 1; i < s->width; i++)
    into[i] = 0;
  if (warrants_kind(s->table, part, s->is_dual) == MU_LEAST)
    increase(l, node->level, into);
}

// True when the rank of the pair grows.
static bool lift(struct lifting *l, uint32_t number) {
  struct strategy *s = l->strategy;
  struct strategy_pair *pair = &s->pairs.at[number];
  size_t size = s->width * sizeof *l->best;
  for (uint32_t i = 0; i < pair->count; i++) {
    rank_of_option(l, pair->first + i, pair->part, l->now);
    if (i && compare(l->now, l->best, s->width) >= 0)
      continue;
    memcpy(l->best, l->now, size);
    pair->chosen = pair->first + i;
  }
  if (compare(l->best, rank_of(s, number), s->width) <= 0)
    return false;
  memcpy(rank_of(s, number), l->best, size);
  return true;
}

static void enqueue(struct lifting *l, uint32_t pair) {
  if (bitset_add(&l->queued, pair))
    u32_vec_push(&l->queue, pair);
}

static void find_users(struct lifting *l) {
  const struct strategy *s = l->strategy;
  u32_vec_resize(&l->first_user, s->pairs.count + 2);
  u32_vec_resize(&l->users, s->members.count);
  for (uint32_t i = 0; i < s->members.count; i++)
    l->first_user.at[s->members.at[i] + 2]++;
  for (uint32_t i = 2; i < l->first_user.count; i++)
    l->first_user.at[i] += l->first_user.at[i - 1];
  for (uint32_t p = 0; p < s->pairs.count; p++) {
    const struct strategy_pair *pair = &s->pairs.at[p];
    for (uint32_t m = s->options.at[pair->first];
         m < s->options.at[pair->first + pair->count]; m++)
      l->users.at[l->first_user.at[s->members.at[m] + 1]++] = p;
  }
}

// Steps lead to pairs that were found later, as a rule: those come first. The
// queue is worked off in passes.
static bool lift_all(struct lifting *l, struct poll poll) {
  struct strategy *s = l->strategy;
  uint64_t lifts = 0;
  for (uint32_t i = s->pairs.count; i-- > 0;)
    enqueue(l, i);
  for (uint32_t i = 0; i < l->queue.count; i++) {
    uint32_t pair = l->queue.at[i];
    bitset_remove(&l->queued, pair);
    if (lift(l, pair))
      for (uint32_t u = l->first_user.at[pair]; u < l->first_user.at[pair + 1];
           u++)
        enqueue(l, l->users.at[u]);
    if (++lifts > MOST_LIFTS || (!(lifts & POLL_EVERY) && poll_stops(poll)))
      return false;
  }
  return true;
}

// Of each least fixpoint so many approximations matter as there are states at
// which it holds.
static void find_bounds(struct lifting *l) {
  const struct strategy *s = l->strategy;
  uint32_t *counts = memory_new_zero(s->table->nodes.count, sizeof *counts);
  for (uint32_t i = 0; i < s->pairs.count; i++) {
    uint32_t part = s->pairs.at[i].part;
    uint32_t level = mu_node(s->table, part)->level;
    if (warrants_kind(s->table, part, s->is_dual) == MU_LEAST &&
        ++counts[part] > l->bounds[level])
      l->bounds[level] = counts[part];
  }
  free(counts);
}

static bool find_ranks(struct strategy *s, struct poll poll) {
  struct lifting l = {.strategy = s,
                      .bounds = memory_new_zero(s->width + 1, sizeof *l.bounds),
                      .best = memory_new_zero(s->width + 1, sizeof *l.best),
                      .now = memory_new_zero(s->width + 1, sizeof *l.now)};
  u32_vec_resize(&s->ranks, s->pairs.count * s->width);
  find_bounds(&l);
  find_users(&l);
  bool ok = lift_all(&l, poll);
  u32_vec_release(&l.first_user);
  u32_vec_release(&l.users);
  u32_vec_release(&l.queue);
  bitset_release(&l.queued);
  free(l.bounds);
  free(l.best);
  free(l.now);
  return ok;
}

bool strategy_find(struct strategy *s, const struct evaluation *evaluation,
                   uint32_t root, bool is_dual, const struct u32_vec *states,
                   struct poll poll) {
  *s = (struct strategy){.evaluation = evaluation,
                         .table = evaluation->table,
                         .is_dual = is_dual,
                         .width = warrants_width(evaluation->table, is_dual)};
  for (uint32_t i = 0; i < states->count; i++)
    pair_of(s, states->at[i], root);
  return find_pairs(s, poll) && find_ranks(s, poll);
}

struct u32_range strategy_reason(const struct strategy *s, uint32_t pair) {
  uint32_t option = s->pairs.at[pair].chosen;
  return (struct u32_range){s->members.at + s->options.at[option],
                            s->members.at + s->options.at[option + 1]};
}
