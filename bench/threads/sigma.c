// Threads in an array, each with its own place in another: the sum at the end.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { SIGMA = 5 };
static int *array, next = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&mutex);
#endif
  next++;
  array[next] = 1;
#ifndef BUG
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t *t = malloc(sizeof(pthread_t) * SIGMA);
  array = malloc(sizeof(int) * SIGMA);
  if (!t || !array)
    return 0;
  int sum = 0;
  for (int i = 0; i < SIGMA; i++)
    array[i] = 0;
  for (int i = 0; i < SIGMA; i++)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < SIGMA; i++)
    pthread_join(t[i], 0);
  for (int i = 0; i < SIGMA; i++)
    sum += array[i];
  assert(sum == SIGMA);
  return 0;
}
