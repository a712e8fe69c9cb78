// Locks that are words of their own memory: read-write locks, spin locks,
// semaphores, barriers. Where the words are is as threads/lower.h says, so that
// a run and a product of the same program agree about all memory.
#ifndef VOUCH_RUN_LOCKS_H
#define VOUCH_RUN_LOCKS_H

#include "run/machine.h"

enum {
  LOCKS_READERS = 0,
  LOCKS_WRITER = 4,
  LOCKS_WANTED = 0, // of a barrier
  LOCKS_ARRIVED = 4,
  LOCKS_ROUND = 8
};

// Performs the action on the object at the address; the result of the routine
// is `status`, 0 before. False if the thread has to wait, or the run stopped.
bool locks_operate(struct machine *machine, struct thread *thread,
                   enum thread_action action, uint64_t address,
                   int32_t *status);

#endif
