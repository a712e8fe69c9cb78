// Two values are swapped without a third.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int x = a, y = b;
  x = x + y;
  y = x - y;
  x = x - y;
  assert(x == b && y == a);
  x ^= y;
#ifdef BUG
  y |= x;
#else
  y ^= x;
#endif
  x ^= y;
  assert(x == a && y == b);
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
