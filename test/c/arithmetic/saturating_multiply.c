// A product that stops at the largest value, tested by a division.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
#ifdef BUG
  unsigned short product = a && b >= 65535 / a ? 65535 : a * b;
#else
  unsigned short product = a && b > 65535 / a ? 65535 : a * b;
#endif
  unsigned exact = (unsigned)a * b;
  assert(product == (exact > 65535 ? 65535 : exact));
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
