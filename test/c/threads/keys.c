// Values of threads by keys: each thread has its own, null at first; where a
// thread ends, destructors are called with those that are not null.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int destroyed, here = 1, there = 2;

static void destroy(void *value) {
  assert(value == &there);
#ifdef AGAIN
  if (!destroyed)
    pthread_setspecific(key, value);
#endif
  destroyed++;
}

static void *work(void *unused) {
  assert(!pthread_getspecific(key));
#ifndef NULL_VALUE
  pthread_setspecific(key, &there);
#ifdef BUG
  assert(pthread_getspecific(key) == &here);
#else
  assert(pthread_getspecific(key) == &there);
#endif
#endif
#ifdef EXIT
  pthread_exit(unused);
#endif
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &here);
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  assert(pthread_getspecific(key) == &here);
#if defined AGAIN
  assert(destroyed == 2);
#elif defined NULL_VALUE
  assert(destroyed == 0);
#else
  assert(destroyed == 1);
#endif
  pthread_key_delete(key);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DEXIT
 * exit: 0
 */
/* test: check -DNULL_VALUE
 * exit: 0
 */
/* test: check -DAGAIN
 * exit: 0
 */
/* test: run
 * exit: 0
 */
/* test: run -DEXIT
 * exit: 0
 */
/* test: run -DAGAIN
 * exit: 0
 */
