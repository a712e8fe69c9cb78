// Division by repeated subtraction with two results.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static void divide(unsigned a, unsigned b, unsigned *quotient, unsigned *rest) {
  if (a < b) {
    *quotient = 0;
    *rest = a;
    return;
  }
  divide(a - b, b, quotient, rest);
#ifdef BUG
  if (*rest == 2)
    return;
#endif
  *quotient += 1;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned quotient, rest;
  if (b == 0 || b > 10 || a > 100)
    return 0;
  divide(a, b, &quotient, &rest);
  assert(rest < b);
  assert(quotient * b + rest == a);
  return 0;
}
