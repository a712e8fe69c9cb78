// A product that is bounded before it is computed.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int product(int n) {
  if (n <= 1)
    return 1;
  int rest = product(n - 1);
#ifdef BUG
  if (rest > 2000000000)
    return rest;
#else
  if (rest > 1000000)
    return rest;
#endif
  return n * rest;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 15)
    return 0;
  int result = product(n);
  assert(result >= 1 && result <= 15000000);
  return 0;
}
