// Branches that depend on one another.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int greatest, least;
  if (a > b) {
    greatest = a;
    least = b;
  } else {
    greatest = b;
    least = a;
  }
  if (greatest > 10 && least < -10)
    assert(a != b && (a > 10 || b > 10 + BUG));
  else if (!(greatest > 10))
    assert(a <= 10 && b <= 10);
  assert(greatest >= least);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
