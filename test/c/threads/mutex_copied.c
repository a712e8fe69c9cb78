// A mutex becomes a recursive one: by a copy through a pointer that the program
// begins with.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *pointer = &mutex;

static void *work(void *unused) {
  return unused;
}

int main(void) {
  pthread_t thread;
#ifndef PLAIN
  *pointer = recursive;
#endif
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  assert(0);
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DPLAIN
 * exit: 0
 */
