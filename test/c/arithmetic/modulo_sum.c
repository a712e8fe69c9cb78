// Remainders of sums and products.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
  assert((a + b) % 7 == (a % 7 + b % 7) % 7);
#ifdef BUG
  assert((a + b) % 7 == a % 7 + b % 7);
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
