// Abstract reachability: which valuations of the tracked predicates can occur
// at which location, and is there a way to the property's violation?
//
// Locations are taken in reverse postorder, so that the branches of a diamond
// are joined before the code after it is looked at, and sets only grow. Every
// contribution to a location is kept, in order, until the end: a violation is
// traced back through the earliest contributions, which gives a short path.
#ifndef VOUCH_ABSTRACTION_REACH_H
#define VOUCH_ABSTRACTION_REACH_H

#include <stdbool.h>
#include <stdint.h>

#include "abstraction/question.h"
#include "abstraction/transfer.h"
#include "base/poll.h"

VEC_DEFINE(edge_id_vec, struct edge_id);

enum reach_outcome {
  REACH_SAFE,      // fixpoint, nothing violated
  REACH_VIOLATION, // an abstract path
  REACH_STOPPED    // the caller's poll said so
};

struct reach; // opaque

// The question is about the effects of the transfer.
struct reach *reach_new(struct transfer *transfer,
                        const struct question *question);
void reach_free(struct reach *reach);

// Which edges count as violations: those of role ROLE_VIOLATES for which
// `is_wanted` (by edge id, null: all) is set.
enum reach_outcome reach_run(struct reach *reach, const bool *is_wanted,
                             struct poll poll);

// After REACH_VIOLATION: the edges from the entry to the violation, which is
// the last one.
const struct edge_id_vec *reach_path(const struct reach *reach);
// After REACH_SAFE: what can be at a location; edges of role
// ROLE_UNSUPPORTED that can be reached.
struct dd reach_set(const struct reach *reach, struct location_id location);
const struct edge_id_vec *reach_unsupported(const struct reach *reach);
// Makes the path to one of them, by its index, the path.
void reach_trace_unsupported(struct reach *reach, uint32_t index);
double reach_states(struct reach *reach); // abstract states, over locations

// Along one path only: the set that remains at its end. Empty: the predicates
// exclude the path. *stops_at (may be null) is the index of the edge that
// nothing passes.
bool reach_follows(struct transfer *transfer, const struct question *question,
                   const struct edge_id_vec *path, uint32_t *stops_at);

#endif
