// Rounding up to a multiple of twelve.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x <= 1000000000);
#ifdef BUG
  unsigned y = (x + 10) / 12 * 12;
#else
  unsigned y = (x + 11) / 12 * 12;
#endif
  assert(y >= x && y - x < 12);
  assert(y % 12 == 0);
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
