// An assertion that no order comes to, and one that every order does: what is
// proved says so.
#include <assert.h>
#include <pthread.h>

static int x;

static void *work(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  if (x == 2)
    assert(x < 2);
#ifdef BOTH
  assert(x == 1);
#endif
  return 0;
}
/* test: check --order=only
 * exit: 0
 * stdout-contains: assert(x < 2)  never reached
 * stdout-contains: RESULT: true
 */
/* test: check --order=only -DBOTH
 * exit: 0
 * stdout-contains: assert(x == 1)  holds
 * stdout-lacks: not known whether
 * stdout-contains: RESULT: true
 */
/* test: check --control=monotonic -DBOTH
 * exit: 0
 * stdout-contains: assert(x == 1)  holds
 * stdout-contains: RESULT: true
 */
