// Routines that are called where they must not be.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
#ifdef FOREIGN
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, work, NULL);
#ifdef AGAIN
  pthread_mutex_lock(&mutex);
#endif
  pthread_join(thread, NULL);
#ifdef TWICE
  pthread_join(thread, NULL);
#endif
#ifdef DETACHED
  pthread_detach(thread);
#endif
#ifdef HELD
  pthread_mutex_destroy(&mutex);
#endif
  pthread_mutex_unlock(&mutex);
  return 0;
}

/* test: run
 * exit: 0
 */
/* test: run -DFOREIGN
 * exit: 10
 * stderr-contains: unlock of a mutex that this thread does not hold
 */
/* test: run -DAGAIN
 * exit: 5
 * stderr-contains: deadlock
 */
/* test: run -DTWICE
 * exit: 10
 * stderr-contains: join of a thread that was joined or detached
 */
/* test: run -DDETACHED
 * exit: 10
 * stderr-contains: after it was joined
 */
/* test: run -DHELD
 * exit: 10
 * stderr-contains: a mutex is destroyed that thread 1 holds
 */
/* test: check --deadlock -DAGAIN
 * exit: 10
 */
