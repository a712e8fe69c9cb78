// Accesses to memory and frees in programs with threads.
#include <pthread.h>
#include <stdlib.h>

static int *block;
static int *local;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#ifdef FRAME
static void *work(void *unused) {
  int own = 1;
  local = &own;
#ifndef BUG
  local = NULL;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  if (local)
    *local = 2;
  return 0;
}
#elif defined TWICE
static void *work(void *argument) {
  free(argument);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *own = malloc(sizeof *own);
  if (!own)
    return 0;
  pthread_create(&thread, NULL, work, own);
  pthread_join(thread, NULL);
#ifdef BUG
  free(own);
#endif
  return 0;
}
#else
static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
#ifndef BUG
  if (block)
#endif
    *block = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  block = malloc(sizeof *block);
  if (!block)
    return 0;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  free(block);
#ifndef BUG
  block = NULL;
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
#endif

/* test: check --deref
 * exit: 0
 */
/* test: check --deref -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DFRAME
 * exit: 0
 */
/* test: check --deref -DFRAME -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --free -DTWICE
 * exit: 0
 */
/* test: check --free -DTWICE -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 */
/* test: check --memtrack
 * exit: 5
 * stdout-contains: RESULT: unknown (leaks in a program with threads)
 */
