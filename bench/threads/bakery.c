// The bakery with choosing flags for two.
#include <assert.h>
#include <pthread.h>

static _Atomic int choosing[2], number[2];
static _Atomic int inside;

static void enter(int me) {
  int other = 1 - me;
#ifndef BUG
  choosing[me] = 1;
#endif
  int seen = number[other];
  number[me] = seen + 1;
#ifndef BUG
  choosing[me] = 0;
#endif
  while (choosing[other])
    continue;
  for (;;) {
    int theirs = number[other];
    if (theirs == 0 || number[me] < theirs ||
        (number[me] == theirs && me < other))
      break;
  }
  assert(++inside == 1);
  inside--;
  number[me] = 0;
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
