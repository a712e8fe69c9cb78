// The only quotient that overflows.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (b == 0)
    return 0;
#ifndef BUG
  if (a == INT_MIN && b == -1)
    return 0;
#endif
  int q = a / b;
  return q == 7;
}

/* test: check --cpu-timeout 20s --overflow --div0
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s --overflow --div0 -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
