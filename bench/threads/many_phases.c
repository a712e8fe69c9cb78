// A phase that is only ever advanced; the fault: one sets it back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int phase;

static void *work(void *unused) {
  int expected = 0;
  atomic_compare_exchange_strong(&phase, &expected, 1);
  assert(phase >= 1);
  expected = 1;
  atomic_compare_exchange_strong(&phase, &expected, 2);
  assert(phase >= 2);
#ifdef BUG
  phase = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}
