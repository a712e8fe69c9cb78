// The same of any number of seconds.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int t = __VERIFIER_nondet_int();
#ifndef BUG
  __VERIFIER_assume(t >= 0);
#endif
  int h = t / 3600, m = t % 3600 / 60, s = t % 60;
  assert(h * 3600 + m * 60 + s == t);
  assert(m >= 0 && m < 60 && s >= 0 && s < 60);
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
