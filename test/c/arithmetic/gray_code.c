// The Gray code of neighbours differs in one bit, and can be undone.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned g = x ^ x >> 1, h = (x + 1) ^ (x + 1) >> 1;
  unsigned d = g ^ h;
  assert(d != 0 && (d & (d - 1)) == 0);
  unsigned y = g;
  y ^= y >> 1;
  y ^= y >> 2;
  y ^= y >> 4;
  y ^= y >> 8;
#ifndef BUG
  y ^= y >> 16;
#endif
  assert(y == x);
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
