// Milliseconds as seconds and nanoseconds.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int ms = __VERIFIER_nondet_int();
  __VERIFIER_assume(ms >= 0);
  long seconds = ms / 1000;
#ifdef BUG
  long nanos = ms * 1000000 % 1000000000;
#else
  long nanos = ms % 1000 * 1000000L;
#endif
  assert(nanos >= 0 && nanos < 1000000000);
  assert(seconds * 1000000000 + nanos == ms * 1000000L);
  return 0;
}

/* test: check --cpu-timeout 20s
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
