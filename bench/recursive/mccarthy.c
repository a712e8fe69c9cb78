// The 91 function gives 91 up to 101.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int f91(int n) {
  if (n > 100)
    return n - 10;
#ifdef BUG
  return f91(f91(n + 11)) + (n == 97);
#else
  return f91(f91(n + 11));
#endif
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 95 || n > 102)
    return 0;
  int result = f91(n);
  assert(result == 91 || (n > 101 && result == n - 10));
  return 0;
}
