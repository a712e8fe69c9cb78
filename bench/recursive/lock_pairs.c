// A lock is taken and released on every level.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int held;

static void lock(void) {
  assert(!held);
  held = 1;
}

static void unlock(void) {
  assert(held);
  held = 0;
}

static void work(int n) {
  lock();
  if (n <= 0) {
    unlock();
    return;
  }
#ifndef BUG
  unlock();
#endif
  work(n - 1);
#ifdef BUG
  unlock();
#endif
}

int main(void) {
  work(__VERIFIER_nondet_int());
  assert(!held);
  return 0;
}
