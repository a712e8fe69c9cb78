// A callee writes the caller's local through a pointer.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void count(int n, int *total) {
  if (n <= 0)
    return;
  *total += 1;
  count(n - 1, total);
}

int main(void) {
  int n = __VERIFIER_nondet_int(), total = 0, other = 7;
  if (n < 0)
    return 0;
#ifdef BUG
  count(n, n == 3 ? &other : &total);
#else
  count(n, &total);
#endif
  assert(total >= 0 || n > 1000000000);
  assert(other == 7);
  return 0;
}
