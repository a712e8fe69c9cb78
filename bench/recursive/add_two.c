// Addition by counting down one of the numbers.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned add(unsigned a, unsigned b) {
  if (b == 0)
    return a;
#ifdef BUG
  if (b == 5)
    return add(a, 4);
#endif
  return add(a + 1, b - 1);
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  assert(add(a, b) == a + b);
  return 0;
}
