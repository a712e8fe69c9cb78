// The order of accesses, asked about all at once: sums that two threads can
// come to, from inputs on.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 2 };
static unsigned i, j;
extern int __VERIFIER_nondet_int(void);

static void *first(void *unused) {
  for (int k = 0; k < ROUNDS; k++)
    i += j;
  return unused;
}

static void *second(void *unused) {
  for (int k = 0; k < ROUNDS; k++)
    j += i;
  return unused;
}

int main(void) {
  pthread_t a, b;
  i = (unsigned)__VERIFIER_nondet_int() % 4u;
  j = (unsigned)__VERIFIER_nondet_int() % 4u;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(i < 24);
#else
  assert(i <= 24);
#endif
  return 0;
}
/* test: check --order=only -v
 * exit: 0
 * stdout-contains: RESULT: true
 * stdout-contains: proof: by order, all orders of
 * stdout-contains: which nobody repeats
 * stdout-lacks: not known whether it is reached
 * stderr-contains: all covered
 */
/* test: check --order=only -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --order=only --races
 * exit: 5
 * stdout-contains: data races with --order
 */
/* test: check --order=only --deadlock
 * exit: 5
 * stdout-contains: deadlocks with --order
 */
/* test: check --order=only --deref
 * exit: 5
 * stdout-contains: validity of accesses with --order
 */
