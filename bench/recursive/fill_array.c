// An array is filled from the back.
#include <assert.h>
int __VERIFIER_nondet_int(void);

enum { SIZE = 8 };
static int a[SIZE];

static void fill(int i) {
#ifdef BUG
  if (i <= 0)
    return;
#else
  if (i < 0)
    return;
#endif
  a[i] = i + 1;
  fill(i - 1);
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  fill(SIZE - 1);
  if (k >= 0 && k < SIZE)
    assert(a[k] == k + 1);
  return 0;
}
