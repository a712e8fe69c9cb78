// The sum stays small because the loop is short: its bound is a line whose slope
// is the number of rounds.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, y = 0;
  while (y < 300 && __VERIFIER_nondet_int()) {
    x = x + y;
    y = y + 1;
  }
#ifdef BUG
  assert(x > y);
#else
  assert(x >= y);
#endif
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: y * 300
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
