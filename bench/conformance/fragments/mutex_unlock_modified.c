// Figure 16, 8: mutex_unlock modified: wakes those that wait.
// -DBUG: reads who waits when the lock may have a new owner already, and wakes
// before the lock is free.
#include "mutex.h"

int mutex_unlock(struct mutex *mutex) {
  int waiters = mutex->waiters;
  if (mutex->kind < FAST || mutex->kind > ERROR_CHECK)
    return EINVAL;
  if (mutex->kind != FAST && mutex->owner != current_thread)
    return EPERM;
  if (mutex->kind == RECURSIVE && mutex->count > 0) {
    mutex->count--;
    return OK;
  }
  mutex->owner = 0;
#ifdef BUG
  if (waiters > 1)
    word_wake(&mutex->word);
#endif
  word_unlock(&mutex->word);
  if (waiters > 0)
    word_wake(&mutex->word);
  return OK;
}
