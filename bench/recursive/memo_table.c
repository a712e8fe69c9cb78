// What was computed once is remembered in a static table.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned plain(unsigned n) {
  return n < 2 ? n : plain(n - 1) + plain(n - 2);
}

static unsigned remembered(unsigned n) {
  static unsigned known[16];
  if (n < 2)
    return n;
#ifdef BUG
  if (!known[n & 7])
    known[n & 7] = remembered(n - 2) + remembered(n - 1);
  return known[n & 7];
#else
  if (!known[n])
    known[n] = remembered(n - 1) + remembered(n - 2);
  return known[n];
#endif
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), earlier = __VERIFIER_nondet_uint();
  if (n > 10 || earlier > 10)
    return 0;
  remembered(earlier);
  assert(remembered(n) == plain(n));
  return 0;
}
