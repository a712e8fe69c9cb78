// An error-checking mutex tells its owner, and who does not hold it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *work(void *unused) {
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &kind);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, work, NULL);
  int again = pthread_mutex_lock(&mutex);
#ifdef WRONG
  assert(again == 0);
#else
  assert(again == EDEADLK);
#endif
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}

/* test: check
 * exit: 0
 */
/* test: check -DWRONG
 * exit: 10
 */
/* test: run
 * exit: 0
 */
