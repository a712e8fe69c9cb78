// The greatest common divisor by subtraction: both numbers stay positive.
//
//   -DBUG   subtracts when they are equal, too
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0 || a > 10000 || b > 10000)
    return 0;
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
#ifdef BUG
    if (a == b)
      a -= b;
#endif
    assert(a > 0 && b > 0);
  }
  return 0;
}
