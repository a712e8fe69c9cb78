// A bounded buffer, any number who put and who get; the fault: one who is
// signalled does not look again.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { ROOM = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  if (__VERIFIER_nondet_int()) {
    while (count == ROOM)
      pthread_cond_wait(&changed, &mutex);
    count++;
  } else {
#ifdef BUG
    if (count == 0)
#else
    while (count == 0)
#endif
      pthread_cond_wait(&changed, &mutex);
    count--;
  }
  assert(0 <= count && count <= ROOM);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}
