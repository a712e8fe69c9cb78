// Drawn states that came somewhere new, and others that are made of them.
//
// Where a function does something only for a few of its states, drawing afresh
// hardly ever comes there. So a state whose run takes a step that none before
// it took is kept, with its numbers and with what its run compared, and is
// changed a little: a number becomes what it was compared with, an item is
// drawn anew, an allocation fails, which each of those that a kept run made
// does once. That is what fuzzers do who are guided by coverage.
#ifndef VOUCH_CONFIRM_BREEDING_H
#define VOUCH_CONFIRM_BREEDING_H

#include "base/bitset.h"
#include "confirm/drawn.h"
#include "run/watch.h"

struct comparison_seen {
  unsigned width;
  uint64_t a, b;
};

VEC_DEFINE(comparison_seen_vec, struct comparison_seen);

struct bred {
  struct drawn_plan plan;
  struct drawn_number_vec numbers;
  struct comparison_seen_vec compared;
  uint64_t allocations; // of its run
  uint64_t failed;      // of them, those that were made to fail
};

VEC_DEFINE(bred_vec, struct bred);

struct breeding {
  const struct drawn *drawn;
  struct bred_vec kept;
  struct bitset steps;                 // that were taken, by a hash
  uint64_t state;                      // of chance
  struct comparison_seen_vec compared; // in the run that is under way
  uint32_t last;                       // where it is
  bool is_new;                         // it took a step that none took
};

void breeding_init(struct breeding *breeding, const struct drawn *drawn);
void breeding_release(struct breeding *breeding);

// Whom a run is to tell where it is.
struct follower breeding_follower(struct breeding *breeding);
void breeding_begin(struct breeding *breeding);
// The run of the plan has ended; true if it is kept.
bool breeding_end(struct breeding *breeding, const struct drawn_plan *plan,
                  const struct drawn_number_vec *numbers, uint64_t allocations);

// A changed copy of one that was kept; false if there is none.
bool breeding_next(struct breeding *breeding, struct drawn_plan *plan);

#endif
