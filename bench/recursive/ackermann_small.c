// Ackermann's function is larger than its second argument.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
#ifdef BUG
    return ackermann(m - 1, 0) - 1;
#else
    return ackermann(m - 1, 1);
#endif
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 2 || n < 0 || n > 3)
    return 0;
  assert(ackermann(m, n) > n);
  return 0;
}
