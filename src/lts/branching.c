// Branching bisimulation in O(m log n), after Groote, Jansen, Keiren and Wijs
// (ACM TOCL 18(2), 2017; for labelled systems TACAS 2020).
//
// Two partitions of the states, blocks and coarser ones, compounds, as in
// strong.c. A silent step inside a block is inert. A state without inert steps
// is a bottom state of its block; since silent steps are acyclic, every state
// reaches one by inert steps. A slice is the set of steps from one block by
// one action into one compound. The invariant: if a slice has a step at all,
// every bottom state of its block has one. (Not so the special slices: the
// silent steps from a block into its own compound.) When every block is a
// compound of its own, the blocks are the classes.
//
// While a compound X holds several blocks, a block S of at most half its size
// becomes a compound. Every slice (B, a, X) falls into (B, a, S), which is
// small, since only the steps into S are looked at, and the rest, which may be
// large. B is split first by the small one: those that can reach it by inert
// steps are red, the others blue; then the red part by the large one. The two
// colours are explored in lockstep and the first to be complete, of at most
// half the block, becomes the new block, so that the work is proportional to
// the steps of the smaller part.
//
// A split makes some inert steps visible and so makes new bottom states, all
// of them red. They may lack slices that the other bottom states have. A state
// becomes a bottom state only once, so one may look at all its steps: its
// counters are marked and stand first in their slices. A slice with as many
// marked counters as the block has new bottom states is stable; another one
// splits the block. The walk over the slices of a block ends as soon as it has
// no new bottom states left, which is why it can be paid for.
//
// Representation: as in strong.c, blocks are ranges of `order`, here with the
// bottom states first and among them the new ones last. The steps of a state
// by one action into one compound share a counter; a slice is a ring of
// counters and a block has a ring of slices. A block of one state cannot be
// split and gives up its slices and counters, which bounds the memory.
#include "lts/partition.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "lts/internal.h"

enum { MARKED = UINT32_MAX };

struct counter {
  uint32_t state;
  uint32_t count; // steps
  uint32_t slice;
  uint32_t next, prev; // ring of the slice
  uint32_t twin;       // while separating: the counter of the other part of
                       // the compound, 0 = none; in the walk: MARKED
};

struct slice {
  uint32_t first; // counter, 0 = empty
  uint32_t block;
  uint32_t next, prev; // ring of the block
  uint32_t twin;       // while moving steps or states: where they go
  uint32_t partner;    // of a small slice the large one, and the reverse
  uint32_t marked;     // counters of new bottom states, at the front
  uint32_t epoch;      // checked in the walk if equal to the block's
  bool is_pending;     // small, and not yet split by
  bool is_special;
};

struct block {
  uint32_t first, middle, end; // bottom states up to middle
  uint32_t slices;             // ring, 0 = none
  uint32_t fresh;              // new bottom states, before middle
  uint32_t epoch;
};

struct range {
  uint32_t first, end;
};

VEC_DEFINE(counter_vec, struct counter);
VEC_DEFINE(slice_vec, struct slice);
VEC_DEFINE(block_vec, struct block);
VEC_DEFINE(range_vec, struct range);

struct branching {
  const struct lts *lts;
  uint32_t state_count;
  // Steps by target: arrivals of state s at first[s] .. first[s+1]-1, the
  // silent ones before visible[s].
  uint32_t *first, *visible;
  uint32_t *counter; // by arrival, 0 = none (source alone in its block)
  uint32_t *arrival; // by step of the LTS
  uint32_t *order, *place, *block_of;
  uint32_t *inert; // by state: inert steps that leave it
  struct counter_vec counters;
  struct slice_vec slices;
  struct block_vec blocks;
  struct u32_vec free_counters, free_slices;
  struct bitset alone;
  struct range_vec compounds;
  struct u32_vec pending; // small slices
  struct u32_vec walks;   // blocks with new bottom states
  struct u32_vec fresh;   // new bottom states since the last walk
  bool is_walking;
  uint32_t epoch;
  struct u32_vec touched; // slices with a twin
  struct u32_vec born;    // new bottom states of a split
  // Lockstep
  bool *is_red; // by state, during a lockstep
  struct u32_vec red, blue, visited;
};

// Rings

static void ring_add_counter(struct branching *it, uint32_t slice, uint32_t c,
                             bool in_front) {
  struct counter *all = it->counters.at;
  struct slice *ring = &it->slices.at[slice];
  all[c].slice = slice;
  if (!ring->first) {
    all[c].next = all[c].prev = ring->first = c;
    return;
  }
  uint32_t head = ring->first, tail = all[head].prev;
  all[c].next = head;
  all[c].prev = tail;
  all[tail].next = all[head].prev = c;
  if (in_front)
    ring->first = c;
}

static void ring_drop_counter(struct branching *it, uint32_t c) {
  struct counter *all = it->counters.at;
  struct slice *ring = &it->slices.at[all[c].slice];
  if (all[c].next == c) {
    ring->first = 0;
    return;
  }
  all[all[c].prev].next = all[c].next;
  all[all[c].next].prev = all[c].prev;
  if (ring->first == c)
    ring->first = all[c].next;
}

static void ring_add_slice(struct branching *it, uint32_t block, uint32_t s,
                           bool in_front) {
  struct slice *all = it->slices.at;
  struct block *ring = &it->blocks.at[block];
  all[s].block = block;
  if (!ring->slices) {
    all[s].next = all[s].prev = ring->slices = s;
    return;
  }
  uint32_t head = ring->slices, tail = all[head].prev;
  all[s].next = head;
  all[s].prev = tail;
  all[tail].next = all[head].prev = s;
  if (in_front)
    ring->slices = s;
}

static void ring_drop_slice(struct branching *it, uint32_t s) {
  struct slice *all = it->slices.at;
  struct block *ring = &it->blocks.at[all[s].block];
  if (all[s].next == s) {
    ring->slices = 0;
    return;
  }
  all[all[s].prev].next = all[s].next;
  all[all[s].next].prev = all[s].prev;
  if (ring->slices == s)
    ring->slices = all[s].next;
}

static uint32_t new_counter(struct branching *it, uint32_t state) {
  struct counter fresh = {.state = state};
  if (!it->free_counters.count)
    return counter_vec_push(&it->counters, fresh);
  uint32_t c = u32_vec_pop(&it->free_counters);
  it->counters.at[c] = fresh;
  return c;
}

static uint32_t new_slice(struct branching *it) {
  if (!it->free_slices.count)
    return slice_vec_push(&it->slices, (struct slice){0});
  uint32_t s = u32_vec_pop(&it->free_slices);
  it->slices.at[s] = (struct slice){0};
  return s;
}

static void drop_counter(struct branching *it, uint32_t c) {
  ring_drop_counter(it, c);
  u32_vec_push(&it->free_counters, c);
}

static void drop_slice(struct branching *it, uint32_t s) {
  struct slice *slice = &it->slices.at[s];
  if (slice->partner)
    it->slices.at[slice->partner].partner = 0;
  slice->is_pending = false;
  ring_drop_slice(it, s);
  u32_vec_push(&it->free_slices, s);
}

static void make_pending(struct branching *it, uint32_t slice) {
  it->slices.at[slice].is_pending = true;
  u32_vec_push(&it->pending, slice);
}

// Places

static void swap_to(struct branching *it, uint32_t state, uint32_t to) {
  uint32_t from = it->place[state];
  uint32_t other = it->order[to];
  it->order[from] = other;
  it->place[other] = from;
  it->order[to] = state;
  it->place[state] = to;
}

static uint32_t block_size(const struct branching *it, uint32_t block) {
  return it->blocks.at[block].end - it->blocks.at[block].first;
}

static bool is_bottom(const struct branching *it, uint32_t state) {
  return it->place[state] < it->blocks.at[it->block_of[state]].middle;
}

// The state that an arrival comes from, if it is not alone in its block.
static uint32_t source_of(const struct branching *it, uint32_t arrival) {
  return it->counters.at[it->counter[arrival]].state;
}

// Does an arrival come from a block (of several states)?
static bool comes_from(const struct branching *it, uint32_t arrival,
                       uint32_t block) {
  return it->counter[arrival] && it->block_of[source_of(it, arrival)] == block;
}

// Lockstep: which states of a block can reach a slice by inert steps (red), and
// which cannot (blue)? The blue bottom states are given; red starts from the
// counters of the slice.

struct lockstep {
  struct branching *it;
  uint32_t block, slice;
  uint32_t member, last; // the counters that red starts from, 0 = all seen
  bool all_red;          // all starts of red are known already
  uint32_t bottoms;      // blue bottom states, from order[blue_first] on
  uint32_t blue_first;
  uint32_t red_at, red_arrival; // the state being expanded, next arrival
  uint32_t blue_at, blue_arrival;
};

static void paint_red(struct branching *it, uint32_t state) {
  if (it->is_red[state])
    return;
  it->is_red[state] = true;
  u32_vec_push(&it->red, state);
}

// One unit of work; false when there is none left.
static bool red_step(struct lockstep *lock) {
  struct branching *it = lock->it;
  if (lock->member) {
    const struct counter *counter = &it->counters.at[lock->member];
    paint_red(it, counter->state);
    lock->member = lock->member == lock->last ? 0 : counter->next;
    return true;
  }
  if (lock->red_at == it->red.count)
    return false;
  uint32_t state = it->red.at[lock->red_at];
  uint32_t at = it->first[state] + lock->red_arrival;
  if (at == it->visible[state]) {
    lock->red_at++;
    lock->red_arrival = 0;
    return true;
  }
  lock->red_arrival++;
  if (comes_from(it, at, lock->block))
    paint_red(it, source_of(it, at));
  return true;
}

static bool has_slice(const struct branching *it, uint32_t state,
                      uint32_t slice) {
  for (uint32_t i = it->lts->first[state]; i < it->lts->first[state + 1]; i++) {
    uint32_t c = it->counter[it->arrival[i]];
    if (c && it->counters.at[c].slice == slice)
      return true;
  }
  return false;
}

// One more inert step of the state leads to blue. If it was the last, the
// state is blue, unless it has a step of the slice itself (then it is red and
// about to be a bottom state, which pays for the look at its steps). Until the
// lockstep ends, `inert` counts the inert steps not known to lead to blue.
static void visit(struct lockstep *lock, uint32_t state) {
  struct branching *it = lock->it;
  if (it->is_red[state])
    return;
  u32_vec_push(&it->visited, state);
  if (--it->inert[state])
    return;
  if (!lock->all_red && has_slice(it, state, lock->slice))
    return;
  u32_vec_push(&it->blue, state);
}

// The blue states are the bottom states, which are many at times and so are
// not listed, and it->blue.
static uint32_t blue_count(const struct lockstep *lock) {
  return lock->bottoms + lock->it->blue.count;
}

static bool blue_step(struct lockstep *lock) {
  struct branching *it = lock->it;
  uint32_t number = lock->blue_at;
  if (number == blue_count(lock))
    return false;
  uint32_t state = number < lock->bottoms ? it->order[lock->blue_first + number]
                                          : it->blue.at[number - lock->bottoms];
  uint32_t at = it->first[state] + lock->blue_arrival;
  if (at == it->visible[state]) {
    lock->blue_at++;
    lock->blue_arrival = 0;
    return true;
  }
  lock->blue_arrival++;
  if (comes_from(it, at, lock->block))
    visit(lock, source_of(it, at));
  return true;
}

// True if red was complete first, false if blue was. A colour that exceeds
// half the block waits for the other.
static bool run_lockstep(struct lockstep *lock) {
  struct branching *it = lock->it;
  uint32_t half = block_size(it, lock->block) / 2;
  for (;;) {
    if (it->red.count <= half && !red_step(lock))
      return true;
    if (blue_count(lock) <= half && !blue_step(lock))
      return false;
  }
}

static void restore_inert(struct branching *it) {
  for (uint32_t i = 0; i < it->visited.count; i++)
    it->inert[it->visited.at[i]]++;
  u32_vec_clear(&it->visited);
}

static void wash(struct branching *it) {
  for (uint32_t i = 0; i < it->red.count; i++)
    it->is_red[it->red.at[i]] = false;
  u32_vec_clear(&it->red);
  u32_vec_clear(&it->blue);
}

// Splitting a block in two

// Puts red first and blue last, each with its bottom states in front. The blue
// bottom states are at blue_first .. middle-1. Returns where blue begins. Costs
// no more than the part that is known.
static uint32_t arrange(struct branching *it, struct block block,
                        uint32_t blue_first, const struct u32_vec *part,
                        bool is_red) {
  uint32_t edge = is_red ? block.middle : block.end; // red others end here
  for (uint32_t i = 0; i < part->count; i++)
    if (it->place[part->at[i]] >= block.middle)
      swap_to(it, part->at[i], is_red ? edge++ : --edge);
  // Exchange the blue bottom states with the red others behind them.
  uint32_t blues = block.middle - blue_first, reds = edge - block.middle;
  for (uint32_t i = 0; i < blues && i < reds; i++)
    swap_to(it, it->order[blue_first + i], edge - 1 - i);
  return blue_first + reds;
}

static void note_compound(struct branching *it, uint32_t block) {
  struct block old = it->blocks.at[block];
  if (bitset_remove(&it->alone, block))
    range_vec_push(&it->compounds, (struct range){old.first, old.end});
}

// Makes the known part a block of its own; returns its number.
static uint32_t cut(struct branching *it, uint32_t number, uint32_t blue_first,
                    const struct u32_vec *part, bool is_red) {
  note_compound(it, number);
  struct block red = it->blocks.at[number], blue = red;
  uint32_t blues = red.middle - blue_first;
  uint32_t border = arrange(it, red, blue_first, part, is_red);
  red.middle = blue_first;
  red.end = blue.first = border;
  blue.middle = border + blues;
  if (it->is_walking) {
    blue.fresh = blues;
    red.fresh -= blues;
  }
  struct block *fresh = is_red ? &red : &blue;
  fresh->slices = 0;
  uint32_t other = block_vec_push(&it->blocks, *fresh);
  it->blocks.at[number] = is_red ? blue : red;
  for (uint32_t i = 0; i < part->count; i++)
    it->block_of[part->at[i]] = other;
  return other;
}

// Inert steps from red to blue are inert no more. `part` is the smaller one,
// already in its own block; the other one has kept the number `old`.
static void lose_inert(struct branching *it, uint32_t old,
                       const struct u32_vec *part, bool is_red) {
  for (uint32_t i = 0; i < part->count; i++) {
    uint32_t state = part->at[i];
    if (is_red) {
      struct lts_step_range range = lts_steps(it->lts, state);
      for (const struct lts_step *step = range.begin;
           step < range.end && action_is_tau(step->action); step++)
        if (it->block_of[step->target] == old && !--it->inert[state])
          u32_vec_push(&it->born, state);
    } else {
      for (uint32_t k = it->first[state]; k < it->visible[state]; k++)
        if (comes_from(it, k, old) && !--it->inert[source_of(it, k)])
          u32_vec_push(&it->born, source_of(it, k));
    }
  }
}

// Slices follow the states that left.

static void move_counter(struct branching *it, uint32_t c, uint32_t old,
                         uint32_t fresh) {
  uint32_t from = it->counters.at[c].slice;
  if (it->slices.at[from].block != old)
    return; // has moved
  uint32_t to = it->slices.at[from].twin;
  if (!to) {
    to = new_slice(it);
    struct slice *slice = &it->slices.at[from];
    it->slices.at[to].is_special = slice->is_special;
    it->slices.at[to].epoch = slice->epoch;
    slice->twin = to;
    ring_add_slice(it, fresh, to, slice->epoch != it->blocks.at[fresh].epoch);
    u32_vec_push(&it->touched, from);
  }
  bool marked = it->counters.at[c].twin == MARKED;
  ring_drop_counter(it, c);
  ring_add_counter(it, to, c, marked);
  it->slices.at[from].marked -= marked;
  it->slices.at[to].marked += marked;
}

static void settle_twins(struct branching *it) {
  for (uint32_t i = 0; i < it->touched.count; i++) {
    struct slice *slice = &it->slices.at[it->touched.at[i]];
    uint32_t twin = slice->twin;
    if (slice->partner)
      it->slices.at[twin].partner = it->slices.at[slice->partner].twin;
    if (slice->is_pending)
      make_pending(it, twin);
  }
  for (uint32_t i = 0; i < it->touched.count; i++) {
    uint32_t slice = it->touched.at[i];
    it->slices.at[slice].twin = 0;
    if (!it->slices.at[slice].first)
      drop_slice(it, slice);
  }
  u32_vec_clear(&it->touched);
}

static void move_slices(struct branching *it, uint32_t old, uint32_t fresh,
                        const struct u32_vec *part) {
  for (uint32_t k = 0; k < part->count; k++) {
    uint32_t state = part->at[k];
    for (uint32_t i = it->lts->first[state]; i < it->lts->first[state + 1];
         i++) {
      uint32_t c = it->counter[it->arrival[i]];
      if (c)
        move_counter(it, c, old, fresh);
    }
  }
  settle_twins(it);
}

// New bottom states

static void mark_counters(struct branching *it, uint32_t state) {
  for (uint32_t i = it->lts->first[state]; i < it->lts->first[state + 1]; i++) {
    uint32_t c = it->counter[it->arrival[i]];
    if (!c || it->counters.at[c].twin == MARKED)
      continue;
    uint32_t slice = it->counters.at[c].slice;
    it->counters.at[c].twin = MARKED;
    ring_drop_counter(it, c);
    ring_add_counter(it, slice, c, true);
    it->slices.at[slice].marked++;
  }
}

static void unmark_counters(struct branching *it, uint32_t state) {
  for (uint32_t i = it->lts->first[state]; i < it->lts->first[state + 1]; i++) {
    uint32_t c = it->counter[it->arrival[i]];
    if (!c || it->counters.at[c].twin != MARKED)
      continue;
    it->counters.at[c].twin = 0;
    it->slices.at[it->counters.at[c].slice].marked--;
  }
}

static void start_walk(struct branching *it, uint32_t block) {
  it->blocks.at[block].epoch = ++it->epoch;
  u32_vec_push(&it->walks, block);
}

static void bear(struct branching *it) {
  for (uint32_t i = 0; i < it->born.count; i++) {
    uint32_t state = it->born.at[i], number = it->block_of[state];
    swap_to(it, state, it->blocks.at[number].middle++);
    u32_vec_push(&it->fresh, state);
    if (it->is_walking) {
      it->blocks.at[number].fresh++;
      mark_counters(it, state);
    }
  }
  if (it->is_walking && it->born.count)
    start_walk(it, it->block_of[it->born.at[0]]);
  u32_vec_clear(&it->born);
}

// A state alone in its block needs neither slices nor counters.
static void retire(struct branching *it, uint32_t block) {
  if (block_size(it, block) != 1)
    return;
  uint32_t state = it->order[it->blocks.at[block].first];
  for (uint32_t i = it->lts->first[state]; i < it->lts->first[state + 1]; i++) {
    uint32_t *c = &it->counter[it->arrival[i]];
    if (*c && !--it->counters.at[*c].count) {
      uint32_t slice = it->counters.at[*c].slice;
      drop_counter(it, *c);
      if (!it->slices.at[slice].first)
        drop_slice(it, slice);
    }
    *c = 0;
  }
  it->blocks.at[block].fresh = 0;
}

// The states of the colour that was complete first.
static bool find_part(struct branching *it, uint32_t number, uint32_t slice,
                      uint32_t blue_first, bool all_red) {
  struct lockstep lock = {.it = it,
                          .block = number,
                          .slice = slice,
                          .all_red = all_red,
                          .bottoms = it->blocks.at[number].middle - blue_first,
                          .blue_first = blue_first};
  if (!all_red) {
    lock.member = it->slices.at[slice].first;
    lock.last = it->counters.at[lock.member].prev;
  }
  bool is_red = run_lockstep(&lock);
  restore_inert(it);
  if (!is_red)
    u32_vec_append(&it->blue, it->order + blue_first, lock.bottoms);
  return is_red;
}

// Splits a block by a slice, given its blue bottom states (at least one).
static void split(struct branching *it, uint32_t number, uint32_t slice,
                  uint32_t blue_first, bool all_red) {
  bool is_red = find_part(it, number, slice, blue_first, all_red);
  struct u32_vec *part = is_red ? &it->red : &it->blue;
  uint32_t other = cut(it, number, blue_first, part, is_red);
  lose_inert(it, number, part, is_red);
  move_slices(it, number, other, part);
  wash(it);
  bear(it);
  if (it->is_walking && it->blocks.at[other].fresh)
    u32_vec_push(&it->walks, other);
  retire(it, other);
  retire(it, number);
}

// Splitting by pending slices

// Splits by a slice all of whose counters are looked at.
static void split_by_small(struct branching *it, uint32_t slice) {
  uint32_t number = it->slices.at[slice].block;
  struct block block = it->blocks.at[number];
  uint32_t reds = block.first, c = it->slices.at[slice].first;
  do {
    uint32_t state = it->counters.at[c].state;
    if (is_bottom(it, state))
      swap_to(it, state, reds++);
    paint_red(it, state);
    c = it->counters.at[c].next;
  } while (c != it->slices.at[slice].first);
  if (reds == block.middle)
    wash(it);
  else
    split(it, number, slice, reds, true);
}

// Splits the block of a small slice, all of whose bottom states have it, by
// its partner: the counters know which of them have both.
static void split_by_partner(struct branching *it, uint32_t slice) {
  uint32_t number = it->slices.at[slice].block;
  struct block block = it->blocks.at[number];
  uint32_t reds = block.first, c = it->slices.at[slice].first;
  do {
    uint32_t state = it->counters.at[c].state;
    if (it->counters.at[c].twin && is_bottom(it, state))
      swap_to(it, state, reds++);
    it->counters.at[c].twin = 0;
    c = it->counters.at[c].next;
  } while (c != it->slices.at[slice].first);
  uint32_t partner = it->slices.at[slice].partner;
  if (!partner)
    return;
  it->slices.at[partner].partner = it->slices.at[slice].partner = 0;
  if (reds != block.middle)
    split(it, number, partner, reds, false);
}

static void split_by_pending(struct branching *it) {
  while (it->pending.count) {
    uint32_t slice = u32_vec_pop(&it->pending);
    if (!it->slices.at[slice].is_pending)
      continue;
    it->slices.at[slice].is_pending = false;
    uint32_t c = it->slices.at[slice].first;
    uint32_t state = it->counters.at[c].state;
    split_by_small(it, slice);
    // The slice is red as a whole; it may have another number now, and it is
    // gone if its block has but one state.
    if (block_size(it, it->block_of[state]) > 1)
      split_by_partner(it, it->counters.at[c].slice);
  }
}

// The walk

static void gather_fresh(struct branching *it) {
  for (uint32_t i = 0; i < it->fresh.count; i++) {
    uint32_t state = it->fresh.at[i], number = it->block_of[state];
    if (block_size(it, number) == 1)
      continue;
    struct block *block = &it->blocks.at[number];
    swap_to(it, state, block->middle - 1 - block->fresh);
    if (!block->fresh++)
      start_walk(it, number);
    mark_counters(it, state);
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
  for (uint32_t i = 0; i < marked; i++, c = it->counters.at[c].next)
    swap_to(it, it->counters.at[c].state, reds++);
  split(it, number, slice, reds, false);
  return true;
}

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
    unmark_counters(it, it->fresh.at[i]);
  u32_vec_clear(&it->fresh);
  it->is_walking = false;
}

// Separating a block from its compound

static void separate_step(struct branching *it, uint32_t arrival) {
  uint32_t c = it->counter[arrival];
  if (!c)
    return;
  uint32_t fresh = it->counters.at[c].twin;
  if (!fresh) {
    fresh = new_counter(it, it->counters.at[c].state);
    uint32_t slice = it->counters.at[c].slice;
    if (!it->slices.at[slice].twin) {
      uint32_t twin = new_slice(it);
      it->slices.at[slice].twin = twin;
      ring_add_slice(it, it->slices.at[slice].block, twin, false);
      u32_vec_push(&it->touched, slice);
    }
    ring_add_counter(it, it->slices.at[slice].twin, fresh, false);
    it->counters.at[c].twin = fresh;
    it->counters.at[fresh].twin = c;
  }
  it->counters.at[c].count--;
  it->counters.at[fresh].count++;
  it->counter[arrival] = fresh;
}

// A counter that is used up goes; one that is not stays the twin of its twin.
static void settle_counters(struct branching *it, uint32_t small) {
  uint32_t fresh = it->slices.at[small].first;
  do {
    uint32_t c = it->counters.at[fresh].twin;
    it->counters.at[c].twin = 0;
    if (!it->counters.at[c].count) {
      drop_counter(it, c);
      it->counters.at[fresh].twin = 0;
    }
    fresh = it->counters.at[fresh].next;
  } while (fresh != it->slices.at[small].first);
}

static void forget_twins(struct branching *it, uint32_t small) {
  uint32_t c = it->slices.at[small].first;
  do {
    it->counters.at[c].twin = 0;
    c = it->counters.at[c].next;
  } while (c != it->slices.at[small].first);
}

// Decides what a slice that fell in two has to be split by.
static void settle_slice(struct branching *it, uint32_t large,
                         uint32_t splitter) {
  uint32_t small = it->slices.at[large].twin;
  it->slices.at[large].twin = 0;
  settle_counters(it, small);
  bool is_empty = !it->slices.at[large].first;
  bool is_special = it->slices.at[large].is_special;
  if (is_special && it->slices.at[large].block == splitter) {
    // Silent steps inside the splitter stay special; those into the rest of
    // the old compound do not, see below.
    it->slices.at[small].is_special = true;
    forget_twins(it, small);
  } else if (is_special || is_empty) {
    // Either nothing is asked of the large part, or there is none and the
    // small part is stable as the whole was.
    forget_twins(it, small);
    if (is_special)
      make_pending(it, small);
  } else {
    it->slices.at[small].partner = large;
    it->slices.at[large].partner = small;
    make_pending(it, small);
  }
  if (is_empty)
    drop_slice(it, large);
}

static uint32_t find_special(const struct branching *it, uint32_t block) {
  uint32_t head = it->blocks.at[block].slices, s = head;
  if (!head)
    return 0;
  do {
    if (it->slices.at[s].is_special)
      return s;
    s = it->slices.at[s].next;
  } while (s != head);
  return 0;
}

static void separate(struct branching *it, uint32_t splitter) {
  struct block block = it->blocks.at[splitter];
  uint32_t special = find_special(it, splitter);
  for (uint32_t i = block.first; i < block.end; i++) {
    uint32_t state = it->order[i];
    for (uint32_t k = it->first[state]; k < it->first[state + 1]; k++)
      separate_step(it, k);
  }
  for (uint32_t i = 0; i < it->touched.count; i++)
    settle_slice(it, it->touched.at[i], splitter);
  u32_vec_clear(&it->touched);
  // What is left of the special slice leads into the rest of the old compound.
  if (special && it->slices.at[special].first) {
    it->slices.at[special].is_special = false;
    make_pending(it, special);
  }
}

// The loop

static uint32_t block_at(const struct branching *it, uint32_t place) {
  return it->block_of[it->order[place]];
}

static void add_compound(struct branching *it, struct range range) {
  uint32_t block = block_at(it, range.first);
  if (it->blocks.at[block].end == range.end)
    bitset_add(&it->alone, block);
  else
    range_vec_push(&it->compounds, range);
}

// Takes the smaller of the outermost blocks out of a compound.
static uint32_t choose_splitter(struct branching *it) {
  struct range compound = range_vec_pop(&it->compounds);
  uint32_t left = block_at(it, compound.first);
  uint32_t right = block_at(it, compound.end - 1);
  bool take_left = block_size(it, left) <= block_size(it, right);
  struct range rest =
      take_left ? (struct range){it->blocks.at[left].end, compound.end}
                : (struct range){compound.first, it->blocks.at[right].first};
  uint32_t splitter = take_left ? left : right;
  bitset_add(&it->alone, splitter);
  add_compound(it, rest);
  return splitter;
}

static void refine(struct branching *it) {
  add_compound(it, (struct range){0, it->state_count});
  split_by_pending(it);
  walk(it);
  while (it->compounds.count) {
    separate(it, choose_splitter(it));
    split_by_pending(it);
    walk(it);
  }
}

// The start. Any partition coarser than the result will do, if all its slices
// are pending. A good guess often leaves few states together; the others never
// need a counter.

// Orders the states by block, bottom states first: `middle` runs up from the
// first place of a block, `end` down from its last, and they meet.
static void start_blocks(struct branching *it, uint32_t count) {
  for (uint32_t b = 0; b < count; b++)
    block_vec_push(&it->blocks, (struct block){0});
  for (uint32_t s = 0; s < it->state_count; s++)
    it->blocks.at[it->block_of[s]].end++;
  uint32_t sum = 0;
  for (uint32_t b = 0; b < count; b++) {
    uint32_t size = it->blocks.at[b].end;
    it->blocks.at[b] = (struct block){sum, sum, sum + size, 0, 0, 0};
    sum += size;
  }
  for (uint32_t s = 0; s < it->state_count; s++) {
    struct block *block = &it->blocks.at[it->block_of[s]];
    uint32_t at = it->inert[s] ? --block->end : block->middle++;
    it->order[at] = s;
    it->place[s] = at;
  }
  for (uint32_t b = 0; b < count; b++)
    it->blocks.at[b].end =
        b + 1 < count ? it->blocks.at[b + 1].first : it->state_count;
}

static void count_inert(struct branching *it) {
  for (uint32_t s = 0; s < it->state_count; s++) {
    struct lts_step_range range = lts_steps(it->lts, s);
    for (const struct lts_step *step = range.begin;
         step < range.end && action_is_tau(step->action); step++)
      it->inert[s] += it->block_of[step->target] == it->block_of[s];
  }
}

static void find_arrivals(struct branching *it) {
  const struct lts *lts = it->lts;
  uint32_t *cursor = memory_new(lts->state_count * sizeof *cursor);
  for (uint32_t i = 0; i < lts->step_count; i++)
    it->first[lts->steps[i].target + 1]++;
  for (uint32_t s = 0; s < lts->state_count; s++)
    it->first[s + 1] += it->first[s];
  memcpy(cursor, it->first, lts->state_count * sizeof *cursor);
  for (int silent = 1; silent >= 0; silent--) {
    for (uint32_t i = 0; i < lts->step_count; i++)
      if (action_is_tau(lts->steps[i].action) == silent)
        it->arrival[i] = cursor[lts->steps[i].target]++;
    if (silent)
      memcpy(it->visible, cursor, lts->state_count * sizeof *cursor);
  }
  free(cursor);
}

// The slice of a block and an action; slice_of has those of the block at hand.
static uint32_t start_slice(struct branching *it, uint32_t block,
                            struct action action, uint32_t *slice_of) {
  uint32_t slice = slice_of[action.id];
  if (slice && it->slices.at[slice].block == block)
    return slice;
  slice = slice_of[action.id] = new_slice(it);
  ring_add_slice(it, block, slice, false);
  it->slices.at[slice].is_special = action_is_tau(action);
  if (!action_is_tau(action))
    make_pending(it, slice);
  return slice;
}

static void start_counters(struct branching *it, uint32_t state,
                           uint32_t *slice_of) {
  const struct lts *lts = it->lts;
  uint32_t c = 0;
  for (uint32_t i = lts->first[state]; i < lts->first[state + 1]; i++) {
    struct action action = lts->steps[i].action;
    if (i == lts->first[state] ||
        !action_equal(action, lts->steps[i - 1].action)) {
      c = new_counter(it, state);
      ring_add_counter(
          it, start_slice(it, it->block_of[state], action, slice_of), c, false);
    }
    it->counters.at[c].count++;
    it->counter[it->arrival[i]] = c;
  }
}

static void start_slices(struct branching *it) {
  uint32_t *slice_of =
      memory_new_zero(action_count(it->lts->actions) + 1u, sizeof *slice_of);
  for (uint32_t i = 0; i < it->state_count; i++) {
    uint32_t state = it->order[i];
    if (block_size(it, it->block_of[state]) > 1)
      start_counters(it, state, slice_of);
  }
  free(slice_of);
}

static uint32_t *new_words(uint32_t count) {
  return memory_new_zero(count + 1u, sizeof(uint32_t));
}

static void branching_init(struct branching *it, const struct lts *lts,
                           uint32_t rounds) {
  uint32_t n = lts->state_count, m = lts->step_count;
  *it = (struct branching){.lts = lts, .state_count = n};
  it->order = new_words(n);
  it->block_of = new_words(n);
  uint32_t count = partition_guess(lts, true, rounds, it->block_of, 1);
  it->place = new_words(n);
  it->inert = new_words(n);
  count_inert(it);
  start_blocks(it, count);
  it->first = new_words(n);
  it->visible = new_words(n);
  it->counter = new_words(m);
  it->arrival = new_words(m);
  it->is_red = memory_new_zero(n, sizeof(bool));
  counter_vec_push(&it->counters, (struct counter){0});
  slice_vec_push(&it->slices, (struct slice){0});
  find_arrivals(it);
  start_slices(it);
}

// All but block_of.
static void branching_release(struct branching *it) {
  uint32_t *words[] = {it->first, it->visible, it->counter, it->arrival,
                       it->order, it->place,   it->inert};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    free(words[i]);
  free(it->is_red);
  counter_vec_release(&it->counters);
  slice_vec_release(&it->slices);
  block_vec_release(&it->blocks);
  bitset_release(&it->alone);
  range_vec_release(&it->compounds);
  struct u32_vec *lists[] = {&it->free_counters, &it->free_slices, &it->pending,
                             &it->walks,         &it->fresh,       &it->touched,
                             &it->born,          &it->red,         &it->blue,
                             &it->visited};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    u32_vec_release(lists[i]);
}

uint32_t *partition_branching_after(const struct lts *lts, uint32_t rounds,
                                    uint32_t *count) {
  struct branching it;
  branching_init(&it, lts, rounds);
  refine(&it);
  uint32_t blocks = it.blocks.count;
  branching_release(&it);
  *count = partition_renumber(it.block_of, lts->state_count, blocks);
  return it.block_of;
}

uint32_t *partition_branching(const struct lts *lts, uint32_t *count) {
  return partition_branching_after(lts, PARTITION_GUESSES, count);
}
