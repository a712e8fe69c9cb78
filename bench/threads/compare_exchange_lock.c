// A spin lock by compare-and-exchange, around two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int x;

static void *work(void *unused) {
  for (int i = 0; i < 2; i++) {
    int expected = 0;
#ifdef BUG
    while (atomic_load(&lock))
      ;
    atomic_store(&lock, 1);
    (void)expected;
#else
    while (!atomic_compare_exchange_strong(&lock, &expected, 1))
      expected = 0;
#endif
    x++;
    atomic_store(&lock, 0);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 4);
  return 0;
}
