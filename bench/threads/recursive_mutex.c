// A recursive mutex is taken twice and held until it is released twice.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int value;

static void inner(void) {
  pthread_mutex_lock(&mutex);
  value++;
  pthread_mutex_unlock(&mutex);
#ifdef BUG
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
#endif
}

static void *first(void *unused) {
  pthread_mutex_lock(&mutex);
  int before = value;
  inner();
  assert(value == before + 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
  value += 10;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &kind);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
