// Figure 16, 2: unlock a mutex, by pthread_mutex_unlock(3).
// -DBUG: gives the lock back though it is still counted.
#include "mutex.h"

int mutex_unlock(struct mutex *mutex) {
  switch (mutex->kind) {
  case RECURSIVE:
    if (mutex->owner != current_thread)
      return EPERM;
    if (mutex->count > 0) {
      mutex->count--;
#ifndef BUG
      return OK;
#endif
    }
    mutex->owner = 0;
    word_unlock(&mutex->word);
    return OK;

  case ERROR_CHECK:
    if (mutex->owner != current_thread)
      return EPERM;
    mutex->owner = 0;
    word_unlock(&mutex->word);
    return OK;

  case FAST: word_unlock(&mutex->word); return OK;

  default: return EINVAL;
  }
}
