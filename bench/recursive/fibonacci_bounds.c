// The fibonacci numbers are not negative, and at least n - 1.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int fibonacci(int n) {
  if (n < 1)
    return 0;
  if (n == 1)
    return 1;
#ifdef BUG
  return fibonacci(n - 1) - fibonacci(n - 2);
#else
  return fibonacci(n - 1) + fibonacci(n - 2);
#endif
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12)
    return 0;
  assert(fibonacci(n) >= n - 1);
  return 0;
}
