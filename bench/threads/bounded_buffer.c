// Producer and consumer with condition variables.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int items;

static void *first(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (items == 1)
      pthread_cond_wait(&not_full, &mutex);
    items++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *second(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
#ifdef BUG
    if (items == 0 && i == 0)
      pthread_cond_wait(&not_empty, &mutex);
#else
    while (items == 0)
      pthread_cond_wait(&not_empty, &mutex);
#endif
    items--;
    assert(items >= 0);
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
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
