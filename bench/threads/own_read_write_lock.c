// A lock for readers and a writer made of a mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int readers, writing, value;

static int start_reading(void) {
  pthread_mutex_lock(&mutex);
  int may = !writing;
  if (may)
    readers++;
  pthread_mutex_unlock(&mutex);
  return may;
}

static int start_writing(void) {
  pthread_mutex_lock(&mutex);
#ifdef BUG
  int may = !writing;
#else
  int may = !writing && !readers;
#endif
  if (may)
    writing = 1;
  pthread_mutex_unlock(&mutex);
  return may;
}

static void *first(void *unused) {
  if (start_reading()) {
    int before = value;
    assert(before == value);
    pthread_mutex_lock(&mutex);
    readers--;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *second(void *unused) {
  if (start_writing()) {
    value++;
    pthread_mutex_lock(&mutex);
    writing = 0;
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
