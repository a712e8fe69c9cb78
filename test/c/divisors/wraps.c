// Sums that wrap keep no divisor: 3 divides 3 and 4294967295, but not what their
// sum wraps to.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned d = __VERIFIER_nondet_uint(), a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(d > 1 && a % d == 0 && b % d == 0);
#ifndef FAULT
  __VERIFIER_assume(a <= 4294967295u - b);
#endif
  unsigned sum = a + b;
  assert(sum % d == 0);
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DFAULT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
