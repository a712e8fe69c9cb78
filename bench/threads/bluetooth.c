// A driver is not stopped while a worker is inside.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int pending = 1, stopping, stopped;

static void release(void) {
  pthread_mutex_lock(&mutex);
  pending--;
  if (pending == 0)
    stopped = 1;
  pthread_mutex_unlock(&mutex);
}

static void *first(void *unused) {
#ifdef BUG
  if (stopping)
    return unused;
  pthread_mutex_lock(&mutex);
  pending++;
  pthread_mutex_unlock(&mutex);
#else
  pthread_mutex_lock(&mutex);
  if (stopping) {
    pthread_mutex_unlock(&mutex);
    return unused;
  }
  pending++;
  pthread_mutex_unlock(&mutex);
#endif
  assert(!stopped);
  release();
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
  stopping = 1;
  pthread_mutex_unlock(&mutex);
  release();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
