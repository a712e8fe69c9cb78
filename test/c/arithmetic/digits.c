// Two digits are written and read back.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
#ifdef BUG
  char tens = '0' + x / 10, ones = '0' + x % 10;
#else
  x %= 100;
  char tens = '0' + x / 10, ones = '0' + x % 10;
#endif
  assert(tens >= '0' && tens <= '9');
  assert(ones >= '0' && ones <= '9');
  assert((tens - '0') * 10 + (ones - '0') == x);
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
