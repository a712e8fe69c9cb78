// Signed overflow wraps, as it does where clang does not optimise, unless it is
// asked about.
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == INT_MAX)
    assert(x + 1 == INT_MIN);
  return 0;
}

/* test: check
 * stdout-contains: signed overflow wraps
 * stdout-contains: RESULT: true
 */
/* test: check --overflow
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
