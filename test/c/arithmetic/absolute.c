// The absolute value without a branch.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int mask = x >> 31;
  int y = (x ^ mask) - mask;
  assert(y == x || y == -x);
#ifdef BUG
  assert(y >= 0);
#else
  assert(y >= 0 || x == INT_MIN);
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
