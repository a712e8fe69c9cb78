// Scopes are entered and left with a counter that callees see through a struct.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct scope {
  struct scope *outer;
  int level;
};

static int deepest(struct scope *outer, int n) {
  struct scope mine = {outer, outer ? outer->level + 1 : 0};
#ifdef BUG
  if (n == 3)
    mine.level = 0;
#endif
  assert(!outer || mine.level == outer->level + 1);
  if (n <= 0)
    return mine.level;
  return deepest(&mine, n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100)
    return 0;
  assert(deepest(0, n) >= 0);
  return 0;
}
