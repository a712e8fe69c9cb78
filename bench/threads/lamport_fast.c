// Lamport's fast mutual exclusion for two.
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y, busy[3];
static _Atomic int inside;

static void enter(int me) {
  int other = 3 - me;
  for (;;) {
    busy[me] = 1;
    x = me;
    if (y != 0) {
      busy[me] = 0;
      while (y != 0)
        continue;
      continue;
    }
    y = me;
    if (x == me)
      break;
    busy[me] = 0;
#ifndef BUG
    while (busy[other])
      continue;
#endif
    if (y == me)
      break;
  }
  assert(++inside == 1);
  inside--;
  y = 0;
  busy[me] = 0;
}

static void *first(void *unused) {
  enter(1);
  return unused;
}

static void *second(void *unused) {
  enter(2);
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
