// What is published is complete; the fault: the flag is set first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int is_there, value;

static void *work(void *unused) {
  if (__VERIFIER_nondet_int()) {
#ifdef BUG
    is_there = 1;
    value = 42;
#else
    value = 42;
    is_there = 1;
#endif
  } else if (is_there) {
    assert(value == 42);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}
