// Threads that a loop creates add up.
#include <assert.h>
#include <pthread.h>

enum { COUNT = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *unused) {
#ifdef BUG
  int seen = total;
  pthread_mutex_lock(&mutex);
  total = seen + 1;
#else
  pthread_mutex_lock(&mutex);
  total++;
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; i++)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < COUNT; i++)
    pthread_join(threads[i], 0);
  assert(total == COUNT);
  return 0;
}
