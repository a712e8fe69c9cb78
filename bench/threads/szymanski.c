// Szymanski's mutual exclusion for two.
#include <assert.h>
#include <pthread.h>

static _Atomic int flag[2];
static _Atomic int inside;

static void enter(int me) {
  int other = 1 - me;
  flag[me] = 1;
  while (flag[other] >= 3)
    continue;
  flag[me] = 3;
  if (flag[other] == 1) {
    flag[me] = 2;
    while (flag[other] != 4)
      continue;
  }
  flag[me] = 4;
#ifndef BUG
  if (me == 1)
    while (flag[0] >= 2)
      continue;
#endif
  assert(++inside == 1);
  inside--;
  if (me == 0)
    while (flag[1] == 2 || flag[1] == 3)
      continue;
  flag[me] = 0;
}

static void *first(void *unused) {
  enter(0);
  return unused;
}

static void *second(void *unused) {
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
