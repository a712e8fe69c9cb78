// Fast powers of two are shifts.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned power(unsigned base, unsigned n) {
  if (n == 0)
    return 1;
  unsigned half = power(base, n / 2);
#ifdef BUG
  return half * half * (n % 4 == 1 ? base : 1);
#else
  return half * half * (n % 2 == 1 ? base : 1);
#endif
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 20)
    return 0;
  assert(power(2, n) == 1u << n);
  return 0;
}
