// Quotients and remainders, towards zero.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
  int x = __VERIFIER_nondet_short();
  int half = x / 2, rest = x % 2;
  assert(half * 2 + rest == x);
#ifdef BUG
  assert(rest >= 0);
#endif
  if (x >= 0)
    assert(half <= x && rest >= 0);
  assert(-7 / 2 == -3 && -7 % 2 == -1);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
