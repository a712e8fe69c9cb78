// A thread creates another and hands its result on.
#include <assert.h>
#include <pthread.h>

static int value;

static void *inner(void *unused) {
  value += 2;
  return unused;
}

static void *outer(void *unused) {
  pthread_t t;
  value = 1;
  pthread_create(&t, 0, inner, 0);
#ifdef BUG
  value++;
  pthread_join(t, 0);
#else
  pthread_join(t, 0);
  value++;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, outer, 0);
  pthread_join(t, 0);
  assert(value == 4);
  return 0;
}
