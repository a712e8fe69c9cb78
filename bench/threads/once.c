// Pthread_once runs its routine once.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;
static _Atomic int begun;

static void make(void) {
  made++;
}

static void prepare(void) {
#ifdef BUG
  if (!begun) {
    begun = 1;
    make();
  }
#else
  pthread_once(&once, make);
#endif
}

static void *first(void *unused) {
  prepare();
  return unused;
}

static void *second(void *unused) {
  prepare();
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
