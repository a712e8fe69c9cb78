// The sum 1..n by recursion is that by the formula.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int sum(int n) {
#ifdef BUG
  if (n <= 1)
    return 1;
#else
  if (n <= 0)
    return 0;
#endif
  return n + sum(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 40)
    return 0;
  assert(sum(n) == n * (n + 1) / 2);
  return 0;
}
