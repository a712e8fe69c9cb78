// Products do not depend on the order, nor on where they are truncated.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  assert(a * b == b * a);
  assert((long)a * b == (long)b * a);
  assert((int)((long)a * b) == (int)((unsigned)a * (unsigned)b));
#ifdef BUG
  assert((long)a * b == (long)(a * b));
#endif
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
