// Squares in 64 bits are not negative, and are 0 or 1 modulo 4.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BUG
  long square = x * x;
#else
  long square = (long)x * x;
#endif
  assert(square >= 0);
  assert((square & 3) <= 1);
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
