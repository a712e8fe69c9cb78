// Any number of threads, one inside at a time.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *unused) {
#ifdef BUG
  if (__VERIFIER_nondet_int())
#endif
  pthread_mutex_lock(&mutex);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
  }
  return 0;
}
