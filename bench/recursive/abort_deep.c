// Too deep is given up before anything goes wrong.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>

enum { MOST = 8 };
static int stack[MOST];

static void push(int level, int value) {
#ifdef BUG
  if (level > MOST)
    abort();
#else
  if (level >= MOST)
    abort();
#endif
  assert(level < MOST);
  stack[level] = value;
  if (value > 0)
    push(level + 1, value - 1);
}

int main(void) {
  push(0, __VERIFIER_nondet_int());
  return 0;
}
