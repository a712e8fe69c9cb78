// Rounding down to a multiple does not exceed a value that is not negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifndef BUG
  __VERIFIER_assume(x >= 0);
#endif
  assert(x / 12 * 12 <= x);
  assert(x - x / 12 * 12 < 12);
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
