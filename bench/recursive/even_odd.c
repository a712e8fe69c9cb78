// Two functions call each other: parity.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static int odd(unsigned n);

static int even(unsigned n) {
  return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n) {
#ifdef BUG
  return n == 3 ? 0 : n == 0 ? 0 : even(n - 1);
#else
  return n == 0 ? 0 : even(n - 1);
#endif
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (even(n))
    assert(n % 2 == 0);
  else
    assert(n % 2 == 1);
  return 0;
}
