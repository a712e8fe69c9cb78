// Executions with undefined behaviour are excluded from there on: after the
// division n is not zero, after the shift it is small.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  assert(n != 0);
#endif
  int quotient = 100 / n;
  assert(n != 0);
  int shifted = 1 << n;
  assert(n > 0 && n < 32);
  return quotient + shifted == 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: undefined.c:10
 * stdout-contains: RESULT: false(unreach-call)
 */
