// Accesses that may be part of a data race, and which of them may conflict.
//
// Two accesses conflict if they are of two threads, may touch the same bytes,
// or are to the same variable, one of them writes, and not both are atomic.
// They do not if both hold a mutex that protects something (protect.h), if both
// are in sections that run as one, or if main is alone where it makes one of
// them.
//
// Freeing a block is a write to all of it. Two frees of one block are no race
// but a wrong free. A compare-and-exchange that finds something else than it
// wants is a read; that is known only where it is made (probe.h).
//
// What is not here cannot race: what one thread alone knows, what nobody writes
// (shared.h), and what one mutex protects, whose accesses move right.
#ifndef VOUCH_THREADS_RACES_H
#define VOUCH_THREADS_RACES_H

#include "threads/crew.h"
#include "threads/protect.h"

// Of an edge that touches the thing: what it is, before anybody asked for more.
struct touched {
  uint32_t edge;
  struct variable variable; // or none: memory
  struct object_id object;  // in which the address lies if it is valid; or none
  bool is_leaky;            // others may have the address of that object
  struct term address, size; // of memory; in bytes
  bool is_write;
  bool is_free;  // of the block at the address
  bool is_given; // to a call, which does with it what is not looked at
};

VEC_DEFINE(touched_vec, struct touched);

// Sets the crew's accesses, from what shared edges touch.
void crew_find_accesses(struct crew *crew, const struct touched_vec *touched);

// Those of an edge: [*first, *first + count).
uint32_t crew_accesses_of(const struct crew *crew, uint32_t edge,
                          uint32_t *first);
bool crew_may_conflict(const struct crew *crew, uint32_t access,
                       uint32_t other);
// Are there any two that may?
bool crew_has_conflict(const struct crew *crew);
// The first accesses that threads at these locations can come to; may two of
// them conflict, of which the one of the first thread frees nothing?
bool crew_may_race(struct crew *crew, uint32_t location, uint32_t other);
// The same, and the other thread's does.
bool crew_may_free(struct crew *crew, uint32_t location, uint32_t other);

#endif
