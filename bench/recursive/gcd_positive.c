// The greatest common divisor of positive numbers is positive and no larger than either.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int gcd(int a, int b) {
#ifdef BUG
  if (b == 0)
    return a - 1;
#else
  if (b == 0)
    return a;
#endif
  return gcd(b, a % b);
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0)
    return 0;
  assert(gcd(a, b) >= 1);
  return 0;
}
