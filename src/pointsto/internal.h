// Shared inside pointer/: the parts of an inclusion system.
#ifndef VOUCH_POINTSTO_INTERNAL_H
#define VOUCH_POINTSTO_INTERNAL_H

#include "base/hash.h"
#include "base/map.h"
#include "pointsto/inclusion.h"

enum { STRIDE_BLUR = 0xffffffff }; // any offset at all

struct shift {
  uint32_t to;
  uint32_t stride; // 0: none
  int64_t step;
};

struct access_use {
  uint32_t node; // value stored, or target of the load
  uint32_t bytes;
};

VEC_DEFINE(shift_vec, struct shift);
VEC_DEFINE(access_vec, struct access_use);

// What happens with the places of a node besides flowing on. Most nodes have
// nothing of the kind.
struct node_uses {
  struct shift_vec shifts;
  struct access_vec loads;
  struct access_vec stores;
  struct u32_vec copies_from; // numbers of copies
  struct u32_vec copies_to;
  struct u32_vec watches;
};

struct node {
  uint32_t parent; // union-find; itself for a representative
  uint32_t stride; // closed under multiples of it; 0: not
  bool leaks;
  struct sparse_set places;
  struct sparse_set fresh;   // of places: not yet sent on
  struct sparse_set pending; // sent on, not yet seen by the uses
  struct u32_vec flows;
  struct node_uses *uses; // or null
};

struct cell {
  int64_t offset;
  uint32_t bytes; // of a reader
  uint32_t node;
};

// What goes on from this object's cells into another object.
struct transfer {
  uint32_t to; // object
  int64_t from_offset;
  int64_t to_offset;
  uint64_t size; // 0: unknown
};

VEC_DEFINE(cell_vec, struct cell);
VEC_DEFINE(transfer_vec, struct transfer);

struct memory {
  struct layout layout;
  bool is_writable;
  bool escapes;
  struct u32_vec places; // numbers, exact ones
  uint32_t any_place;    // 0 until needed
  uint32_t written;      // nodes
  uint32_t read;
  struct cell_vec cells;
  struct cell_vec readers;
  struct transfer_vec transfers;
};

struct place_key {
  uint32_t object;
  uint32_t bytes;
  int64_t offset;
};

static inline bool place_key_equal(struct place_key a, struct place_key b) {
  return a.object == b.object && a.bytes == b.bytes && a.offset == b.offset;
}
static inline uint64_t place_key_hash(struct place_key key) {
  return hash_u64(hash_u64(((uint64_t)key.object << 32) + key.bytes) +
                  (uint64_t)key.offset);
}

MAP_DEFINE(place_map, struct place_key, uint32_t, place_key_hash,
           place_key_equal);
NUMBER_MAP_DEFINE(pair_map, uint64_t, char);
VEC_DEFINE(node_vec, struct node);
VEC_DEFINE(memory_vec, struct memory);
VEC_DEFINE(place_vec, struct inclusion_place);

struct inclusion {
  unsigned word;
  struct inclusion_listener listener;
  struct node_vec nodes;            // [0] unused
  struct memory_vec objects;        // [0] unused
  struct place_vec places;          // [0] unused
  struct place_map place_numbers;   // bytes 0
  struct place_map cells;           // bytes 0 for cells, n for readers
  struct sparse_set escaped_places; // but UNKNOWN, which stands for them
  uint32_t unknown;                 // the node {UNKNOWN}
  struct pair_map flows;            // pairs of nodes, to enter each once
  struct u32_vec copies;            // the buffer object of each
  bool has_new_edges;               // since cycles were last collapsed
  bool may_step;                    // edges were added since cycles were closed
  uint64_t merged;
  uint64_t waves;
  uint64_t propagations;
};

static inline uint32_t node_find(const struct inclusion *system,
                                 uint32_t node) {
  struct node *nodes = system->nodes.at;
  while (nodes[node].parent != node) {
    nodes[node].parent = nodes[nodes[node].parent].parent;
    node = nodes[node].parent;
  }
  return node;
}

// Adds places to a representative. True if any is new.
void node_add(struct inclusion *system, uint32_t node, uint32_t place);
struct node_uses *node_uses(struct inclusion *system, uint32_t node);
// Closes the node under multiples of the stride.
void node_close(struct inclusion *system, uint32_t node, uint32_t stride);

// Memory (memory.c)

void memory_load_place(struct inclusion *system, struct inclusion_place place,
                       uint32_t to, unsigned bytes);
void memory_store_place(struct inclusion *system, struct inclusion_place place,
                        uint32_t from, unsigned bytes);
void memory_copy_from(struct inclusion *system, uint32_t buffer,
                      struct inclusion_place place);
void memory_copy_to(struct inclusion *system, uint32_t buffer,
                    struct inclusion_place place);

// Cycles (cycles.c)

// Collapses cycles of plain inclusions; the representatives in an order in
// which every inclusion goes forward.
void cycles_collapse(struct inclusion *system, struct u32_vec *order);
// Closes the nodes on cycles that add up to a step.
void cycles_close(struct inclusion *system);

#endif
