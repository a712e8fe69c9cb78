// A weak exchange may fail for nothing, which is not looked at: the ledger says
// so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word;

static void *work(void *unused) {
  int wanted = 0;
#ifdef STRONG
  if (!atomic_compare_exchange_strong(&word, &wanted, 7))
#else
  if (!atomic_compare_exchange_weak(&word, &wanted, 7))
#endif
    assert(wanted == 7);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: weak compare-and-exchange that fails for nothing
 */
/* test: check -DSTRONG
 * exit: 0
 * stdout-lacks: weak compare-and-exchange
 */
