// A worker stops when it is told to.
#include <assert.h>
#include <pthread.h>

static _Atomic int stop;
static int after;

static void *first(void *unused) {
  while (!stop)
    continue;
#ifndef BUG
  after = 1;
#else
  after = 1;
  stop = 0;
#endif
  return unused;
}

static void *second(void *unused) {
  stop = 1;
  assert(stop == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
