// A system of inclusions between sets of pointers, solved as it grows.
//
// Nodes stand for sets of places; a place is an object and a normalised offset
// (layout.h), or any offset of the object. Memory is made of nodes too. Each
// object has
//   cells    what was stored, by the offset where it starts
//   readers  what a load of n bytes sees, by offset and n: all cells that
//            overlap it, and what was stored anywhere
//   written  what was stored at any offset
//   read     everything in it
// so loads and stores at any offset cost two inclusions, not one per cell.
//
// Object 1 is UNKNOWN (points_to.h). It needs no cells: a load from it gives
// UNKNOWN, and what is stored to it escapes. When an object escapes, UNKNOWN
// is written to it anywhere and everything read from it escapes, so that one
// place in a set speaks for all objects that escaped.
//
// Solving is wave propagation (Pereira and Berlin, CGO 2009): cycles of plain
// inclusions are collapsed, new places are sent once through the graph in
// topological order, and only then loads, stores, copies and watches look at
// what is new, adding inclusions for the next wave. A cycle that adds up to a
// step other than 0 (p = p + 8 in a loop) makes the nodes on it closed under
// multiples of the step, which ends it at once.
//
// The result is the least solution, except where a closure or a limit (too
// many offsets of an object become any offset) made it larger; it never depends
// on addresses, only on the order of the calls below.
#ifndef VOUCH_POINTSTO_INCLUSION_H
#define VOUCH_POINTSTO_INCLUSION_H

#include <stdbool.h>
#include <stdint.h>

#include "pointsto/layout.h"
#include "pointsto/sparse_set.h"

struct inclusion; // opaque

enum {
  INCLUSION_UNKNOWN = 1,         // the object, and the only place in it
  INCLUSION_OBJECT_SPREAD = 256, // places of one object before "any offset"
  INCLUSION_REACH = 4096,        // exact offsets of objects without a size
  INCLUSION_MARGIN = 64, // how much more than its size a pointer may be outside
};

struct inclusion_place {
  uint32_t object;
  bool is_any_offset;
  int64_t offset;
};

// What the owner wants to hear while the system is solved. It may add to the
// system from inside.
struct inclusion_listener {
  void *context;
  // A watched node has a new place.
  void (*reached)(void *context, uint32_t watch, struct inclusion_place place);
  // An object escapes, each is told once.
  void (*escaped)(void *context, uint32_t object);
};

struct inclusion_figures {
  uint64_t nodes;
  uint64_t merged;
  uint64_t edges;
  uint64_t waves;
  uint64_t propagations;
  uint64_t set_bytes;
};

// Life cycle

// `word` is the number of bytes of a pointer.
struct inclusion *inclusion_new(unsigned word,
                                struct inclusion_listener listener);
void inclusion_free(struct inclusion *system);

// Building. Node 0 is none: the empty set, and nothing may flow into it.

uint32_t inclusion_add_node(struct inclusion *system);
// Takes over the layout.
uint32_t inclusion_add_object(struct inclusion *system, struct layout *layout,
                              bool is_writable);
// node contains the place; the offset need not be normalised.
void inclusion_point(struct inclusion *system, uint32_t node, uint32_t object,
                     int64_t offset);
void inclusion_point_any(struct inclusion *system, uint32_t node,
                         uint32_t object);
// to includes from.
void inclusion_flow(struct inclusion *system, uint32_t from, uint32_t to);
// to includes from moved by `step` plus any multiple of `stride` (0: exactly).
void inclusion_shift(struct inclusion *system, uint32_t from, uint32_t to,
                     int64_t step, uint64_t stride);
// to includes from at any offset.
void inclusion_blur(struct inclusion *system, uint32_t from, uint32_t to);
// to includes what `bytes` bytes at the address hold.
void inclusion_load(struct inclusion *system, uint32_t address, uint32_t to,
                    unsigned bytes);
void inclusion_store(struct inclusion *system, uint32_t address, uint32_t from,
                     unsigned bytes);
// Copies `size` bytes (0: unknown, in units of `stride`).
void inclusion_copy(struct inclusion *system, uint32_t to, uint32_t from,
                    uint64_t size, uint64_t stride);
// Everything in the node escapes.
void inclusion_leak(struct inclusion *system, uint32_t node);
void inclusion_escape(struct inclusion *system, uint32_t object);
void inclusion_watch(struct inclusion *system, uint32_t node, uint32_t watch);
// The node of what was stored at an offset of an object, to initialise it, and
// of what is stored at any offset.
uint32_t inclusion_cell(struct inclusion *system, uint32_t object,
                        int64_t offset);
uint32_t inclusion_written(struct inclusion *system, uint32_t object);

void inclusion_solve(struct inclusion *system);

// Queries, after solving

const struct sparse_set *inclusion_places(const struct inclusion *system,
                                          uint32_t node);
struct inclusion_place inclusion_place(const struct inclusion *system,
                                       uint32_t place);
bool inclusion_has_escaped(const struct inclusion *system, uint32_t object);
const struct layout *inclusion_layout(const struct inclusion *system,
                                      uint32_t object);
// What a load of a pointer at the place gives, added to the set.
void inclusion_contents(const struct inclusion *system,
                        struct inclusion_place place, struct sparse_set *into);
// The offsets where something was stored, in order of first use.
uint32_t inclusion_cell_count(const struct inclusion *system, uint32_t object);
int64_t inclusion_cell_offset(const struct inclusion *system, uint32_t object,
                              uint32_t index);
// A place after a move, added to the set by number; places that no pointer has
// are not made.
void inclusion_move(const struct inclusion *system,
                    struct inclusion_place place, int64_t step, uint64_t stride,
                    struct offset_vec *offsets, bool *is_any);
struct inclusion_figures inclusion_figures(const struct inclusion *system);

#endif
