// Slots are claimed by compare-and-exchange, never more than there are; the
// fault: by adding what was looked at before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { SLOTS = 4 };
static atomic_int claimed;

static void *work(void *unused) {
  int seen = claimed;
#ifdef BUG
  if (seen < SLOTS)
    atomic_fetch_add(&claimed, 1);
#else
  while (seen < SLOTS &&
         !atomic_compare_exchange_strong(&claimed, &seen, seen + 1))
    continue;
#endif
  assert(claimed <= SLOTS);
  return unused;
}

int main(void) {
  pthread_t thread;
  claimed = SLOTS - 1;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}
