// Two kinds of workers; what one kind does under the lock the other may rely
// on. The fault: one kind takes another lock.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *raise_both(void *unused) {
  pthread_mutex_lock(&mutex);
  a++;
  b++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *look(void *unused) {
#ifdef BUG
  pthread_mutex_lock(&other);
#else
  pthread_mutex_lock(&mutex);
#endif
  assert(a == b);
#ifdef BUG
  pthread_mutex_unlock(&other);
#else
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, raise_both, 0);
    pthread_create(&thread, 0, look, 0);
  }
  return 0;
}
