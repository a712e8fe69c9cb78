// A remainder that is made non-negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BUG
  int r = x % 7;
#else
  int r = (x % 7 + 7) % 7;
#endif
  assert(r >= 0 && r < 7);
  assert(((long)x - r) % 7 == 0);
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
