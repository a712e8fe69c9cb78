// Data races of a run, by the order that C calls happens-before.
//
// Every thread has a clock: of each thread, how much of what it did happened
// before what this one does now. Who releases (unlocks, posts, ends, creates,
// stores atomically) leaves its clock where who acquires (locks, waits, joins,
// starts, loads atomically) finds it. Two accesses to a byte, or to a variable
// that has no address, race if they are of two threads, one of them writes, one
// is not atomic, and the first did not happen before the second. Freeing a
// block is a write to all of it; a compare-and-exchange that finds something
// else than it wants is a read.
//
// All atomic accesses are taken to be sequentially consistent. Sections of
// __VERIFIER_atomic_begin and _end are as if one lock protected them all.
#ifndef VOUCH_RUN_RACES_H
#define VOUCH_RUN_RACES_H

#include "base/position.h"
#include "run/code.h"

struct machine;
struct thread;
struct frame;
struct races;

// Which race ends the run: one between accesses at these lines, or, if they are
// not known, any.
struct race_wish {
  struct position first, second;
};

enum race_role { RACE_VARIABLE, RACE_ADDRESS, RACE_SOURCE, RACE_FREE };

struct races *races_new(const struct race_wish *wish);
void races_free(struct races *races);

// The edge is about to access a variable, or memory: so many bytes there. False
// if that is the race that ends the run. An operation whose thread has to wait
// is accessed when it is done.
bool races_access(struct machine *machine, const struct frame *frame,
                  struct edge_id edge, enum race_role role, uint64_t address,
                  uint64_t size);

// What threads do to each other. Nothing happens without `races`.
void races_create(struct races *races, uint32_t parent, uint32_t child);
void races_join(struct races *races, uint32_t thread, uint32_t ended);
void races_acquire(struct races *races, uint32_t thread, uint64_t object);
void races_release(struct races *races, uint32_t thread, uint64_t object);
// Before and after an operation of a thread on an object that is at an address.
void races_before(struct machine *machine, const struct thread *thread,
                  enum thread_action action, uint64_t object);
void races_after(struct machine *machine, const struct thread *thread,
                 enum thread_action action, uint64_t object);

#endif
