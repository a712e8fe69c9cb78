// Functions whose name says that they are atomic.
#include <assert.h>
#include <pthread.h>

static int x, y;

#ifdef BUG
static void move(void) {
#else
static void __VERIFIER_atomic_move(void) {
#endif
  x--;
  y++;
}

static void *first(void *unused) {
#ifdef BUG
  move();
#else
  __VERIFIER_atomic_move();
#endif
  return unused;
}

static void __VERIFIER_atomic_look(void) {
  assert(x + y == 0);
}

static void *second(void *unused) {
  __VERIFIER_atomic_look();
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
