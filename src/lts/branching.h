// Branching bisimulation: what the files branching*.c share.
//
// In O(m log n), after Groote, Jansen, Keiren and Wijs (ACM TOCL 18(2), 2017;
// for labelled systems TACAS 2020).
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
// Representation. Each state is alone, or in a block, a range of `order` with
// the bottom states first and among them the new ones last. Who is alone
// cannot be split and needs neither block nor slices.
//
// The steps of a state by one action into one compound share a counter. A
// slice is a ring of counters and a block has a ring of slices. The counters
// of state s are among row[s]+1 .. row[s+1], which is as many as it has steps.
// A counter of k steps has k places in a row to itself and stands at one end
// of them; when it falls in two, the new one stands at the other end, and with
// each step that changes over the border between the two moves by one. So no
// place has to be looked for, and the action of a counter is known from its
// place. What is not in use has a count of 0.
//
// Steps are known by their arrival at the target: counter[k] is the counter of
// arrival k. Neither targets nor actions are needed while blocks are split,
// which is why the steps of the LTS can be freed: 24 bytes per step and 28 per
// state is what it takes.
#ifndef VOUCH_LTS_BRANCHING_H
#define VOUCH_LTS_BRANCHING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/vec.h"

struct counter {
  uint32_t state;
  uint32_t count;      // steps; 0 = not in use
  uint32_t slice;      // 0 = in limbo, see separate_step
  uint32_t next, prev; // ring of the slice
};

struct slice {
  uint32_t first; // counter, 0 = empty
  uint32_t block;
  uint32_t next, prev; // ring of the block
  uint32_t twin;       // while moving steps or states: where they go, and back
  uint32_t partner;    // of a small slice the large one, and the reverse
  uint32_t marked;     // counters of new bottom states, at the front
  uint32_t epoch;      // checked in the walk if equal to the block's
  bool is_pending;     // small, and not yet split by
  bool is_special;
};

struct block {
  uint32_t first, middle, end; // range of order; bottom states up to middle
  uint32_t slices;             // ring, 0 = none
  uint32_t fresh;              // new bottom states, before middle
  uint32_t epoch;
};

struct range {
  uint32_t first, end;
};

VEC_DEFINE(slice_vec, struct slice);
VEC_DEFINE(block_vec, struct block);
VEC_DEFINE(range_vec, struct range);

struct branching {
  uint32_t state_count, step_count;
  // Steps
  const uint32_t *row; // of counters, by state; borrowed
  struct counter *counters;
  struct bitset at_end;   // counters at the upper end of their places
  struct bitset has_rest; // while separating: the state also has a step into
                          // the other part of the compound
  struct bitset marked;   // counters of new bottom states
  uint32_t *first;        // arrivals of state s: first[s] .. first[s+1]-1,
  struct bitset silent;   // the silent ones, which come first
  uint32_t *counter;      // by arrival
  struct slice_vec slices;
  uint32_t free_slices; // list by `next`
  // States
  uint32_t *order, *place;
  uint32_t *block_of; // 0 = alone
  uint32_t *inert;    // inert steps that leave the state
  struct block_vec blocks;
  uint32_t free_blocks;       // list by `first`
  struct bitset alone;        // blocks that are compounds of their own
  struct range_vec compounds; // of several blocks
  // What is to be done
  struct u32_vec pending; // small slices
  struct u32_vec walks;   // blocks with new bottom states
  struct u32_vec fresh;   // new bottom states since the last walk
  bool is_walking;
  uint32_t epoch;
  uint32_t limbo;         // counters that fall in two, a list by `next`
  struct u32_vec touched; // slices with a twin
  struct u32_vec born;    // new bottom states of a split
  bool *is_red;           // by state, during a lockstep
  struct u32_vec red, blue, visited;
};

// Slices and counters (branching_slice.c)

uint32_t slice_new(struct branching *it, uint32_t block, bool in_front);
void slice_make_pending(struct branching *it, uint32_t slice);
void slice_add(struct branching *it, uint32_t slice, uint32_t counter,
               bool in_front);
// Does a state have a step of the slice?
bool slice_has(const struct branching *it, uint32_t slice, uint32_t state);
// Marks the counters of a new bottom state and puts them in front.
void counters_mark(struct branching *it, uint32_t state);
void counters_unmark(struct branching *it, uint32_t state);
// The slices follow states that went into another block.
void slices_move(struct branching *it, uint32_t to,
                 const struct u32_vec *states);
// A state that is alone gives up its counters and, with them, its slices.
void counters_retire(struct branching *it, uint32_t state);
// Makes a range of states, which is a block or a state alone (block 0), a
// compound; the slices that have to be split by become pending.
void slices_separate(struct branching *it, struct range states, uint32_t block);

// Blocks (branching_block.c)

bool state_is_bottom(const struct branching *it, uint32_t state);
void state_swap_to(struct branching *it, uint32_t state, uint32_t place);
// The block of the state at a place, or that state alone.
struct range block_range_at(const struct branching *it, uint32_t place);
void block_start_walk(struct branching *it, uint32_t block);
uint32_t block_new(struct branching *it, struct block block);
void state_paint_red(struct branching *it, uint32_t state);
// Splits a block by a slice: red are the states that reach it by inert steps,
// blue the others. The blue bottom states, at least one, are at blue_first and
// up to the block's middle. With `all_red` the states that have a step of the
// slice are painted already.
void block_split(struct branching *it, uint32_t block, uint32_t slice,
                 uint32_t blue_first, bool all_red);
void blocks_wash(struct branching *it); // paints nothing red

static inline uint32_t arrival_source(const struct branching *it,
                                      uint32_t arrival) {
  return it->counters[it->counter[arrival]].state;
}

#endif
