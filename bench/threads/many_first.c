// Whoever comes first makes it, under a lock; the fault: without.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_made, made;

static void *work(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&mutex);
#endif
  if (!is_made) {
    made++;
    is_made = 1;
  }
  assert(made == 1);
#ifndef BUG
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}
