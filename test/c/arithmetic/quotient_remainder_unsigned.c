// Quotient and remainder make up the dividend.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned q = x / 1000, r = x % 1000;
#ifdef BUG
  assert(q * 1000 + r == x && q < 4294967);
#else
  assert(q * 1000 + r == x && q <= 4294967 && r < 1000);
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
