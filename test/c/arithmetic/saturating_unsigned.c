// An unsigned sum that stops at the largest value, without a branch.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned sum = a + b;
#ifdef BUG
  sum |= -(sum < (a ^ b));
#else
  sum |= -(sum < a);
#endif
  assert(sum >= a && sum >= b);
  assert(sum == 0xffffffffu || sum == a + b);
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
