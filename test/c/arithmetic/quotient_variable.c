// The same by a variable divisor.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned k = __VERIFIER_nondet_ushort();
  __VERIFIER_assume(k > 0);
#ifdef BUG
  assert(x / k * k < x);
#else
  assert(x / k * k <= x);
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
