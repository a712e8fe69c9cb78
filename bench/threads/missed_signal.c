// A thread that is woken finds what it waits for.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, seen;

static void *first(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef BUG
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  ready = 1;
#else
  ready = 1;
  pthread_cond_signal(&changed);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef BUG
  if (!ready)
    pthread_cond_wait(&changed, &mutex);
#else
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
#endif
  seen = ready;
  pthread_mutex_unlock(&mutex);
  assert(seen);
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
