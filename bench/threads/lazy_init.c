// Three threads; one makes the value, another changes it, the third looks.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *make(void *unused) {
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *change(void *unused) {
  pthread_mutex_lock(&mutex);
  data += 2;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *look(void *unused) {
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
  pthread_create(&a, 0, make, 0);
  pthread_create(&b, 0, change, 0);
  pthread_create(&c, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
