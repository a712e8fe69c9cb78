// One state of a program with threads, and what can happen in it.
//
// Values and stacks are numbers of tables that a `worlds` owns: equal ones are
// equal numbers. A thread's `id` is not part of the state.
#ifndef VOUCH_BP_WORLD_H
#define VOUCH_BP_WORLD_H

#include "bp/bp.h"

struct thread {
  uint32_t stack; // frames below; 0: none
  uint32_t procedure, statement;
  struct name locals;
  struct name own; // its copies of thread_local globals
  bool is_atomic;
  uint32_t id;
};

VEC_DEFINE(thread_vec, struct thread);

struct world {
  struct name globals;
  struct thread_vec threads; // in the order of world_sort
  uint32_t next_id;          // no part of the state, either
};

struct worlds; // opaque

struct worlds *worlds_new(const struct bp *bp, uint32_t most_threads);
void worlds_free(struct worlds *worlds);
// Was a thread not started because there were too many?
bool worlds_hit_limit(const struct worlds *worlds);

void world_release(struct world *world);
// Puts the threads in order, and gives the state a name.
struct name world_sort(struct worlds *worlds, struct world *world);

// What happened: a thread, by its id, at a statement.
struct happening {
  uint32_t id;
  uint32_t procedure, statement;
  uint32_t started; // the id of a new thread, or 0
};

// Must release the state, or keep it. Returns whether more are wanted; those
// that can come next are too few to ask.
typedef bool world_found(void *context, struct world *next,
                         const struct happening *happening);

// Calls `found` with every state that the program can begin in, with one of
// them that random numbers choose, and with every one that can come next.
void worlds_begin_somehow(struct worlds *worlds, uint64_t *random,
                          world_found *found, void *context);
void worlds_begin(struct worlds *worlds, world_found *found, void *context);
void worlds_next(struct worlds *worlds, const struct world *world,
                 world_found *found, void *context);

// May the thread do something, or does another run alone?
bool world_may_run(const struct world *world, uint32_t thread);
// The valuation that a thread sees; the caller frees it.
bool *world_values(const struct worlds *worlds, const struct world *world,
                   uint32_t thread);

#endif
