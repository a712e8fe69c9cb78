// Any number of threads draw different numbers.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned drawn;
static int held;

static void *draw(void *unused) {
  pthread_mutex_lock(&mutex);
  held = 1;
  unsigned mine = drawn;
  drawn = mine + 1;
#ifdef BUG
  pthread_mutex_unlock(&mutex);
  assert(drawn == mine + 1);
#else
  assert(drawn == mine + 1);
  held = 0;
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, 0, draw, 0);
  }
  return 0;
}
