// How control flows in a procedure: which edges enter a location, in which
// order locations come, where loops begin, what can be reached; and fixpoints
// along the edges, forwards and backwards.
//
// Everything is computed when it is asked for and belongs to the caller; a
// procedure that changes makes it stale. Arrays are indexed by location and
// have an entry 0, which is no location. All but flow_into need a sealed
// procedure (the edges that leave a location are next to each other).
#ifndef VOUCH_PROGRAM_FLOW_H
#define VOUCH_PROGRAM_FLOW_H

#include "base/bitset.h"
#include "program/program.h"

// The edges into location l: at[first[l]] to at[first[l + 1] - 1], ascending.
struct flow_into {
  uint32_t *first;
  uint32_t *at;
};

void flow_into_init(struct flow_into *into, const struct procedure *procedure);
void flow_into_release(struct flow_into *into);

// Does the flow pass the edge? Null stands for a filter that passes all.
typedef bool flow_filter(const void *context, uint32_t edge);

// Adds what can be reached from the location, and itself. Does not go beyond
// what is in the set already.
void flow_reach(const struct procedure *procedure, struct location_id from,
                flow_filter *passes, const void *context,
                struct bitset *reached);

// Reverse postorder of a depth-first walk from the entry: places ascend along
// all edges but those that lead back to a location of the walk's stack, and
// such a location is the head of a loop. What is not reached has place 0.
struct flow_order {
  uint32_t *place;     // by location
  uint32_t *locations; // by place; unused ones, at the front, are 0
  uint32_t count;      // of places, used or not
  struct bitset heads; // locations
};

void flow_order_init(struct flow_order *order,
                     const struct procedure *procedure, flow_filter *passes,
                     const void *context);
void flow_order_release(struct flow_order *order);

// Strongly connected components of what can be reached from the entry: by
// location, one of the locations of its component, or 0. To be freed.
uint32_t *flow_components(const struct procedure *procedure);

// Forwards, until nothing changes: `step` carries what is known at the start of
// the edge to its end and says whether more is known there now. The caller has
// put down what is known at the entry.
typedef bool flow_step(void *context, uint32_t edge);

void flow_solve(const struct procedure *procedure, flow_step *step,
                void *context);

// Backwards, the least sets by location such that the set of a location has
// those of its edges: `before` turns the set at the end of the edge into that
// at its start, and is false if the edge does not count.
typedef bool flow_before(void *context, uint32_t edge, struct bitset *set);

struct flow_sets {
  struct bitset *at; // by location
  uint32_t count;
};

struct flow_sets flow_solve_back(const struct procedure *procedure,
                                 flow_before *before, void *context);
void flow_sets_release(struct flow_sets *sets);

#endif
