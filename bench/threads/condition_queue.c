// One place, a producer and a consumer that wait on two conditions.
#include <assert.h>
#include <pthread.h>

static int place, full, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

static void *produce(void *unused) {
  for (int i = 1; i <= 3; i++) {
    pthread_mutex_lock(&m);
    while (full)
      pthread_cond_wait(&not_full, &m);
    place = i;
    full = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *consume(void *unused) {
  for (int i = 1; i <= 3; i++) {
    pthread_mutex_lock(&m);
#ifdef BUG
    if (!full)
#else
    while (!full)
#endif
      pthread_cond_wait(&not_empty, &m);
    sum += place;
    full = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, produce, 0);
  pthread_create(&b, 0, consume, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 6);
  return 0;
}
