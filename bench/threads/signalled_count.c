// One waits until the others have counted far enough.
#include <assert.h>
#include <pthread.h>

#define ROUNDS 4
#define LIMIT 6

static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t reached = PTHREAD_COND_INITIALIZER;

static void *increment(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&mutex);
    count++;
    if (count == LIMIT)
      pthread_cond_signal(&reached);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *watch(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef BUG
  if (count < LIMIT)
#else
  while (count < LIMIT)
#endif
    pthread_cond_wait(&reached, &mutex);
  assert(count >= LIMIT);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, watch, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_create(&c, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
#ifndef BUG
  assert(count == 2 * ROUNDS);
#endif
  return 0;
}
