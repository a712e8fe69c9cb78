// Rounding up to a multiple of eight by a division.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifndef BUG
  __VERIFIER_assume(x <= 0xfffffff8u);
#endif
  unsigned y = (x + 7) / 8 * 8;
  assert(y >= x && y - x < 8);
  assert(y % 8 == 0);
  assert(y == ((x + 7) & ~7u));
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
