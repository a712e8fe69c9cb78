// An object is made once, and seen only when it is ready.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int object;
static _Atomic int ready, made;

static int get(void) {
  if (!ready) {
    pthread_mutex_lock(&mutex);
    if (!ready) {
#ifdef BUG
      ready = 1;
      object = 42;
#else
      object = 42;
      ready = 1;
#endif
      made++;
    }
    pthread_mutex_unlock(&mutex);
  }
  return object;
}

static void *first(void *unused) {
  assert(get() == 42);
  return unused;
}

static void *second(void *unused) {
  assert(get() == 42);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(made == 1);
  return 0;
}
