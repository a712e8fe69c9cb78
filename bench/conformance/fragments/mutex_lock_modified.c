// Figure 16, 7: mutex_lock modified: tries a few times before it blocks.
// -DBUG: blocks also after a try that succeeded.
#include "mutex.h"
enum { TRIES = 3 };

int mutex_lock(struct mutex *mutex) {
  int tries = 0, taken = 0;
  if (mutex->kind != FAST && mutex->kind != ERROR_CHECK)
    return EINVAL;
  if (mutex->kind == ERROR_CHECK && mutex->owner == current_thread)
    return EDEADLK;
  while (tries < TRIES && !taken) {
    taken = word_trylock(&mutex->word);
    tries++;
  }
#ifdef BUG
  if (tries == TRIES)
#else
  if (!taken)
#endif
    word_lock(&mutex->word);
  mutex->owner = current_thread;
  return OK;
}
