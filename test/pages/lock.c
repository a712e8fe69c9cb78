// Every way through the loop gives the lock back, as often as it is taken.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int held;

static void take(void) {
  assert(held == 0);
  held = 1;
}

static void give(void) {
  assert(held == 1);
  held = 0;
}

int main(void) {
  int requests, seen;
  do {
    take();
    seen = requests = __VERIFIER_nondet_int();
    if (requests > 0) {
      give();
      requests--;
    }
  } while (seen != requests);
  give();
  return 0;
}
