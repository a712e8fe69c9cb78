// A static local says whether it is the first call.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int began;

static int once(int n) {
  static int done = 0;
  if (!done) {
    done = 1;
    began++;
  }
#ifdef BUG
  if (n == 9)
    done = 0;
#endif
  return n <= 0 ? 0 : once(n - 1);
}

int main(void) {
  once(__VERIFIER_nondet_int());
  assert(began == 1);
  return 0;
}
