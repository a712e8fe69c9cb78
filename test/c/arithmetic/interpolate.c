// Linear interpolation stays between the ends.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int t = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= 0 && a <= b && b <= 1000);
#ifdef BUG
  __VERIFIER_assume(t >= 0 && t <= 300);
#else
  __VERIFIER_assume(t >= 0 && t <= 256);
#endif
  int y = a + (b - a) * t / 256;
  assert(a <= y && y <= b);
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
