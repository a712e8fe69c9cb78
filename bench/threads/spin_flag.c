// A lock made of test and set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int a, b;

static void lock(void) {
#ifdef BUG
  if (atomic_flag_test_and_set(&taken))
    return;
#else
  while (atomic_flag_test_and_set(&taken))
    continue;
#endif
}

static void *move(void *unused) {
  lock();
  a--;
  b++;
  atomic_flag_clear(&taken);
  return unused;
}

static void *look(void *unused) {
  lock();
  assert(a + b == 0);
  atomic_flag_clear(&taken);
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, move, 0);
  pthread_create(&y, 0, look, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
