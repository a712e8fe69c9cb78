// Figure 16, 1: lock a mutex, by pthread_mutex_lock(3).
// -DBUG: a recursive mutex is counted beyond its limit.
#include "mutex.h"

int mutex_lock(struct mutex *mutex) {
  switch (mutex->kind) {
  case RECURSIVE:
    if (mutex->owner == current_thread) {
#ifndef BUG
      if (mutex->count >= MOST)
        return EAGAIN;
#endif
      mutex->count++;
      return OK;
    }
    word_lock(&mutex->word);
    mutex->owner = current_thread;
    mutex->count = 0;
    return OK;

  case ERROR_CHECK:
    if (mutex->owner == current_thread)
      return EDEADLK;
    word_lock(&mutex->word);
    mutex->owner = current_thread;
    return OK;

  case FAST: word_lock(&mutex->word); return OK;

  default: return EINVAL;
  }
}
