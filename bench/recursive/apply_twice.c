// A function is given to another that calls the first again.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int apply(int (*f)(int), int n);

static int down(int n) {
  return n <= 0 ? 0 : apply(down, n - 1);
}

static int apply(int (*f)(int), int n) {
#ifdef BUG
  return n == 5 ? 1 : f(n);
#else
  return f(n);
#endif
}

int main(void) {
  assert(apply(down, __VERIFIER_nondet_int()) == 0);
  return 0;
}
