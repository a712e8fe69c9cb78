// Conditional expressions, && and || as values, nested.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int sign = a < 0 ? -1 : a > 0 ? 1 : 0;
  int both = a > 0 && b > 0, any = a > 0 || b > 0;
  assert(sign >= -1 && sign <= 1);
  assert(!both || any);
#ifdef BUG
  assert(!any || both || a <= 0);
#else
  assert(!any || both || a <= 0 || b <= 0);
#endif
  assert((sign == 0) == (a == 0));
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
