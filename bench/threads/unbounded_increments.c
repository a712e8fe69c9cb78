// Any number of threads, each of which must find the counter as it left it.
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static void *work(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&m);
#endif
  x = 1;
  x = 2;
  assert(x == 2);
#ifndef BUG
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, 0, work, 0);
  return 0;
}
