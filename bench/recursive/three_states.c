// Three functions in a circle count modulo three.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned at_one(unsigned n);
static unsigned at_two(unsigned n);

static unsigned at_zero(unsigned n) {
  return n ? at_one(n - 1) : 0;
}

static unsigned at_one(unsigned n) {
  return n ? at_two(n - 1) : 1;
}

static unsigned at_two(unsigned n) {
#ifdef BUG
  return n ? at_one(n - 1) : 2;
#else
  return n ? at_zero(n - 1) : 2;
#endif
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(at_zero(n) < 3);
  if (n < 10)
    assert(at_zero(n) == n % 3);
  return 0;
}
