// Routines of pthread.h and semaphore.h that never wait, on the words that the
// operations of threads keep in the objects (locks.h).
#include <errno.h>

#include "run/library_state.h"
#include "run/locks.h"
#include "run/races.h"

static bool set_word(struct library_call *call, uint64_t offset,
                     uint64_t value) {
  return library_store(call, argument(call, 0) + offset, 4, value);
}

static bool get_word(struct library_call *call, uint64_t offset, u128 *value) {
  return library_load(call, argument(call, 0) + offset, 4, value);
}

void routine_clear_one(struct library_call *call) {
  set_word(call, 0, 0);
}

// Who only tried has got it.
static void taken(struct library_call *call, enum thread_action action) {
  races_after(call->machine, call->machine->current, action, argument(call, 0));
}

void routine_clear_two(struct library_call *call) {
  set_word(call, LOCKS_READERS, 0);
  set_word(call, LOCKS_WRITER, 0);
}

static void try_rdlock(struct library_call *call, int busy) {
  u128 writer, readers;
  if (!get_word(call, LOCKS_WRITER, &writer) ||
      !get_word(call, LOCKS_READERS, &readers))
    return;
  if (writer)
    set_signed(call, busy);
  else if (set_word(call, LOCKS_READERS, (uint64_t)readers + 1))
    taken(call, THREAD_READ_LOCK);
}

static void try_wrlock(struct library_call *call, int busy) {
  u128 writer, readers;
  if (!get_word(call, LOCKS_WRITER, &writer) ||
      !get_word(call, LOCKS_READERS, &readers))
    return;
  if (writer || readers)
    set_signed(call, busy);
  else if (set_word(call, LOCKS_WRITER, call->machine->current->id))
    taken(call, THREAD_WRITE_LOCK);
}

void routine_pthread_rwlock_tryrdlock(struct library_call *call) {
  try_rdlock(call, EBUSY);
}
void routine_pthread_rwlock_trywrlock(struct library_call *call) {
  try_wrlock(call, EBUSY);
}

// The time is over at once.
void routine_pthread_rwlock_timedrdlock(struct library_call *call) {
  try_rdlock(call, ETIMEDOUT);
}
void routine_pthread_rwlock_timedwrlock(struct library_call *call) {
  try_wrlock(call, ETIMEDOUT);
}

void routine_pthread_spin_trylock(struct library_call *call) {
  u128 owner;
  if (!get_word(call, 0, &owner))
    return;
  if (owner)
    set_signed(call, EBUSY);
  else if (set_word(call, 0, call->machine->current->id))
    taken(call, THREAD_SPIN_LOCK);
}

void routine_sem_init(struct library_call *call) {
  set_word(call, 0, (uint32_t)argument(call, 2));
}

static void try_down(struct library_call *call, int empty) {
  u128 value;
  if (!get_word(call, 0, &value))
    return;
  if (!value)
    set_failure(call, empty);
  else if (set_word(call, 0, (uint64_t)value - 1))
    taken(call, THREAD_DOWN);
}

void routine_sem_trywait(struct library_call *call) {
  try_down(call, EAGAIN);
}

void routine_sem_timedwait(struct library_call *call) {
  try_down(call, ETIMEDOUT);
}

void routine_sem_getvalue(struct library_call *call) {
  u128 value;
  if (get_word(call, 0, &value))
    library_store(call, argument(call, 1), 4, value);
}

void routine_pthread_barrier_init(struct library_call *call) {
  set_word(call, LOCKS_WANTED, (uint32_t)argument(call, 2));
  set_word(call, LOCKS_ARRIVED, 0);
  set_word(call, LOCKS_ROUND, 0);
}
