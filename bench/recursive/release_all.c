// Every lock that is taken on the way down is released on the way up, however
// deep it goes, also when it gives up in the middle.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int held;

static int descend(int depth) {
  int ok = 1;
  held++;
  if (__VERIFIER_nondet_int()) {
#ifdef BUG
    if (depth == 6)
      return 0;
#endif
    held--;
    return 0;
  }
  if (depth < 100)
    ok = descend(depth + 1);
  held--;
  return ok;
}

int main(void) {
  descend(0);
  assert(held == 0);
  return 0;
}
