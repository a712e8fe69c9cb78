// A number is built again one by one.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned copy(unsigned n) {
#ifdef BUG
  if (n == 7)
    return 6;
#endif
  return n == 0 ? 0 : 1 + copy(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(copy(n) == n);
  return 0;
}
