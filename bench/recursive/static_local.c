// A static local counts calls over all activations.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int tick(int n) {
  static int calls = 0;
  calls++;
#ifdef BUG
  if (n == 6)
    calls = 0;
#endif
  if (n > 0)
    return tick(n - 1);
  return calls;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20)
    return 0;
  assert(tick(n) == n + 1);
  return 0;
}
