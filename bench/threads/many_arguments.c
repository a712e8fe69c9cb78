// Each worker has a number below the limit, and its own local copy; the fault:
// one too many.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { LIMIT = 5 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void *work(void *argument) {
  int number = (int)(long)argument;
  pthread_mutex_lock(&mutex);
  last = number;
  pthread_mutex_unlock(&mutex);
  assert(number < LIMIT);
  pthread_mutex_lock(&mutex);
  assert(0 <= last && last < LIMIT);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    int number = __VERIFIER_nondet_int();
#ifdef BUG
    if (number >= 0 && number <= LIMIT)
#else
    if (number >= 0 && number < LIMIT)
#endif
      pthread_create(&thread, 0, work, (void *)(long)number);
  }
  return 0;
}
