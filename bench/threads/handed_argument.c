// Each thread gets an argument of its own.
#include <assert.h>
#include <pthread.h>

static void *work(void *argument) {
  int *mine = argument;
  *mine += 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  int x = 1, y = 2;
  pthread_create(&a, 0, work, &x);
#ifdef BUG
  pthread_create(&b, 0, work, &x);
#else
  pthread_create(&b, 0, work, &y);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  assert(y == 2 || y == 3);
  return 0;
}
