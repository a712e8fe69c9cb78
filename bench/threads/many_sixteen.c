// Sixteen workers and a lock; the fault: one of them does not take it.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { WORKERS = 16, BOUND = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *argument) {
#ifdef BUG
  if ((long)argument != 7)
#endif
    pthread_mutex_lock(&mutex);
  if (x < BOUND)
    x++;
  assert(x <= BOUND);
  if (x == BOUND)
    x = 0;
#ifdef BUG
  if ((long)argument != 7)
#endif
    pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[WORKERS];
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (long i = 0; i < WORKERS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
