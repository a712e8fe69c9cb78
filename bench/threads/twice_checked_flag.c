// A thread waits in a loop for a flag that another sets after its work.
#include <assert.h>
#include <pthread.h>

static int x, y;
static _Bool done;

static void *produce(void *unused) {
  x = 1;
#ifdef BUG
  done = 1;
  y = x + 1;
#else
  y = x + 1;
  done = 1;
#endif
  return unused;
}

static void *consume(void *unused) {
  while (!done)
    ;
  assert(x == 1 && y == 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consume, 0);
  pthread_create(&b, 0, produce, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
