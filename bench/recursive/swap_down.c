// Two pointers to locals are exchanged on the way down.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void place(int n, int *a, int *b) {
  if (n == 0) {
    *a = 1;
    *b = 2;
    return;
  }
  place(n - 1, b, a);
}

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 0)
    return 0;
  place(n, &x, &y);
#ifdef BUG
  assert(x == 1);
#else
  assert(x + y == 3);
#endif
  return 0;
}
