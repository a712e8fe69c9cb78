// A reading of a converter in millivolts.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned raw = __VERIFIER_nondet_ushort();
#ifndef BUG
  raw &= 0x3ff;
#endif
  unsigned mv = raw * 3300 / 1023;
  assert(mv <= 3300);
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
