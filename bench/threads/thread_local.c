// A thread-local counter is each thread's own.
#include <assert.h>
#include <pthread.h>

#ifdef BUG
static int calls;
#else
static _Thread_local int calls;
#endif

static int count(void) {
  return ++calls;
}

static void *first(void *unused) {
  assert(count() == 1);
  return unused;
}

static void *second(void *unused) {
  assert(count() == 1);
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
