// Peterson's mutual exclusion for two.
#include <assert.h>
#include <pthread.h>

static _Atomic int wants[2], turn;
static _Atomic int inside;

static void critical_section(void) {
  assert(++inside == 1);
  inside--;
}

static void enter(int me) {
#ifdef BUG
  turn = 1 - me;
  wants[me] = 1;
#else
  wants[me] = 1;
  turn = 1 - me;
#endif
  while (wants[1 - me] && turn == 1 - me)
    continue;
  critical_section();
  wants[me] = 0;
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
