// A quotient is within the bounds that its dividend gives.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= -1000 && x <= 1000);
  assert(x / 3 >= -333 && x / 3 <= 333);
#ifdef BUG
  assert(x / 3 > -333);
#endif
  assert(x / 3 <= x || x < 0);
  assert(x / 2 == x >> 1 || x < 0);
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
