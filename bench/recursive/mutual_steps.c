// Up by one and down by two take turns; what is left is never below minus one.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int level;
static void down(int n);

static void up(int n) {
  level = level + 1;
  if (n > 0)
    down(n - 1);
}

static void down(int n) {
#ifdef BUG
  level = n == 20 ? level - 3 : level - 1;
#else
  level = level - 1;
#endif
  assert(level >= 0);
  if (n > 0)
    up(n - 1);
}

int main(void) {
  level = 0;
  up(__VERIFIER_nondet_int());
  return 0;
}
