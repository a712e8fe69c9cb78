// Atomic increments are not lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *unused) {
  for (int i = 0; i < 2; i++) {
#ifdef BUG
    int seen = atomic_load(&counter);
    atomic_store(&counter, seen + 1);
#else
    atomic_fetch_add(&counter, 1);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&counter) == 4);
  return 0;
}
