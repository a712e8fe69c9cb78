// A global counts activations up and down.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int depth;

static void dive(int n) {
  depth++;
  if (n > 0)
    dive(n - 1);
#ifdef BUG
  if (n != 4)
    depth--;
#else
  depth--;
#endif
}

int main(void) {
  dive(__VERIFIER_nondet_int());
  assert(depth == 0);
  return 0;
}
