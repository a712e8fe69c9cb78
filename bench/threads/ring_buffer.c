// One producer and one consumer share a ring of two.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2, COUNT = 3 };
static int ring[SIZE];
static _Atomic unsigned head, tail;

static void *first(void *unused) {
  for (int i = 1; i <= COUNT; i++) {
#ifdef BUG
    while (tail - head > SIZE)
      continue;
#else
    while (tail - head >= SIZE)
      continue;
#endif
    ring[tail % SIZE] = i;
    tail++;
  }
  return unused;
}

static void *second(void *unused) {
  for (int i = 1; i <= COUNT; i++) {
    while (head == tail)
      continue;
    assert(ring[head % SIZE] == i);
    head++;
  }
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
