// The blocks of branching bisimulation and how one is split. See branching.h.
//
// The states of a block that can reach a slice by inert steps are red, the
// others blue. The two colours are explored in lockstep and the first to be
// complete, of at most half the block, becomes the new block, so that the work
// is proportional to the steps of the smaller part.
//
// A split makes some inert steps visible and so makes new bottom states, all
// of them red.
#include "lts/branching.h"

static uint32_t block_size(const struct branching *it, uint32_t block) {
  return it->blocks.at[block].end - it->blocks.at[block].first;
}

bool state_is_bottom(const struct branching *it, uint32_t state) {
  return it->place[state] < it->blocks.at[it->block_of[state]].middle;
}

void state_swap_to(struct branching *it, uint32_t state, uint32_t to) {
  uint32_t from = it->place[state];
  uint32_t other = it->order[to];
  it->order[from] = other;
  it->place[other] = from;
  it->order[to] = state;
  it->place[state] = to;
}

struct range block_range_at(const struct branching *it, uint32_t place) {
  uint32_t block = it->block_of[it->order[place]];
  if (!block)
    return (struct range){place, place + 1};
  return (struct range){it->blocks.at[block].first, it->blocks.at[block].end};
}

uint32_t block_new(struct branching *it, struct block block) {
  uint32_t number = it->free_blocks;
  if (!number)
    return block_vec_push(&it->blocks, block);
  it->free_blocks = it->blocks.at[number].first;
  it->blocks.at[number] = block;
  return number;
}

void block_start_walk(struct branching *it, uint32_t block) {
  it->blocks.at[block].epoch = ++it->epoch;
  u32_vec_push(&it->walks, block);
}

// Lockstep. The blue bottom states are given; red starts from the counters of
// the slice.

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

// Is there a silent arrival number `at`, counted from the first, of a state?
static bool has_silent(const struct branching *it, uint32_t state,
                       uint32_t at) {
  return it->first[state] + at < it->first[state + 1] &&
         bitset_has(&it->silent, it->first[state] + at);
}

void state_paint_red(struct branching *it, uint32_t state) {
  if (it->is_red[state])
    return;
  it->is_red[state] = true;
  u32_vec_push(&it->red, state);
}

// One unit of work; false when there is none left.
static bool red_step(struct lockstep *lock) {
  struct branching *it = lock->it;
  if (lock->member) {
    const struct counter *counter = &it->counters[lock->member];
    state_paint_red(it, counter->state);
    lock->member = lock->member == lock->last ? 0 : counter->next;
    return true;
  }
  if (lock->red_at == it->red.count)
    return false;
  uint32_t state = it->red.at[lock->red_at];
  if (!has_silent(it, state, lock->red_arrival)) {
    lock->red_at++;
    lock->red_arrival = 0;
    return true;
  }
  uint32_t source = arrival_source(it, it->first[state] + lock->red_arrival++);
  if (it->block_of[source] == lock->block)
    state_paint_red(it, source);
  return true;
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
  if (!lock->all_red && slice_has(it, lock->slice, state))
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
  if (!has_silent(it, state, lock->blue_arrival)) {
    lock->blue_at++;
    lock->blue_arrival = 0;
    return true;
  }
  uint32_t source = arrival_source(it, it->first[state] + lock->blue_arrival++);
  if (it->block_of[source] == lock->block)
    visit(lock, source);
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

void blocks_wash(struct branching *it) {
  for (uint32_t i = 0; i < it->red.count; i++)
    it->is_red[it->red.at[i]] = false;
  u32_vec_clear(&it->red);
  u32_vec_clear(&it->blue);
}

// The states of the colour that was complete first; true if it is red.
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
    lock.last = it->counters[lock.member].prev;
  }
  bool is_red = run_lockstep(&lock);
  restore_inert(it);
  if (!is_red)
    u32_vec_append(&it->blue, it->order + blue_first, lock.bottoms);
  return is_red;
}

// Parting

// Puts red first and blue last, each with its bottom states in front. The blue
// bottom states are at blue_first .. middle-1. Returns where blue begins. Costs
// no more than the part that is known.
static uint32_t arrange(struct branching *it, struct block block,
                        uint32_t blue_first, const struct u32_vec *part,
                        bool is_red) {
  uint32_t edge = is_red ? block.middle : block.end; // red others end here
  for (uint32_t i = 0; i < part->count; i++)
    if (it->place[part->at[i]] >= block.middle)
      state_swap_to(it, part->at[i], is_red ? edge++ : --edge);
  // Exchange the blue bottom states with the red others behind them.
  uint32_t blues = block.middle - blue_first, reds = edge - block.middle;
  for (uint32_t i = 0; i < blues && i < reds; i++)
    state_swap_to(it, it->order[blue_first + i], edge - 1 - i);
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
  uint32_t other = block_new(it, *fresh);
  it->blocks.at[number] = is_red ? blue : red;
  for (uint32_t i = 0; i < part->count; i++)
    it->block_of[part->at[i]] = other;
  return other;
}

// Inert steps from red to blue are inert no more.

// When blue is the part that left: they arrive there.
static void lose_into_blue(struct branching *it, uint32_t red,
                           const struct u32_vec *blue) {
  for (uint32_t i = 0; i < blue->count; i++) {
    uint32_t state = blue->at[i];
    for (uint32_t k = 0; has_silent(it, state, k); k++) {
      uint32_t source = arrival_source(it, it->first[state] + k);
      if (it->block_of[source] == red && !--it->inert[source])
        u32_vec_push(&it->born, source);
    }
  }
}

// When red is the part that left: what stays inert arrives in red.
static void lose_from_red(struct branching *it, uint32_t red,
                          const struct u32_vec *part) {
  for (uint32_t i = 0; i < part->count; i++) {
    uint32_t state = part->at[i];
    if (it->inert[state])
      u32_vec_push(&it->born, state);
    it->inert[state] = 0;
  }
  for (uint32_t i = 0; i < part->count; i++)
    for (uint32_t k = 0; has_silent(it, part->at[i], k); k++) {
      uint32_t source = arrival_source(it, it->first[part->at[i]] + k);
      it->inert[source] += it->block_of[source] == red;
    }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < it->born.count; i++)
    if (!it->inert[it->born.at[i]])
      it->born.at[kept++] = it->born.at[i];
  it->born.count = kept;
}

static void bear(struct branching *it) {
  for (uint32_t i = 0; i < it->born.count; i++) {
    uint32_t state = it->born.at[i], number = it->block_of[state];
    state_swap_to(it, state, it->blocks.at[number].middle++);
    u32_vec_push(&it->fresh, state);
    if (it->is_walking) {
      it->blocks.at[number].fresh++;
      counters_mark(it, state);
    }
  }
  if (it->is_walking && it->born.count)
    block_start_walk(it, it->block_of[it->born.at[0]]);
  u32_vec_clear(&it->born);
}

// A state that is alone needs no block.
static void retire(struct branching *it, uint32_t block) {
  if (block_size(it, block) != 1)
    return;
  uint32_t state = it->order[it->blocks.at[block].first];
  counters_retire(it, state);
  it->block_of[state] = 0;
  bitset_remove(&it->alone, block);
  it->blocks.at[block] = (struct block){.first = it->free_blocks};
  it->free_blocks = block;
}

void block_split(struct branching *it, uint32_t block, uint32_t slice,
                 uint32_t blue_first, bool all_red) {
  bool is_red = find_part(it, block, slice, blue_first, all_red);
  struct u32_vec *part = is_red ? &it->red : &it->blue;
  uint32_t other = cut(it, block, blue_first, part, is_red);
  if (is_red)
    lose_from_red(it, other, part);
  else
    lose_into_blue(it, block, part);
  slices_move(it, other, part);
  blocks_wash(it);
  bear(it);
  if (it->is_walking && it->blocks.at[other].fresh)
    u32_vec_push(&it->walks, other);
  retire(it, other);
  retire(it, block);
}
