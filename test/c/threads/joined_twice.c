// Joining a thread once more is undefined: such executions are left out, and the
// place is told. In runs it is where they stop.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int x;

static void *work(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
#ifdef LOOP
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    pthread_join(t, 0);
#else
  pthread_join(t, 0);
  if (__VERIFIER_nondet_int())
    pthread_join(t, 0);
#endif
#ifdef FAULT
  assert(x == 2);
#else
  assert(x == 0 || x == 1);
#endif
}

/* test: check
 * exit: 0
 * stdout-contains: outside its contract
 * stdout-contains: RESULT: true
 */
/* test: check -DLOOP
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DFAULT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
