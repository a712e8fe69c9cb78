// Clearing the lowest bit leaves one bit less.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned bits = 0, rest = x, sum = 0;
  while (rest) {
    rest &= rest - 1;
    bits++;
  }
  for (int i = 0; i < 8; i++)
    sum += x >> i & 1;
#ifdef BUG
  assert(bits == sum && bits < 8);
#else
  assert(bits == sum && bits <= 8);
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
