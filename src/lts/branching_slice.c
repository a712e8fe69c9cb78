// The steps of branching bisimulation: counters and slices. See branching.h.
#include "lts/branching.h"

// Rings

void slice_add(struct branching *it, uint32_t slice, uint32_t c,
               bool in_front) {
  struct counter *all = it->counters;
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

static void slice_remove(struct branching *it, uint32_t c) {
  struct counter *all = it->counters;
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

// Slices

uint32_t slice_new(struct branching *it, uint32_t block, bool in_front) {
  uint32_t slice = it->free_slices;
  if (slice) {
    it->free_slices = it->slices.at[slice].next;
    it->slices.at[slice] = (struct slice){0};
  } else {
    slice = slice_vec_push(&it->slices, (struct slice){0});
  }
  ring_add_slice(it, block, slice, in_front);
  return slice;
}

static void slice_drop(struct branching *it, uint32_t slice) {
  struct slice *gone = &it->slices.at[slice];
  if (gone->partner)
    it->slices.at[gone->partner].partner = 0;
  gone->is_pending = false;
  ring_drop_slice(it, slice);
  gone->next = it->free_slices;
  it->free_slices = slice;
}

void slice_make_pending(struct branching *it, uint32_t slice) {
  it->slices.at[slice].is_pending = true;
  u32_vec_push(&it->pending, slice);
}

bool slice_has(const struct branching *it, uint32_t slice, uint32_t state) {
  for (uint32_t c = it->row[state] + 1; c <= it->row[state + 1]; c++)
    if (it->counters[c].count && it->counters[c].slice == slice)
      return true;
  return false;
}

// Counters of new bottom states

void counters_mark(struct branching *it, uint32_t state) {
  for (uint32_t c = it->row[state] + 1; c <= it->row[state + 1]; c++) {
    if (!it->counters[c].count || !bitset_add(&it->marked, c))
      continue;
    uint32_t slice = it->counters[c].slice;
    slice_remove(it, c);
    slice_add(it, slice, c, true);
    it->slices.at[slice].marked++;
  }
}

void counters_unmark(struct branching *it, uint32_t state) {
  for (uint32_t c = it->row[state] + 1; c <= it->row[state + 1]; c++)
    if (it->counters[c].count && bitset_remove(&it->marked, c))
      it->slices.at[it->counters[c].slice].marked--;
}

// Moving with the states

// Where the counters of a slice go that leave for another block.
static uint32_t moved_slice(struct branching *it, uint32_t from, uint32_t to) {
  if (it->slices.at[from].twin)
    return it->slices.at[from].twin;
  uint32_t epoch = it->slices.at[from].epoch;
  uint32_t twin = slice_new(it, to, epoch != it->blocks.at[to].epoch);
  it->slices.at[twin].is_special = it->slices.at[from].is_special;
  it->slices.at[twin].epoch = epoch;
  it->slices.at[from].twin = twin;
  u32_vec_push(&it->touched, from);
  return twin;
}

static void move_counter(struct branching *it, uint32_t c, uint32_t block) {
  uint32_t from = it->counters[c].slice, to = moved_slice(it, from, block);
  bool marked = it->is_walking && bitset_has(&it->marked, c);
  slice_remove(it, c);
  slice_add(it, to, c, marked);
  it->slices.at[from].marked -= marked;
  it->slices.at[to].marked += marked;
}

static void settle_moved(struct branching *it) {
  for (uint32_t i = 0; i < it->touched.count; i++) {
    struct slice *slice = &it->slices.at[it->touched.at[i]];
    uint32_t twin = slice->twin;
    if (slice->partner)
      it->slices.at[twin].partner = it->slices.at[slice->partner].twin;
    if (slice->is_pending)
      slice_make_pending(it, twin);
  }
  for (uint32_t i = 0; i < it->touched.count; i++) {
    uint32_t slice = it->touched.at[i];
    it->slices.at[slice].twin = 0;
    if (!it->slices.at[slice].first)
      slice_drop(it, slice);
  }
  u32_vec_clear(&it->touched);
}

void slices_move(struct branching *it, uint32_t to,
                 const struct u32_vec *states) {
  for (uint32_t k = 0; k < states->count; k++) {
    uint32_t state = states->at[k];
    for (uint32_t c = it->row[state] + 1; c <= it->row[state + 1]; c++)
      if (it->counters[c].count)
        move_counter(it, c, to);
  }
  settle_moved(it);
}

void counters_retire(struct branching *it, uint32_t state) {
  for (uint32_t c = it->row[state] + 1; c <= it->row[state + 1]; c++) {
    if (!it->counters[c].count)
      continue;
    uint32_t slice = it->counters[c].slice;
    slice_remove(it, c);
    it->counters[c].count = 0;
    if (!it->slices.at[slice].first)
      slice_drop(it, slice);
  }
}

// Separating a part from its compound

// The slice of the steps that change over to the new compound.
static uint32_t small_slice(struct branching *it, uint32_t large) {
  if (it->slices.at[large].twin)
    return it->slices.at[large].twin;
  uint32_t small = slice_new(it, it->slices.at[large].block, false);
  it->slices.at[large].twin = small;
  it->slices.at[small].twin = large;
  u32_vec_push(&it->touched, large);
  return small;
}

// Makes a counter for the steps of c that change over. Until all of them have,
// c is in limbo: in no ring, so that `prev` can lead to the new counter.
static void open_counter(struct branching *it, uint32_t c) {
  struct counter *old = &it->counters[c];
  bool at_end = bitset_has(&it->at_end, c);
  uint32_t fresh = at_end ? c - (old->count - 1) : c + (old->count - 1);
  if (at_end)
    bitset_remove(&it->at_end, fresh);
  else
    bitset_add(&it->at_end, fresh);
  slice_add(it, small_slice(it, old->slice), fresh, false);
  slice_remove(it, c);
  old->slice = 0;
  old->prev = fresh;
  old->next = it->limbo;
  it->limbo = c;
}

static void separate_step(struct branching *it, uint32_t arrival) {
  uint32_t c = it->counter[arrival];
  struct counter *old = &it->counters[c];
  if (!old->count)
    return; // its state is alone
  if (old->slice && old->count == 1) {
    uint32_t small = small_slice(it, old->slice);
    slice_remove(it, c);
    slice_add(it, small, c, false);
    return;
  }
  if (old->slice)
    open_counter(it, c);
  old->count--;
  it->counters[old->prev].count++;
  it->counter[arrival] = old->prev;
}

// What has steps left in limbo returns to its slice.
static void empty_limbo(struct branching *it) {
  while (it->limbo) {
    uint32_t c = it->limbo;
    struct counter *old = &it->counters[c];
    uint32_t fresh = old->prev, small = it->counters[fresh].slice;
    it->limbo = old->next;
    if (!old->count)
      continue;
    bitset_add(&it->has_rest, fresh);
    slice_add(it, it->slices.at[small].twin, c, false);
  }
}

static void forget_rests(struct branching *it, uint32_t small) {
  uint32_t c = it->slices.at[small].first;
  do {
    bitset_remove(&it->has_rest, c);
    c = it->counters[c].next;
  } while (c != it->slices.at[small].first);
}

// Decides what a slice that fell in two has to be split by.
static void settle_slice(struct branching *it, uint32_t large, uint32_t block) {
  struct slice *slices = it->slices.at;
  uint32_t small = slices[large].twin;
  slices[large].twin = slices[small].twin = 0;
  bool is_empty = !slices[large].first;
  bool is_special = slices[large].is_special;
  if (is_special && slices[large].block == block) {
    // Silent steps inside the new compound stay special; those into the rest
    // of the old one do not, see below.
    slices[small].is_special = true;
    forget_rests(it, small);
  } else if (is_special || is_empty) {
    // Either nothing is asked of the large part, or there is none and the
    // small part is stable as the whole was.
    forget_rests(it, small);
    if (is_special)
      slice_make_pending(it, small);
  } else {
    slices[small].partner = large;
    slices[large].partner = small;
    slice_make_pending(it, small);
  }
  if (is_empty)
    slice_drop(it, large);
}

static uint32_t find_special(const struct branching *it, uint32_t block) {
  uint32_t head = block ? it->blocks.at[block].slices : 0, s = head;
  if (!head)
    return 0;
  do {
    if (it->slices.at[s].is_special)
      return s;
    s = it->slices.at[s].next;
  } while (s != head);
  return 0;
}

void slices_separate(struct branching *it, struct range states,
                     uint32_t block) {
  uint32_t special = find_special(it, block);
  for (uint32_t i = states.first; i < states.end; i++) {
    uint32_t state = it->order[i];
    for (uint32_t k = it->first[state]; k < it->first[state + 1]; k++)
      separate_step(it, k);
  }
  empty_limbo(it);
  for (uint32_t i = 0; i < it->touched.count; i++)
    settle_slice(it, it->touched.at[i], block);
  u32_vec_clear(&it->touched);
  // What is left of the special slice leads into the rest of the old compound.
  if (special && it->slices.at[special].first) {
    it->slices.at[special].is_special = false;
    slice_make_pending(it, special);
  }
}
