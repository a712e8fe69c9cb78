// The largest element of an array is at least each of them.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int largest(const int *a, int n) {
  if (n == 1)
    return a[0];
  int rest = largest(a + 1, n - 1);
#ifdef BUG
  return n != 2 && a[0] > rest ? a[0] : rest;
#else
  return a[0] > rest ? a[0] : rest;
#endif
}

int main(void) {
  int a[4], k = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_int();
  if (k < 0 || k > 3)
    return 0;
  assert(largest(a, 4) >= a[k]);
  return 0;
}
