// A number that only grows, whoever looks; the fault: it starts again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_uint drawn;

static void *work(void *unused) {
  unsigned before = drawn;
  unsigned seen = before;
#ifdef BUG
  if (seen == 3)
    drawn = 0;
#endif
  if (seen < 1000)
    atomic_compare_exchange_strong(&drawn, &seen, seen + 1);
  unsigned after = drawn;
  assert(before <= after);
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}
