// Masks, shifts and exclusive or.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  assert((x & 0xf0) <= 0xf0);
  assert((x ^ y ^ y) == x);
  assert((x | y) >= (x & y));
  assert(x >> 28 < 16);
  assert(((x << 4) & (7 + 8 * BUG)) == 0 || BUG);
  if (x & 1)
    assert((x >> (1 + BUG) << 1) + 1 == x);
  assert((~x & x) == 0);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 10
 * stdout-contains: bit_operations.c:17
 * stdout-contains: RESULT: false(unreach-call)
 */
