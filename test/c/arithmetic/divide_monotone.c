// A larger dividend has no smaller quotient.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
#ifdef BUG
  __VERIFIER_assume(a <= b);
  assert(a / 10 < b / 10 || a == b);
#else
  __VERIFIER_assume(a <= b);
  assert(a / 10 <= b / 10);
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
