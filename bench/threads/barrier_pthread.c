// Work of two threads is done behind a barrier.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int done[2];

static void *first(void *unused) {
  done[0] = 1;
  pthread_barrier_wait(&barrier);
  assert(done[1]);
  return unused;
}

static void *second(void *unused) {
#ifdef BUG
  pthread_barrier_wait(&barrier);
  done[1] = 1;
#else
  done[1] = 1;
  pthread_barrier_wait(&barrier);
#endif
  assert(done[0]);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
