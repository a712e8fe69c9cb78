// Undefined behaviour is excluded: behind a division by zero nothing is
// checked, and so the assertion holds. --div0 asks about the division.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 100 / x;
  assert(x != 0);
  return y;
}

/* test: check
 * stdout-contains: no undefined behaviour at 1 place: division by zero
 * stdout-contains: RESULT: true
 */
/* test: check --div0
 * exit: 10
 * stdout-contains: division by zero: x is 0
 */
