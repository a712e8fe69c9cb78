// The rules of specs/pthread.spec on code with threads: a mutex is taken and
// given back in turns by whoever, and not left taken.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
#ifdef DOUBLE
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#endif
static int taken, given;

static void *worker(void *unused) {
  pthread_mutex_lock(&first);
  int number = taken++;
  if (number == 1) { // whoever comes second
    pthread_mutex_unlock(&first);
#ifdef UNLOCK
    pthread_mutex_unlock(&first);
#endif
    return unused;
  }
  pthread_mutex_lock(&second);
  given++;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return unused;
}

static void *tries(void *unused) {
  if (pthread_mutex_trylock(&second))
    return unused;
  given++;
#ifndef LEFT
  pthread_mutex_unlock(&second);
#endif
#ifdef DOUBLE
  pthread_mutex_lock(&again);
  pthread_mutex_lock(&again);
  pthread_mutex_unlock(&again);
  pthread_mutex_unlock(&again);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_create(&c, 0, tries, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}

/* test: check --spec $dir/locks.spec
 * exit: 0
 * stdout-contains: check one: main refines MUTEX_LOCK: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/locks.spec --turns=shared
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/locks.spec -DUNLOCK
 * exit: 10
 * stdout-contains: mutex_unlocked(&first); specification in state MUTEX_LOCK: forbidden
 * stdout-contains: thread 2: pthread_mutex_unlock(&first);
 * stdout-contains: RESULT: false(one)
 */
/* test: check --spec $dir/locks.spec -DLEFT
 * exit: 10
 * stdout-contains: RESULT: false(one)
 */
/* test: check --spec $dir/locks.spec -DDOUBLE
 * exit: 10
 * stdout-contains: mutex_locked(&again); specification in state MUTEX_LOCK_HELD: forbidden
 * stdout-contains: RESULT: false(one)
 */
