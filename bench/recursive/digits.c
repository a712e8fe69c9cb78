// The number of digits of a number.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned digits(unsigned n) {
#ifdef BUG
  return n <= 10 ? 1 : 1 + digits(n / 10);
#else
  return n < 10 ? 1 : 1 + digits(n / 10);
#endif
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(digits(n) >= 1 && digits(n) <= 10);
  if (n >= 10)
    assert(digits(n) >= 2);
  return 0;
}
