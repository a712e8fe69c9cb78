// Dekker's mutual exclusion for two.
#include <assert.h>
#include <pthread.h>

static _Atomic int wants[2], turn;
static _Atomic int inside;

static void critical_section(void) {
  assert(++inside == 1);
  inside--;
}

static void enter(int me) {
  int other = 1 - me;
  wants[me] = 1;
  while (wants[other]) {
    if (turn == other) {
      wants[me] = 0;
      while (turn == other)
        continue;
#ifndef BUG
      wants[me] = 1;
#endif
    }
  }
  critical_section();
  turn = other;
  wants[me] = 0;
}

static void *first(void *unused) {
  enter(0);
  enter(0);
  return unused;
}

static void *second(void *unused) {
  enter(1);
  enter(1);
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
