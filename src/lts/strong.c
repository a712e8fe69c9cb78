// Strong bisimulation: Paige and Tarjan's algorithm with labels.
//
// Two partitions of the states: blocks, and coarser ones, compounds. The
// blocks are stable for every compound X and action a: either all states of a
// block have an a-step into X or none has. While a compound holds several
// blocks, a block S of at most half its size is split off, and the blocks are
// made stable for S and for the rest of X: per action, the states with a-steps
// into S only, into both, and into the rest only part ways. Which of the three
// is told by counts: the steps of s by a into X share one counter. A state is
// in an S at most log2(n) times, and the work is proportional to the steps
// into S: O(m log n).
//
// Representation: the states stand in one array, `order`, in which blocks and
// compounds are ranges; a compound is a range of whole blocks. So a stack of
// ranges is all that is known about compounds of several blocks, and a bit per
// block tells whether it is a compound of its own. Steps of a state that is
// alone in its block need not be looked at again: a bit per state tells.
#include "base/check.h"
#include "lts/partition.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/map.h"
#include "base/memory.h"
#include "lts/internal.h"

// A step, seen from its target.
struct arrival {
  struct action action;
  uint32_t source;
  uint32_t counter;
};

struct block {
  uint32_t first, end; // range of order
  uint32_t marked;     // this many of its states, at its front
};

struct range {
  uint32_t first, end;
};

VEC_DEFINE(block_vec, struct block);
VEC_DEFINE(range_vec, struct range);

struct strong {
  uint32_t state_count;
  uint32_t class_count; // blocks at the start
  uint32_t *first;      // rows of arrivals, per target
  struct arrival *arrivals;
  struct u32_vec counters; // values
  struct u32_vec free_counters;
  uint32_t *order; // states
  uint32_t *place; // of each state in order
  uint32_t *block_of;
  struct block_vec blocks;
  struct bitset single;       // states alone in their blocks
  struct bitset alone;        // blocks that are compounds of their own
  struct range_vec compounds; // of several blocks
  uint32_t *fresh;            // by state: its new counter, 0 = none yet
  struct u32_vec found;       // arrivals into S of states that are not single
  struct u32_vec group;       // arrivals into S, by action
  uint32_t *group_end;        // by action: where its part of the group ends
  struct u32_vec labels;      // the actions of the group
  struct u32_vec touched;     // blocks with marked states
  struct u32_vec sources;     // states with a-steps into S,
  struct u32_vec old;         // and their counters so far
};

// The start: states with the same set of actions, all in one compound, which
// is stable for the set of all states.

struct action_set {
  const struct lts *lts;
  uint32_t state;
};

// The next step by another action.
static uint32_t skip_action(const struct lts *lts, uint32_t i, uint32_t end) {
  uint32_t action = lts->steps[i].action.id;
  while (i < end && lts->steps[i].action.id == action)
    i++;
  return i;
}

static uint64_t action_set_hash(struct action_set set) {
  uint64_t hash = 0;
  uint32_t end = set.lts->first[set.state + 1];
  for (uint32_t i = set.lts->first[set.state]; i < end;
       i = skip_action(set.lts, i, end))
    hash = hash_mix(hash, set.lts->steps[i].action.id);
  return hash;
}

static bool action_set_equal(struct action_set x, struct action_set y) {
  const struct lts *lts = x.lts;
  uint32_t i = lts->first[x.state], i_end = lts->first[x.state + 1];
  uint32_t j = lts->first[y.state], j_end = lts->first[y.state + 1];
  while (i < i_end && j < j_end) {
    if (lts->steps[i].action.id != lts->steps[j].action.id)
      return false;
    i = skip_action(lts, i, i_end);
    j = skip_action(lts, j, j_end);
  }
  return i == i_end && j == j_end;
}

MAP_DEFINE(action_set_map, struct action_set, uint32_t, action_set_hash,
           action_set_equal);

static uint32_t classify(const struct lts *lts, uint32_t *class_of) {
  struct action_set_map classes = {0};
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint32_t fresh = classes.count;
    bool is_new;
    uint32_t *class =
        action_set_map_insert(&classes, (struct action_set){lts, s}, &is_new);
    if (is_new)
      *class = fresh;
    class_of[s] = *class;
  }
  uint32_t count = classes.count;
  action_set_map_release(&classes);
  return count;
}

// Orders the states by class: a counting sort.
static void start_blocks(struct strong *strong, uint32_t count) {
  for (uint32_t b = 0; b < count; b++)
    block_vec_push(&strong->blocks, (struct block){0});
  for (uint32_t s = 0; s < strong->state_count; s++)
    strong->blocks.at[strong->block_of[s]].end++;
  uint32_t sum = 0;
  for (uint32_t b = 0; b < count; b++) {
    uint32_t size = strong->blocks.at[b].end;
    strong->blocks.at[b] = (struct block){sum, sum, 0};
    sum += size;
  }
  for (uint32_t s = 0; s < strong->state_count; s++) {
    uint32_t at = strong->blocks.at[strong->block_of[s]].end++;
    strong->order[at] = s;
    strong->place[s] = at;
  }
}

// Arrivals, with one counter per state and action.

static void count_arrivals(struct strong *strong, const struct lts *lts) {
  strong->first = memory_new_zero(lts->state_count + 2u, sizeof(uint32_t));
  for (uint32_t i = 0; i < lts->step_count; i++)
    strong->first[lts->steps[i].target + 2]++;
  for (uint32_t s = 0; s < lts->state_count; s++)
    strong->first[s + 2] += strong->first[s + 1];
}

static void turn_around(struct strong *strong, const struct lts *lts) {
  count_arrivals(strong, lts);
  strong->arrivals =
      memory_new((size_t)(lts->step_count + 1u) * sizeof *strong->arrivals);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint32_t action = 0;
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++) {
      struct lts_step step = lts->steps[i];
      if (step.action.id != action)
        u32_vec_push(&strong->counters, 0);
      action = step.action.id;
      uint32_t counter = strong->counters.count - 1;
      strong->counters.at[counter]++;
      strong->arrivals[strong->first[step.target + 1]++] =
          (struct arrival){step.action, s, counter};
    }
  }
}

// Splitting

static void swap_to(struct strong *strong, uint32_t state, uint32_t to) {
  uint32_t from = strong->place[state];
  uint32_t other = strong->order[to];
  strong->order[from] = other;
  strong->place[other] = from;
  strong->order[to] = state;
  strong->place[state] = to;
}

static void mark(struct strong *strong, uint32_t state) {
  uint32_t number = strong->block_of[state];
  struct block *block = &strong->blocks.at[number];
  uint32_t at = block->first + block->marked;
  if (strong->place[state] < at)
    return;
  if (!block->marked++)
    u32_vec_push(&strong->touched, number);
  swap_to(strong, state, at);
}

// A block that was a compound of its own is about to become several blocks.
static void note_compound(struct strong *strong, uint32_t block) {
  struct block it = strong->blocks.at[block];
  if (bitset_remove(&strong->alone, block))
    range_vec_push(&strong->compounds, (struct range){it.first, it.end});
}

static void note_single(struct strong *strong, uint32_t block) {
  struct block it = strong->blocks.at[block];
  if (it.end - it.first == 1)
    bitset_add(&strong->single, strong->order[it.first]);
}

// The marked states part from the others, if there are both. The smaller part
// gets the new number.
static void split_marked(struct strong *strong, uint32_t number) {
  struct block *old = &strong->blocks.at[number];
  uint32_t middle = old->first + old->marked;
  old->marked = 0;
  if (middle == old->end)
    return;
  note_compound(strong, number);
  struct block part = {old->first, middle, 0};
  if (middle - old->first <= old->end - middle) {
    old->first = middle;
  } else {
    part = (struct block){middle, old->end, 0};
    old->end = middle;
  }
  uint32_t fresh = block_vec_push(&strong->blocks, part);
  for (uint32_t i = part.first; i < part.end; i++)
    strong->block_of[strong->order[i]] = fresh;
  note_single(strong, fresh);
  note_single(strong, number);
}

static void split_touched(struct strong *strong) {
  for (uint32_t i = 0; i < strong->touched.count; i++)
    split_marked(strong, strong->touched.at[i]);
  u32_vec_clear(&strong->touched);
}

// Counters

static uint32_t new_counter(struct strong *strong) {
  if (strong->free_counters.count)
    return u32_vec_pop(&strong->free_counters);
  return u32_vec_push(&strong->counters, 0);
}

static void touch_source(struct strong *strong, const struct arrival *arrival) {
  if (strong->fresh[arrival->source])
    return;
  strong->fresh[arrival->source] = 1 + new_counter(strong);
  u32_vec_push(&strong->sources, arrival->source);
  u32_vec_push(&strong->old, arrival->counter);
}

static void forget_sources(struct strong *strong) {
  for (uint32_t i = 0; i < strong->sources.count; i++) {
    strong->fresh[strong->sources.at[i]] = 0;
    if (!strong->counters.at[strong->old.at[i]])
      u32_vec_push(&strong->free_counters, strong->old.at[i]);
  }
  u32_vec_clear(&strong->sources);
  u32_vec_clear(&strong->old);
}

// Makes the blocks stable for the steps into S by one action, which are
// group[begin .. end-1], and for the steps into the rest of the compound:
// first the states that have one part from those that have none; then, of
// these, those whose old counter is used up have no step into the rest.
static void split_by_action(struct strong *strong, uint32_t begin,
                            uint32_t end) {
  for (uint32_t k = begin; k < end; k++) {
    struct arrival *arrival = &strong->arrivals[strong->group.at[k]];
    touch_source(strong, arrival);
    mark(strong, arrival->source);
    strong->counters.at[arrival->counter]--;
    arrival->counter = strong->fresh[arrival->source] - 1;
    strong->counters.at[arrival->counter]++;
  }
  split_touched(strong);
  for (uint32_t i = 0; i < strong->sources.count; i++)
    if (!strong->counters.at[strong->old.at[i]])
      mark(strong, strong->sources.at[i]);
  split_touched(strong);
  forget_sources(strong);
}

// The steps into S

static void list_arrivals(struct strong *strong, struct block splitter) {
  u32_vec_clear(&strong->found);
  for (uint32_t i = splitter.first; i < splitter.end; i++) {
    uint32_t state = strong->order[i];
    for (uint32_t k = strong->first[state]; k < strong->first[state + 1]; k++)
      if (!bitset_has(&strong->single, strong->arrivals[k].source))
        u32_vec_push(&strong->found, k);
  }
}

// A counting sort by action.
static void collect_group(struct strong *strong, struct block splitter) {
  list_arrivals(strong, splitter);
  for (uint32_t i = 0; i < strong->found.count; i++) {
    uint32_t action = strong->arrivals[strong->found.at[i]].action.id;
    if (!strong->group_end[action]++)
      u32_vec_push(&strong->labels, action);
  }
  uint32_t sum = 0;
  for (uint32_t i = 0; i < strong->labels.count; i++) {
    uint32_t size = strong->group_end[strong->labels.at[i]];
    strong->group_end[strong->labels.at[i]] = sum;
    sum += size;
  }
  u32_vec_resize(&strong->group, sum);
  for (uint32_t i = 0; i < strong->found.count; i++) {
    uint32_t k = strong->found.at[i];
    strong->group.at[strong->group_end[strong->arrivals[k].action.id]++] = k;
  }
}

static void split_by(struct strong *strong, uint32_t splitter) {
  collect_group(strong, strong->blocks.at[splitter]);
  uint32_t begin = 0;
  for (uint32_t i = 0; i < strong->labels.count; i++) {
    uint32_t end = strong->group_end[strong->labels.at[i]];
    split_by_action(strong, begin, end);
    strong->group_end[strong->labels.at[i]] = 0;
    begin = end;
  }
  u32_vec_clear(&strong->labels);
}

// The loop

static uint32_t block_at(const struct strong *strong, uint32_t place) {
  return strong->block_of[strong->order[place]];
}

static void add_compound(struct strong *strong, struct range range) {
  uint32_t block = block_at(strong, range.first);
  if (strong->blocks.at[block].end == range.end)
    bitset_add(&strong->alone, block);
  else
    range_vec_push(&strong->compounds, range);
}

// Takes the smaller of the outermost blocks out of a compound.
static uint32_t choose_splitter(struct strong *strong) {
  struct range compound = range_vec_pop(&strong->compounds);
  uint32_t left = block_at(strong, compound.first);
  uint32_t right = block_at(strong, compound.end - 1);
  struct block a = strong->blocks.at[left], b = strong->blocks.at[right];
  bool take_left = a.end - a.first <= b.end - b.first;
  struct range rest = take_left ? (struct range){a.end, compound.end}
                                : (struct range){compound.first, b.first};
  uint32_t splitter = take_left ? left : right;
  bitset_add(&strong->alone, splitter);
  add_compound(strong, rest);
  return splitter;
}

static void refine(struct strong *strong) {
  add_compound(strong, (struct range){0, strong->state_count});
  while (strong->compounds.count)
    split_by(strong, choose_splitter(strong));
}

// Life cycle

// What needs the LTS. The rest waits until it may have been freed.
static void strong_init(struct strong *strong, const struct lts *lts,
                        uint32_t rounds) {
  uint32_t n = lts->state_count;
  *strong = (struct strong){.state_count = n};
  strong->block_of = memory_new(n * sizeof(uint32_t));
  // Guesses refine the classes, so the start is stable all the same.
  uint32_t classes = classify(lts, strong->block_of);
  strong->class_count =
      partition_guess(lts, false, rounds, strong->block_of, classes);
  turn_around(strong, lts);
  strong->group_end =
      memory_new_zero(action_count(lts->actions) + 1u, sizeof(uint32_t));
}

// All but the arrivals and block_of.
static void strong_release(struct strong *strong) {
  u32_vec_release(&strong->counters);
  u32_vec_release(&strong->free_counters);
  free(strong->order);
  free(strong->place);
  block_vec_release(&strong->blocks);
  bitset_release(&strong->alone);
  bitset_release(&strong->single);
  range_vec_release(&strong->compounds);
  free(strong->fresh);
  u32_vec_release(&strong->found);
  u32_vec_release(&strong->group);
  free(strong->group_end);
  u32_vec_release(&strong->labels);
  u32_vec_release(&strong->touched);
  u32_vec_release(&strong->sources);
  u32_vec_release(&strong->old);
}

uint32_t partition_renumber(uint32_t *block_of, uint32_t state_count,
                            uint32_t block_count) {
  uint32_t *number = memory_new_zero(block_count, sizeof *number);
  uint32_t count = 0;
  for (uint32_t s = 0; s < state_count; s++) {
    uint32_t *mine = &number[block_of[s]];
    if (!*mine)
      *mine = ++count;
    block_of[s] = *mine - 1;
  }
  free(number);
  return count;
}

static uint32_t strong_run(struct strong *strong) {
  strong->order = memory_new(strong->state_count * sizeof(uint32_t));
  strong->place = memory_new(strong->state_count * sizeof(uint32_t));
  start_blocks(strong, strong->class_count);
  for (uint32_t b = 0; b < strong->class_count; b++)
    note_single(strong, b);
  strong->fresh = memory_new_zero(strong->state_count, sizeof(uint32_t));
  refine(strong);
  uint32_t count = strong->blocks.count;
  strong_release(strong);
  return partition_renumber(strong->block_of, strong->state_count, count);
}

static bool has_step_into(const struct lts *lts, const uint32_t *block_of,
                          uint32_t state, struct action action,
                          uint32_t block) {
  struct lts_step_range range = lts_steps_by(lts, state, action);
  for (const struct lts_step *step = range.begin; step < range.end; step++)
    if (block_of[step->target] == block)
      return true;
  return false;
}

// The first states of blocks have the numbers 0, 1, ..; each state does what
// the first of its block does, and the other way round.
static bool is_stable(const struct lts *lts, const uint32_t *block_of,
                      uint32_t count) {
  uint32_t *first = memory_new_zero(count, sizeof *first);
  uint32_t met = 0;
  bool ok = true;
  for (uint32_t s = 0; s < lts->state_count && ok; s++) {
    if (block_of[s] == met)
      first[met++] = s;
    ok = block_of[s] < met;
    uint32_t pair[] = {s, ok ? first[block_of[s]] : s};
    for (int side = 0; side < 2; side++) {
      struct lts_step_range range = lts_steps(lts, pair[side]);
      for (const struct lts_step *step = range.begin; ok && step < range.end;
           step++)
        ok = has_step_into(lts, block_of, pair[!side], step->action,
                           block_of[step->target]);
    }
  }
  free(first);
  return ok && met == count;
}

uint32_t *partition_strong_after(const struct lts *lts, uint32_t rounds,
                                 uint32_t *count) {
  struct strong strong;
  strong_init(&strong, lts, rounds);
  *count = strong_run(&strong);
  DCHECK(is_stable(lts, strong.block_of, *count),
         "a partition is not stable, or not numbered by least states");
  free(strong.first);
  free(strong.arrivals);
  return strong.block_of;
}

uint32_t *partition_strong(const struct lts *lts, uint32_t *count) {
  return partition_strong_after(lts, PARTITION_GUESSES, count);
}

// The quotient from the arrivals: the steps of the least state of each block
// are those of the block.

static void choose_least(const struct strong *strong, uint32_t count,
                         struct bitset *chosen) {
  struct bitset met = {0};
  for (uint32_t s = 0; s < strong->state_count && count; s++)
    if (bitset_add(&met, strong->block_of[s])) {
      bitset_add(chosen, s);
      count--;
    }
  bitset_release(&met);
}

static void add_block_steps(const struct strong *strong, uint32_t count,
                            struct lts_builder *builder) {
  struct bitset chosen = {0};
  choose_least(strong, count, &chosen);
  for (uint32_t s = 0; s < strong->state_count; s++)
    for (uint32_t k = strong->first[s]; k < strong->first[s + 1]; k++) {
      const struct arrival *arrival = &strong->arrivals[k];
      if (bitset_has(&chosen, arrival->source))
        lts_builder_step(builder, strong->block_of[arrival->source],
                         arrival->action, strong->block_of[s]);
    }
  bitset_release(&chosen);
}

struct lts *partition_strong_quotient(struct lts *lts, uint32_t **map) {
  struct strong strong;
  strong_init(&strong, lts, PARTITION_GUESSES);
  free(lts->steps);
  free(lts->first);
  lts->steps = NULL;
  lts->first = NULL;
  uint32_t count = strong_run(&strong);
  struct lts_builder builder;
  lts_quotient_start(&builder, lts, strong.block_of, count);
  add_block_steps(&strong, count, &builder);
  free(strong.first);
  free(strong.arrivals);
  lts_free(lts);
  if (map)
    *map = strong.block_of;
  else
    free(strong.block_of);
  return lts_builder_finish(&builder);
}
