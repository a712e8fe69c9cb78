// Blocks that a function is given, or allocates, and loses.
//
// A function that starts alone is given objects (entry.h). Those that its
// parameters point to are the caller's, who knows where they are, and so is
// what a parameter like `char **end` holds at the start: that is where a
// function puts what it gives. The others can only be reached through them, or
// through globals. One that could be reached at the start, is alive when the
// function returns, and cannot be reached any more, from what the caller knows
// and is alive, from globals, or from what is returned, is lost: its holder was
// freed, or another address was written there. But not if the function changed
// it, which is how references are counted, or handed it to a function that
// nobody models, or to a routine that remembers it. So is a block that it
// allocated, if nothing leads there: that one is told first, and of those that
// were given the one that is nearest to what the function has got itself.
#ifndef VOUCH_RUN_LOST_H
#define VOUCH_RUN_LOST_H

#include "base/vec.h"
#include "run/library.h"

struct machine;
struct space_object;

struct given_object {
  struct space_object *object;
  uint64_t base, size; // as it was: the memory may be another's later
  uint8_t *bytes;      // at the start
  bool is_known;       // the caller knows where it is
  bool is_handed;      // on, to a function that nobody models
};

VEC_DEFINE(given_object_vec, struct given_object);

struct lost {
  struct given_object_vec objects; // that can be reached at the start
};

// The function is about to begin.
void lost_begin(struct lost *lost, const struct machine *machine);
// It calls a function that nobody models.
void lost_hand(struct lost *lost, const struct library_call *call);
// It called a routine of the library.
void lost_remember(struct lost *lost, const struct library_call *call);
// The run has ended: a block that is lost becomes its outcome.
void lost_find(const struct lost *lost, struct machine *machine);
void lost_release(struct lost *lost);

#endif
