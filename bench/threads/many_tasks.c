// A pool of threads that is made in a loop takes tasks until there are none;
// the fault: one looks before it locks.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int left = 3;

static void *work(void *unused) {
  int goes_on = 1;
  while (goes_on) {
#ifdef BUG
    goes_on = left > 0;
    pthread_mutex_lock(&mutex);
#else
    pthread_mutex_lock(&mutex);
    goes_on = left > 0;
#endif
    if (goes_on)
      left--;
    assert(left >= 0);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[8];
  int wanted = __VERIFIER_nondet_int();
  for (int i = 0; i < wanted && i < 8; i++)
    pthread_create(&threads[i], 0, work, 0);
  return 0;
}
