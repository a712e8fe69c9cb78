#include "lts/simulation.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "lts/levels.h"

NUMBER_MAP_DEFINE(pair_map, uint64_t, uint32_t);

struct pair {
  uint32_t p, q;
  uint32_t first; // its moves have left[first + i] answers left, i = 0, 1, ..
  uint32_t rank;  // RANK_NEVER while not lost
};

VEC_DEFINE(pair_vec, struct pair);

// The steps of an LTS by target.
struct reverse {
  uint32_t *first;
  struct lts_step *steps; // the target is the source, sorted by action
};

struct simulation {
  const struct lts *moves, *answers;
  struct pair_map numbers;
  struct pair_vec pairs;
  struct u32_vec left;
  struct u32_vec lost; // pairs, in order of rank
};

static struct reverse turn_around(const struct lts *lts) {
  struct reverse reverse;
  reverse.first = memory_new_zero(lts->state_count + 2u, sizeof(uint32_t));
  reverse.steps = memory_new((lts->step_count + 1u) * sizeof *reverse.steps);
  for (uint32_t i = 0; i < lts->step_count; i++)
    reverse.first[lts->steps[i].target + 2]++;
  for (uint32_t s = 0; s < lts->state_count; s++)
    reverse.first[s + 2] += reverse.first[s + 1];
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++)
      reverse.steps[reverse.first[lts->steps[i].target + 1]++] =
          (struct lts_step){lts->steps[i].action, s};
  for (uint32_t s = 0; s < lts->state_count; s++)
    qsort(reverse.steps + reverse.first[s],
          reverse.first[s + 1] - reverse.first[s], sizeof *reverse.steps,
          lts_step_compare);
  return reverse;
}

static void reverse_release(struct reverse *reverse) {
  free(reverse->first);
  free(reverse->steps);
}

// Exploration

static uint64_t key_of(uint32_t p, uint32_t q) {
  return (uint64_t)p << 32 | q;
}

static void find_pair(struct simulation *simulation, uint32_t p, uint32_t q) {
  if (p == q)
    return;
  bool is_new;
  uint32_t *number =
      pair_map_insert(&simulation->numbers, key_of(p, q), &is_new);
  if (is_new)
    *number =
        pair_vec_push(&simulation->pairs, (struct pair){p, q, 0, RANK_NEVER});
}

// Counts the answers to each move. A pair in which a move has none is lost and
// its successors need not be looked at.
static bool count_answers(struct simulation *simulation, uint32_t number) {
  struct pair *pair = &simulation->pairs.at[number];
  pair->first = simulation->left.count;
  struct lts_step_range range = lts_steps(simulation->moves, pair->p);
  struct lts_step_range answers = {NULL, NULL};
  uint32_t action = 0;
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    if (step->action.id != action)
      answers = lts_steps_by(simulation->answers, pair->q, step->action);
    action = step->action.id;
    uint32_t count = (uint32_t)(answers.end - answers.begin);
    u32_vec_push(&simulation->left, count);
    if (!count) {
      pair->rank = 1;
      u32_vec_push(&simulation->lost, number);
      return false;
    }
  }
  return true;
}

static void expand(struct simulation *simulation, uint32_t number) {
  if (!count_answers(simulation, number))
    return;
  struct pair pair = simulation->pairs.at[number];
  struct lts_step_range range = lts_steps(simulation->moves, pair.p);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    struct lts_step_range answers =
        lts_steps_by(simulation->answers, pair.q, step->action);
    for (const struct lts_step *answer = answers.begin; answer < answers.end;
         answer++)
      find_pair(simulation, step->target, answer->target);
  }
}

static bool explore(struct simulation *simulation, uint64_t limit) {
  for (uint32_t k = 0; k < simulation->pairs.count; k++) {
    expand(simulation, k);
    if (limit &&
        (uint64_t)simulation->pairs.count + simulation->left.count > limit)
      return false;
  }
  return true;
}

// Losing

static void take_answer(struct simulation *simulation, uint32_t p, uint32_t q,
                        struct lts_step move, uint32_t rank) {
  const uint32_t *number = pair_map_find(&simulation->numbers, key_of(p, q));
  if (!number || simulation->pairs.at[*number].rank != RANK_NEVER)
    return;
  struct pair *pair = &simulation->pairs.at[*number];
  struct lts_step_range by = lts_steps_by(simulation->moves, p, move.action);
  while (by.begin->target != move.target)
    by.begin++;
  uint32_t index = (uint32_t)(by.begin - lts_steps(simulation->moves, p).begin);
  if (--simulation->left.at[pair->first + index])
    return;
  pair->rank = rank + 1;
  u32_vec_push(&simulation->lost, *number);
}

// All pairs with a move and an answer by the same action into a lost pair.
static void propagate_one(struct simulation *simulation, struct pair lost,
                          const struct reverse *moves,
                          const struct reverse *answers) {
  uint32_t i = moves->first[lost.p], i_end = moves->first[lost.p + 1];
  uint32_t j = answers->first[lost.q], j_end = answers->first[lost.q + 1];
  for (; i < i_end; i++) {
    struct action action = moves->steps[i].action;
    while (j < j_end && answers->steps[j].action.id < action.id)
      j++;
    for (uint32_t k = j;
         k < j_end && action_equal(answers->steps[k].action, action); k++)
      take_answer(simulation, moves->steps[i].target, answers->steps[k].target,
                  (struct lts_step){action, lost.p}, lost.rank);
  }
}

static void propagate(struct simulation *simulation) {
  struct reverse moves = turn_around(simulation->moves);
  struct reverse answers = turn_around(simulation->answers);
  for (uint32_t k = 0; k < simulation->lost.count; k++)
    propagate_one(simulation, simulation->pairs.at[simulation->lost.at[k]],
                  &moves, &answers);
  reverse_release(&moves);
  reverse_release(&answers);
}

// Life cycle

struct simulation *simulation_new(const struct lts *moves,
                                  const struct lts *answers, uint32_t p,
                                  uint32_t q, uint64_t limit) {
  struct simulation *simulation = memory_new_zero(1, sizeof *simulation);
  simulation->moves = moves;
  simulation->answers = answers;
  find_pair(simulation, p, q);
  if (explore(simulation, limit)) {
    propagate(simulation);
    return simulation;
  }
  simulation_free(simulation);
  return NULL;
}

void simulation_free(struct simulation *simulation) {
  if (!simulation)
    return;
  pair_map_release(&simulation->numbers);
  pair_vec_release(&simulation->pairs);
  u32_vec_release(&simulation->left);
  u32_vec_release(&simulation->lost);
  free(simulation);
}

uint32_t simulation_rank(const struct simulation *simulation, uint32_t p,
                         uint32_t q) {
  if (p == q)
    return RANK_NEVER;
  const uint32_t *number = pair_map_find(&simulation->numbers, key_of(p, q));
  return number ? simulation->pairs.at[*number].rank : RANK_NEVER;
}
