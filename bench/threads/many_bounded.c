// Any number of workers count up to a bound; the fault: the bound is looked at
// before the lock is taken.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { BOUND = 10 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *unused) {
#ifdef BUG
  pthread_mutex_lock(&mutex);
  int is_below = x < BOUND;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  if (is_below)
    x++;
#else
  pthread_mutex_lock(&mutex);
  if (x < BOUND)
    x++;
#endif
  assert(x <= BOUND);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  x = BOUND - 1;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}
