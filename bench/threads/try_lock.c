// What is done only if a lock could be taken.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void work(void) {
  inside++;
  assert(inside == 1);
  inside--;
}

static void *first(void *unused) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    work();
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *second(void *unused) {
#ifdef BUG
  if (pthread_mutex_trylock(&mutex) >= 0) {
#else
  if (pthread_mutex_trylock(&mutex) == 0) {
#endif
    work();
#ifdef BUG
    return unused;
#endif
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
