// What a detached thread does while main still runs.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  steps++;
#ifdef BUG
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
#endif
  steps++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_detach(thread);
  pthread_mutex_lock(&mutex);
  assert(steps % 2 == 0);
  pthread_mutex_unlock(&mutex);
  return 0;
}
