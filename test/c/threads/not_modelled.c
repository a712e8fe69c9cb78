// What is not modelled is named.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *argument) {
#if defined CANCEL
  pthread_cancel(pthread_self());
#elif defined WAIT
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&mutex);
  x = 1;
  pthread_mutex_unlock(&mutex);
  __VERIFIER_atomic_end();
#elif defined OPEN
  __VERIFIER_atomic_begin();
  if (x)
    __VERIFIER_atomic_end();
  x = 1;
#endif
  return argument;
}

int main(void) {
  pthread_t a;
#ifdef WHICH
  void *(*start)(void *) = x ? work : 0;
  pthread_create(&a, 0, start, 0);
#else
  pthread_create(&a, 0, work, 0);
#endif
  pthread_join(a, 0);
  assert(x < 2);
  return 0;
}

/* test: check -DCANCEL
 * exit: 5
 * stdout-contains: RESULT: unknown (pthread_cancel is not modelled)
 */
/* test: check -DWAIT
 * exit: 5
 * stdout-contains: RESULT: unknown (an operation that may have to wait in an atomic section)
 */
/* test: check -DOPEN
 * exit: 5
 * stdout-contains: RESULT: unknown (an atomic section that is not left on every way)
 */
/* test: check -DWHICH
 * exit: 5
 * stdout-contains: RESULT: unknown (a thread that starts with a function which is not known)
 */
/* test: check --deref
 * exit: 0
 */
