// One worker after the other: what it left is looked at after it was joined;
// the fault: before.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;

static void *work(void *unused) {
  assert(x == 0);
  x = 1;
  x = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    x = 0;
    pthread_create(&thread, 0, work, 0);
#ifdef BUG
    assert(x != 1);
#endif
    pthread_join(thread, 0);
    assert(x == 2);
  }
  return 0;
}
