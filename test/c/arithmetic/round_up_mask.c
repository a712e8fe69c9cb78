// Rounding up to a power of two that is not known.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), a = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a != 0 && (a & (a - 1)) == 0);
#ifndef BUG
  __VERIFIER_assume(x <= 0xffffffffu - a);
#endif
  unsigned y = (x + a - 1) & ~(a - 1);
  assert(y >= x);
  assert(y - x < a);
  assert((y & (a - 1)) == 0);
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
