// A counter that two threads increment.
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&mutex);
#endif
  counter++;
#ifndef BUG
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
