// Not only main joins: a thread waits for one of several, or for main, whose
// result is what it left with pthread_exit.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_t helpers[2], first;
static int x;

static void *help(void *unused) {
  x = 1;
  return (void *)7;
}

static void *wait(void *unused) {
  void *result = 0;
#ifdef MAIN
  pthread_join(first, &result);
#else
  pthread_join(helpers[__VERIFIER_nondet_int() & 1], &result);
#endif
#ifdef BUG
  assert(x == 0);
#endif
  assert(result == (void *)7);
  return unused;
}

int main(void) {
  pthread_t waiting;
  first = pthread_self();
  pthread_create(&helpers[0], 0, help, 0);
  pthread_create(&helpers[1], 0, help, 0);
  pthread_create(&waiting, 0, wait, 0);
#ifdef MAIN
  pthread_exit((void *)7);
#endif
  pthread_join(waiting, 0);
  return 0;
}
/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DMAIN
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --order=only -DMAIN -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
