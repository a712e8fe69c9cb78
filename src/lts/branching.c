// Branching bisimulation: the loop, its start and its result. See branching.h
// for the algorithm's terms and the representation.
//
// While a compound X holds several blocks, a block S of at most half its size
// becomes a compound. Every slice (B, a, X) falls into (B, a, S), which is
// small, since only the steps into S are looked at, and the rest, which may be
// large. B is split first by the small one and then its red part, which has
// the small one, by the large one.
//
// The new bottom states of a split may lack slices that the other bottom
// states have. A state becomes a bottom state only once, so one may look at
// all its steps: its counters are marked and stand first in their slices. A
// slice with as many marked counters as the block has new bottom states is
// stable; another one splits the block. The walk over the slices of a block
// ends as soon as it has no new bottom states left, which is why it can be
// paid for.
#include "lts/branching.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lts/internal.h"
#include "lts/partition.h"

// Splitting by pending slices

// Splits by a slice all of whose counters are looked at.
static void split_by_small(struct branching *it, uint32_t slice) {
  uint32_t number = it->slices.at[slice].block;
  struct block block = it->blocks.at[number];
  uint32_t reds = block.first, c = it->slices.at[slice].first;
  do {
    uint32_t state = it->counters[c].state;
    if (state_is_bottom(it, state))
      state_swap_to(it, state, reds++);
    state_paint_red(it, state);
    c = it->counters[c].next;
  } while (c != it->slices.at[slice].first);
  if (reds == block.middle)
    blocks_wash(it);
  else
    block_split(it, number, slice, reds, true);
}

// Splits the block of a small slice, all of whose bottom states have it, by
// its partner: the counters know which of them have both.
static void split_by_partner(struct branching *it, uint32_t slice) {
  uint32_t number = it->slices.at[slice].block;
  struct block block = it->blocks.at[number];
  uint32_t reds = block.first, c = it->slices.at[slice].first;
  do {
    uint32_t state = it->counters[c].state;
    if (bitset_remove(&it->has_rest, c) && state_is_bottom(it, state))
      state_swap_to(it, state, reds++);
    c = it->counters[c].next;
  } while (c != it->slices.at[slice].first);
  uint32_t partner = it->slices.at[slice].partner;
  if (!partner)
    return;
  it->slices.at[partner].partner = it->slices.at[slice].partner = 0;
  if (reds != block.middle)
    block_split(it, number, partner, reds, false);
}

static void split_by_pending(struct branching *it) {
  while (it->pending.count) {
    uint32_t slice = u32_vec_pop(&it->pending);
    if (!it->slices.at[slice].is_pending)
      continue;
    it->slices.at[slice].is_pending = false;
    uint32_t c = it->slices.at[slice].first;
    split_by_small(it, slice);
    // The slice is red as a whole; it may have another number now, and it is
    // gone if its state is alone.
    if (it->counters[c].count)
      split_by_partner(it, it->counters[c].slice);
  }
}

// The walk

static void gather_fresh(struct branching *it) {
  for (uint32_t i = 0; i < it->fresh.count; i++) {
    uint32_t state = it->fresh.at[i], number = it->block_of[state];
    if (!number)
      continue;
    struct block *block = &it->blocks.at[number];
    state_swap_to(it, state, block->middle - 1 - block->fresh);
    if (!block->fresh++)
      block_start_walk(it, number);
    counters_mark(it, state);
  }
}

// Checks the next slice of a block; false if there is none left.
static bool walk_on(struct branching *it, uint32_t number) {
  struct block *block = &it->blocks.at[number];
  uint32_t slice = block->slices;
  if (!block->fresh || !slice || it->slices.at[slice].epoch == block->epoch)
    return false;
  block->slices = it->slices.at[slice].next;
  it->slices.at[slice].epoch = block->epoch;
  uint32_t marked = it->slices.at[slice].marked;
  if (it->slices.at[slice].is_special || marked == block->fresh)
    return true;
  uint32_t reds = block->middle - block->fresh;
  uint32_t c = it->slices.at[slice].first;
  for (uint32_t i = 0; i < marked; i++, c = it->counters[c].next)
    state_swap_to(it, it->counters[c].state, reds++);
  block_split(it, number, slice, reds, false);
  return true;
}

// A block that is gone has no new bottom states; if its number was given to
// another one, that is walked over a little earlier than it would be.
static void walk(struct branching *it) {
  it->is_walking = true;
  gather_fresh(it);
  while (it->walks.count) {
    uint32_t block = u32_vec_pop(&it->walks);
    while (walk_on(it, block))
      ;
    it->blocks.at[block].fresh = 0;
  }
  for (uint32_t i = 0; i < it->fresh.count; i++)
    counters_unmark(it, it->fresh.at[i]);
  u32_vec_clear(&it->fresh);
  it->is_walking = false;
}

// The loop

static void add_compound(struct branching *it, struct range range) {
  uint32_t block = it->block_of[it->order[range.first]];
  if (block_range_at(it, range.first).end < range.end)
    range_vec_push(&it->compounds, range);
  else if (block)
    bitset_add(&it->alone, block);
}

// Takes the smaller of the outermost blocks out of a compound.
static struct range choose_splitter(struct branching *it) {
  struct range compound = range_vec_pop(&it->compounds);
  struct range left = block_range_at(it, compound.first);
  struct range right = block_range_at(it, compound.end - 1);
  bool take_left = left.end - left.first <= right.end - right.first;
  add_compound(it, take_left ? left : right);
  add_compound(it, take_left ? (struct range){left.end, compound.end}
                             : (struct range){compound.first, right.first});
  return take_left ? left : right;
}

static void refine(struct branching *it) {
  add_compound(it, (struct range){0, it->state_count});
  split_by_pending(it);
  walk(it);
  while (it->compounds.count) {
    struct range splitter = choose_splitter(it);
    slices_separate(it, splitter, it->block_of[it->order[splitter.first]]);
    split_by_pending(it);
    walk(it);
  }
}

// Actions in as few bytes as the largest of them needs.

struct labels {
  uint8_t *at;
  uint32_t width;
};

static void labels_init(struct labels *labels, const struct lts *lts) {
  uint32_t largest = action_count(lts->actions);
  labels->width = 1;
  while (labels->width < 4 && largest >> 8 * labels->width)
    labels->width++;
  labels->at = memory_new((size_t)lts->step_count * labels->width);
}

static struct action labels_get(const struct labels *labels, uint32_t i) {
  const uint8_t *bytes = labels->at + (size_t)i * labels->width;
  uint32_t id = 0;
  for (uint32_t k = 0; k < labels->width; k++)
    id |= (uint32_t)bytes[k] << 8 * k;
  return (struct action){id};
}

static void labels_set(struct labels *labels, uint32_t i,
                       struct action action) {
  uint8_t *bytes = labels->at + (size_t)i * labels->width;
  for (uint32_t k = 0; k < labels->width; k++)
    bytes[k] = (uint8_t)(action.id >> 8 * k);
}

// The start. Any partition coarser than the result will do, if all its slices
// are pending. A good guess often leaves few states together; the others never
// need a block.

static void count_inert(struct branching *it, const struct lts *lts) {
  for (uint32_t s = 0; s < it->state_count; s++) {
    struct lts_step_range range = lts_steps(lts, s);
    for (const struct lts_step *step = range.begin;
         step < range.end && action_is_tau(step->action); step++)
      it->inert[s] += it->block_of[step->target] == it->block_of[s];
  }
}

// Sorts the states by guessed block, bottom states first. Returns where the
// blocks end.
static uint32_t *sort_states(struct branching *it, uint32_t count) {
  uint32_t *at = memory_new_zero(count + 1u, sizeof *at);
  for (uint32_t s = 0; s < it->state_count; s++)
    at[it->block_of[s] + 1]++;
  for (uint32_t b = 0; b < count; b++)
    at[b + 1] += at[b];
  for (int others = 0; others <= 1; others++)
    for (uint32_t s = 0; s < it->state_count; s++)
      if ((it->inert[s] != 0) == others) {
        it->place[s] = at[it->block_of[s]]++;
        it->order[it->place[s]] = s;
      }
  return at;
}

static void start_block(struct branching *it, uint32_t first, uint32_t end) {
  uint32_t middle = first, number = 0;
  while (middle < end && !it->inert[it->order[middle]])
    middle++;
  if (end - first > 1)
    number = block_new(it, (struct block){first, middle, end, 0, 0, 0});
  for (uint32_t i = first; i < end; i++)
    it->block_of[it->order[i]] = number;
}

static void start_blocks(struct branching *it, uint32_t count) {
  uint32_t *ends = sort_states(it, count);
  block_vec_push(&it->blocks, (struct block){0});
  for (uint32_t b = 0, first = 0; b < count; first = ends[b++])
    start_block(it, first, ends[b]);
  free(ends);
}

// At first the steps of a state by one action share a counter, the first of
// their places.
static void start_arrivals(struct branching *it, const struct lts *lts,
                           bool silent, uint32_t *cursor) {
  for (uint32_t s = 0; s < lts->state_count; s++) {
    uint32_t c = 0;
    for (uint32_t i = lts->first[s]; i < lts->first[s + 1]; i++) {
      struct lts_step step = lts->steps[i];
      if (i == lts->first[s] ||
          !action_equal(step.action, lts->steps[i - 1].action))
        c = i + 1;
      if (action_is_tau(step.action) != silent)
        continue;
      uint32_t arrival = cursor[step.target]++;
      it->counter[arrival] = c;
      if (silent)
        bitset_add(&it->silent, arrival);
    }
  }
}

static void find_arrivals(struct branching *it, const struct lts *lts) {
  for (uint32_t i = 0; i < lts->step_count; i++)
    it->first[lts->steps[i].target + 1]++;
  for (uint32_t s = 0; s < lts->state_count; s++)
    it->first[s + 1] += it->first[s];
  uint32_t *cursor = memory_new(lts->state_count * sizeof *cursor);
  memcpy(cursor, it->first, lts->state_count * sizeof *cursor);
  start_arrivals(it, lts, true, cursor);
  start_arrivals(it, lts, false, cursor);
  free(cursor);
}

static uint32_t *new_words(uint32_t count) {
  return memory_new_zero(count + 1u, sizeof(uint32_t));
}

// What needs the steps of the LTS, which may be freed afterwards.
static void branching_init(struct branching *it, struct labels *labels,
                           const struct lts *lts, uint32_t rounds) {
  uint32_t n = lts->state_count, m = lts->step_count;
  *it = (struct branching){.state_count = n, .step_count = m};
  it->row = lts->first;
  it->block_of = new_words(n);
  uint32_t count = partition_guess(lts, true, rounds, it->block_of, 1);
  it->inert = new_words(n);
  count_inert(it, lts);
  it->order = new_words(n);
  it->place = new_words(n);
  start_blocks(it, count);
  it->first = new_words(n);
  it->counter = new_words(m);
  find_arrivals(it, lts);
  labels_init(labels, lts);
  for (uint32_t i = 0; i < m; i++)
    labels_set(labels, i, lts->steps[i].action);
}

static void start_counters(struct branching *it) {
  it->counters = memory_new_zero(it->step_count + 1u, sizeof *it->counters);
  for (uint32_t s = 0; s < it->state_count; s++)
    for (uint32_t c = it->row[s] + 1; c <= it->row[s + 1]; c++)
      it->counters[c].state = s;
  for (uint32_t k = 0; k < it->step_count; k++) {
    struct counter *counter = &it->counters[it->counter[k]];
    counter->count += it->block_of[counter->state] != 0;
  }
}

// The slice of a block and an action; slice_of has those of the block at hand.
static uint32_t start_slice(struct branching *it, uint32_t block,
                            struct action action, uint32_t *slice_of) {
  uint32_t slice = slice_of[action.id];
  if (slice && it->slices.at[slice].block == block)
    return slice;
  slice = slice_of[action.id] = slice_new(it, block, false);
  it->slices.at[slice].is_special = action_is_tau(action);
  if (!action_is_tau(action))
    slice_make_pending(it, slice);
  return slice;
}

static void start_slices(struct branching *it, const struct labels *labels,
                         uint32_t actions) {
  uint32_t *slice_of = memory_new_zero(actions + 1u, sizeof *slice_of);
  slice_vec_push(&it->slices, (struct slice){0});
  for (uint32_t i = 0; i < it->state_count; i++) {
    uint32_t s = it->order[i], block = it->block_of[s];
    for (uint32_t c = it->row[s] + 1; block && c <= it->row[s + 1]; c++) {
      struct action action = labels_get(labels, c - 1);
      if (it->counters[c].count)
        slice_add(it, start_slice(it, block, action, slice_of), c, false);
    }
  }
  free(slice_of);
}

// The result

// Numbers the blocks and the states that are alone. `chosen` (may be null)
// gets a bottom state of each.
static uint32_t number_blocks(struct branching *it, struct bitset *chosen) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < it->state_count; i++) {
    uint32_t state = it->order[i], block = it->block_of[state];
    if (!block || it->blocks.at[block].first == i) {
      count++;
      if (chosen)
        bitset_add(chosen, state);
    }
    it->block_of[state] = count - 1;
  }
  return count;
}

// All but block_of, arrivals and counters.
static void branching_release(struct branching *it) {
  free(it->order);
  free(it->place);
  free(it->inert);
  free(it->is_red);
  slice_vec_release(&it->slices);
  block_vec_release(&it->blocks);
  range_vec_release(&it->compounds);
  struct bitset *sets[] = {&it->at_end, &it->has_rest, &it->marked, &it->silent,
                           &it->alone};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
    bitset_release(sets[i]);
  struct u32_vec *lists[] = {&it->pending, &it->walks,  &it->fresh,
                             &it->touched, &it->born,   &it->red,
                             &it->blue,    &it->visited};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    u32_vec_release(lists[i]);
}

static void branching_run(struct branching *it, const struct labels *labels,
                          uint32_t actions) {
  it->is_red = memory_new_zero(it->state_count, sizeof(bool));
  start_counters(it);
  start_slices(it, labels, actions);
  refine(it);
}

uint32_t *partition_branching_after(const struct lts *lts, uint32_t rounds,
                                    uint32_t *count) {
  struct branching it;
  struct labels labels;
  branching_init(&it, &labels, lts, rounds);
  branching_run(&it, &labels, action_count(lts->actions));
  uint32_t blocks = number_blocks(&it, NULL);
  branching_release(&it);
  free(it.counters);
  free(it.first);
  free(it.counter);
  free(labels.at);
  *count = partition_renumber(it.block_of, lts->state_count, blocks);
  return it.block_of;
}

uint32_t *partition_branching(const struct lts *lts, uint32_t *count) {
  return partition_branching_after(lts, PARTITION_GUESSES, count);
}

// Puts the source of each arrival in the place of its counter, and its action
// into the result.
static struct labels name_sources(struct branching *it,
                                  const struct labels *labels) {
  struct labels arrived = *labels;
  arrived.at = memory_new((size_t)it->step_count * labels->width);
  for (uint32_t k = 0; k < it->step_count; k++) {
    labels_set(&arrived, k, labels_get(labels, it->counter[k] - 1));
    it->counter[k] = arrival_source(it, k);
  }
  return arrived;
}

// The steps of any bottom state of a block are those of the block.
static void add_block_steps(const struct branching *it,
                            const struct labels *labels,
                            const struct bitset *chosen,
                            struct lts_builder *builder) {
  for (uint32_t s = 0; s < it->state_count; s++)
    for (uint32_t k = it->first[s]; k < it->first[s + 1]; k++)
      if (bitset_has(chosen, it->counter[k])) {
        struct action action = labels_get(labels, k);
        uint32_t from = it->block_of[it->counter[k]], to = it->block_of[s];
        if (!action_is_tau(action) || from != to)
          lts_builder_step(builder, from, action, to);
      }
}

struct lts *partition_branching_quotient(struct lts *lts, uint32_t **map) {
  struct branching it;
  struct labels labels;
  struct bitset chosen = {0};
  struct lts_builder builder;
  branching_init(&it, &labels, lts, PARTITION_GUESSES);
  free(lts->steps);
  lts->steps = NULL;
  branching_run(&it, &labels, action_count(lts->actions));
  uint32_t count = number_blocks(&it, &chosen);
  branching_release(&it);
  struct labels arrived = name_sources(&it, &labels);
  free(labels.at);
  free(it.counters);
  count = partition_renumber(it.block_of, it.state_count, count);
  lts_quotient_start(&builder, lts, it.block_of, count);
  add_block_steps(&it, &arrived, &chosen, &builder);
  free(arrived.at);
  free(it.first);
  free(it.counter);
  bitset_release(&chosen);
  lts_free(lts);
  if (map)
    *map = it.block_of;
  else
    free(it.block_of);
  return lts_builder_finish(&builder);
}
