#include "lts/grouped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "lts/contract.h"
#include "lts/grouped_internal.h"
#include "lts/transform.h"

// Compositions may have so many states in total before grouping ends.
enum { DEFAULT_LIMIT = 50000, TOTAL = 40 };

// What a group may hide

static const struct lts *active_lts(const struct grouped *grouped, uint32_t i) {
  return grouped->groups.at[grouped->active.at[i]].lts;
}

// The actions that somebody other than the active groups i and j knows. The
// ways to wait belong to nobody, and are kept.
static struct bitset known_elsewhere(const struct grouped *grouped, uint32_t i,
                                     uint32_t j) {
  struct bitset known = {0};
  if (grouped->question.specification)
    bitset_unite(&known, &grouped->question.specification->alphabet);
  for (uint32_t k = 0; k < grouped->active.count; k++)
    if (k != i && k != j)
      bitset_unite(&known, &active_lts(grouped, k)->alphabet);
  bitset_unite(&known, &grouped->wait_actions);
  return known;
}

static struct lts *contract(const struct grouped *grouped,
                            const struct lts *lts, struct bitset *known) {
  bitset_unite(known, &grouped->wait_actions); // with those made meanwhile
  return lts_contract(lts, known, LTS_WEAK_TRACE, 4 * grouped->limit);
}

// Leaves

static struct lts *without_waits(const struct grouped *grouped, uint32_t part,
                                 const struct bitset *hidden) {
  const struct lts *lts = grouped->parts[part];
  if (grouped->question.specification)
    return lts_cut(lts, &grouped->wait_actions);
  return lts_drop_unstable(lts, hidden, grouped->waits.at,
                           grouped->waits.count);
}

// How many parts have each action.
static uint32_t *count_owners(const struct grouped *grouped) {
  uint32_t limit = action_count(grouped->actions) + 1;
  uint32_t *counts = memory_new_zero(limit, sizeof *counts);
  for (uint32_t i = 0; i < grouped->part_count; i++) {
    const struct bitset *alphabet = &grouped->parts[i]->alphabet;
    BITSET_EACH (a, alphabet)
      counts[a]++;
  }
  return counts;
}

static void add_leaf(struct grouped *grouped, uint32_t part,
                     const uint32_t *owners) {
  const struct lts *lts = grouped->parts[part];
  struct bitset hidden = {0}, known = {0};
  BITSET_EACH (a, &lts->alphabet)
    if (owners[a] > 1 ||
        (grouped->question.specification &&
         bitset_has(&grouped->question.specification->alphabet, a)))
      bitset_add(&known, a);
    else if (!bitset_has(&grouped->wait_actions, a))
      bitset_add(&hidden, a);
  struct lts *stable = without_waits(grouped, part, &hidden);
  struct group group = {.lts = contract(grouped, stable, &known), .part = part};
  u32_vec_push(&grouped->active, group_vec_push(&grouped->groups, group));
  lts_free(stable);
  bitset_release(&hidden);
  bitset_release(&known);
}

// Pairs

struct candidate {
  uint32_t i, j; // active groups
  double cost;
};

struct chooser {
  struct grouped *grouped;
  struct owners owners; // active groups by action
  struct candidate best;
  struct u32_vec rejected; // pairs of groups
};

static bool is_rejected(const struct chooser *chooser, uint32_t i, uint32_t j) {
  const uint32_t *active = chooser->grouped->active.at;
  for (uint32_t k = 0; k < chooser->rejected.count; k += 2)
    if (chooser->rejected.at[k] == active[i] &&
        chooser->rejected.at[k + 1] == active[j])
      return true;
  return false;
}

// The more can be hidden the better, the more states the worse.
static double cost_of(const struct chooser *chooser, uint32_t i, uint32_t j) {
  const struct grouped *grouped = chooser->grouped;
  const struct lts *a = active_lts(grouped, i), *b = active_lts(grouped, j);
  const struct lts *spec = grouped->question.specification;
  uint32_t hidden = 0;
  BITSET_EACH (x, &a->alphabet)
    hidden += bitset_has(&b->alphabet, x) &&
              chooser->owners.first[x + 1] - chooser->owners.first[x] == 2 &&
              !(spec && bitset_has(&spec->alphabet, x));
  return (double)a->state_count * b->state_count / (1 + hidden);
}

static void try_candidate(struct chooser *chooser, uint32_t i, uint32_t j) {
  double cost = cost_of(chooser, i, j);
  if (cost < chooser->best.cost && !is_rejected(chooser, i, j))
    chooser->best = (struct candidate){i, j, cost};
}

static void find_owners(struct chooser *chooser) {
  struct grouped *grouped = chooser->grouped;
  uint32_t n = grouped->active.count;
  const struct bitset **sets = memory_new(n * sizeof *sets);
  for (uint32_t i = 0; i < n; i++)
    sets[i] = &active_lts(grouped, i)->alphabet;
  owners_release(&chooser->owners);
  owners_init(&chooser->owners, sets, n, action_count(grouped->actions) + 1);
  free(sets);
}

// Among groups that share an action; of many that share it, those next to each
// other. False if there is no pair.
static bool find_best(struct chooser *chooser) {
  find_owners(chooser);
  chooser->best.cost = HUGE_VAL;
  const struct owners *owners = &chooser->owners;
  for (uint32_t a = ACTION_TAU + 1; a < owners->limit; a++)
    for (uint32_t k = owners->first[a]; k + 1 < owners->first[a + 1]; k++)
      if (!bitset_has(&chooser->grouped->wait_actions, a))
        try_candidate(chooser, owners->of[k], owners->of[k + 1]);
  return chooser->best.cost < HUGE_VAL;
}

// Grouping

static bool is_gain(const struct lts *small, const struct lts *whole,
                    const struct lts *a, const struct lts *b) {
  return 2 * (uint64_t)small->state_count <= whole->state_count ||
         small->state_count <= (uint64_t)a->state_count + b->state_count;
}

// The composition of two active groups, contracted; null if that does not pay.
static struct lts *compose_two(struct grouped *grouped, uint32_t i,
                               uint32_t j) {
  const struct lts *a = active_lts(grouped, i), *b = active_lts(grouped, j);
  struct bitset known = known_elsewhere(grouped, i, j), hidden = {0};
  bitset_copy(&hidden, &a->alphabet);
  bitset_unite(&hidden, &b->alphabet);
  bitset_subtract(&hidden, &known);
  struct lts *whole = grouped_compose(grouped, a, b, &hidden), *small = NULL;
  if (whole)
    small = contract(grouped, whole, &known);
  if (small && !is_gain(small, whole, a, b)) {
    lts_free(small);
    small = NULL;
  }
  lts_free(whole);
  bitset_release(&known);
  bitset_release(&hidden);
  return small;
}

static void join_groups(struct grouped *grouped, uint32_t i, uint32_t j,
                        struct lts *lts) {
  struct group group = {
      .lts = lts,
      .part = GROUP_NONE,
      .members = {grouped->active.at[i], grouped->active.at[j]},
      .pairs = grouped->pairs};
  grouped->pairs = (struct wait_pair_vec){0};
  grouped->active.at[i] = group_vec_push(&grouped->groups, group);
  memmove(grouped->active.at + j, grouped->active.at + j + 1,
          (grouped->active.count - j - 1) * sizeof *grouped->active.at);
  grouped->active.count--;
}

static bool is_stopped(const struct grouped *grouped) {
  return grouped->composed > TOTAL * grouped->limit ||
         poll_stops(grouped->question.poll);
}

static void group_all(struct grouped *grouped) {
  struct chooser chooser = {.grouped = grouped};
  while (!is_stopped(grouped) && find_best(&chooser)) {
    uint32_t i = chooser.best.i, j = chooser.best.j;
    struct lts *small = compose_two(grouped, i, j);
    if (small) {
      join_groups(grouped, i, j, small);
    } else {
      u32_vec_push(&chooser.rejected, grouped->active.at[i]);
      u32_vec_push(&chooser.rejected, grouped->active.at[j]);
    }
  }
  owners_release(&chooser.owners);
  u32_vec_release(&chooser.rejected);
}

// Life cycle

static void copy_question(struct grouped *grouped,
                          const struct joint_question *question) {
  grouped->question = *question;
  for (uint32_t w = 0; w < question->wait_count; w++) {
    struct lts_wait wait = question->waits[w];
    wait.offer = (struct bitset){0};
    bitset_copy(&wait.offer, &question->waits[w].offer);
    lts_wait_vec_push(&grouped->waits, wait);
    bitset_add(&grouped->wait_actions, wait.action.id);
  }
}

static void start_joint(struct grouped *grouped) {
  uint32_t n = grouped->active.count;
  struct joint_question question = grouped->question;
  question.waits = grouped->waits.at;
  question.wait_count = grouped->waits.count;
  grouped->joint_parts = memory_new(n * sizeof *grouped->joint_parts);
  for (uint32_t i = 0; i < n; i++)
    grouped->joint_parts[i] = active_lts(grouped, i);
  grouped->joint = joint_new(grouped->joint_parts, n, &question);
}

struct grouped *grouped_new(const struct lts *const *parts, uint32_t count,
                            const struct joint_question *question,
                            uint64_t limit) {
  CHECK(count, "a composition of nothing");
  struct grouped *grouped = memory_new_zero(1, sizeof *grouped);
  grouped->actions = parts[0]->actions;
  grouped->parts = memory_new(count * sizeof *parts);
  memcpy(grouped->parts, parts, count * sizeof *parts);
  grouped->part_count = count;
  grouped->limit = limit ? limit : DEFAULT_LIMIT;
  copy_question(grouped, question);
  uint32_t *owners = count_owners(grouped);
  for (uint32_t i = 0; i < count; i++)
    add_leaf(grouped, i, owners);
  free(owners);
  group_all(grouped);
  start_joint(grouped);
  return grouped;
}

void grouped_free(struct grouped *grouped) {
  if (!grouped)
    return;
  joint_free(grouped->joint);
  for (uint32_t g = 0; g < grouped->groups.count; g++) {
    lts_free(grouped->groups.at[g].lts);
    wait_pair_vec_release(&grouped->groups.at[g].pairs);
  }
  for (uint32_t w = 0; w < grouped->waits.count; w++)
    bitset_release(&grouped->waits.at[w].offer);
  group_vec_release(&grouped->groups);
  lts_wait_vec_release(&grouped->waits);
  wait_pair_vec_release(&grouped->pairs);
  bitset_release(&grouped->wait_actions);
  u32_vec_release(&grouped->active);
  free(grouped->joint_parts);
  free(grouped->parts);
  free(grouped);
}

enum joint_answer grouped_run(struct grouped *grouped, uint64_t limit) {
  return joint_run(grouped->joint, limit);
}

struct grouped_counts grouped_counts(const struct grouped *grouped) {
  return (struct grouped_counts){.groups = grouped->active.count,
                                 .composed = grouped->composed,
                                 .largest = grouped->largest,
                                 .states = joint_counts(grouped->joint).states};
}
