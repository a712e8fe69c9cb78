// Threads: their operations and a deterministic round-robin scheduler.
//
// A thread runs for a slice of edges, then the next one does. An operation
// that cannot proceed leaves the thread waiting in front of it; it is tried
// again when the thread's turn comes. When every thread waits and none could
// proceed, the run is a deadlock.
#ifndef VOUCH_RUN_THREADS_H
#define VOUCH_RUN_THREADS_H

#include "run/machine.h"

enum {
  THREADS_SLICE = 1000,  // edges
  THREADS_RECURSIVE = 1, // PTHREAD_MUTEX_RECURSIVE
  THREADS_CHECKING = 2,  // PTHREAD_MUTEX_ERRORCHECK
};

// Performs the operation of the call site, whose operands are in the words.
// False if the thread has to wait or has finished.
bool threads_operate(struct machine *machine, struct thread *thread,
                     const struct call_site *site, uint64_t *words);
// The kind of a mutex: recursive ones may be locked again by their owner.
bool threads_is_recursive(const struct machine *machine, uint64_t mutex);
void threads_set_kind(struct machine *machine, uint64_t mutex, unsigned kind);
// Nobody may join the thread with that number any more.
void threads_detach(struct machine *machine, uint64_t id);
// Whether the running thread may be interrupted.
bool threads_may_switch(const struct machine *machine);
// Runs all threads until the first one's last frame returned or the run
// stopped.
void threads_run(struct machine *machine);

#endif
