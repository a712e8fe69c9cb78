// Whoever comes last may find more than the first two put there.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *one(void *unused) {
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *two(void *unused) {
  pthread_mutex_lock(&mutex);
  data += 2;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *three(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef BUG
  assert(data < 3);
#else
  assert(data <= 3);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
