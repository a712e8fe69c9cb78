// An increment by compare and swap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *unused) {
  int seen = atomic_load(&counter);
#ifdef BUG
  atomic_compare_exchange_strong(&counter, &seen, seen + 1);
#else
  while (!atomic_compare_exchange_strong(&counter, &seen, seen + 1))
    continue;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&counter) == 2);
  return 0;
}
