// A function that takes locks, checked alone: nobody else runs, locks are
// taken, and what lies between is checked. The lock itself has to be there, and
// no counterexample rests on an error that a lock gives.
#include <pthread.h>
#include <stddef.h>

struct queue {
  pthread_mutex_t lock;
  pthread_rwlock_t shape;
  pthread_cond_t filled;
  int *first;
  int length;
};

int take(struct queue *queue) {
  int value = -1;
  pthread_mutex_lock(&queue->lock);
#ifndef UNCHECKED
  if (queue->first)
#endif
    value = *queue->first;
  pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->lock);
  return value;
}

int length(struct queue *queue) {
  int *wrong = NULL;
  if (pthread_rwlock_rdlock(&queue->shape))
    return *wrong;
  int length = queue->length;
  pthread_rwlock_unlock(&queue->shape);
  return length;
}

void bare(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
}

/* test: check --deref --nonnull --function take
 * exit: 0
 * stdout-contains: no other thread changes what the function uses
 * stdout-contains: RESULT: true
 */

/* test: check --deref --function take -DUNCHECKED
 * exit: 10
 * stdout-contains: pthread_mutex_lock: read of 1 byte through a null pointer
 * stdout-contains: read of 4 bytes through a null pointer
 * stdout-contains: RESULT: false(valid-deref)
 */

/* test: check --deref --nonnull --function length
 * exit: 5
 * stdout-contains: hangs on what `pthread_rwlock_rdlock` returns
 * stdout-contains: RESULT: unknown
 */

/* test: check --deref --function bare
 * exit: 10
 * stdout-contains: where `lock` is null at the start
 * stdout-contains: RESULT: false(valid-deref)
 */

/* test: check --deref --nonnull --function bare
 * exit: 0
 * stdout-contains: RESULT: true
 */
