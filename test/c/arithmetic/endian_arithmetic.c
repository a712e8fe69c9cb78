// Bytes are taken out and put together by division and multiplication.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned char b0 = x % 256, b1 = x / 256 % 256;
  unsigned char b2 = x / 65536 % 256, b3 = x / 16777216;
#ifdef BUG
  assert(b0 + b1 * 256u + b2 * 65536u + b3 * 1677721u == x);
#else
  assert(b0 + b1 * 256u + b2 * 65536u + b3 * 16777216u == x);
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
