// An object is destroyed by whoever drops the last reference.
#include <assert.h>
#include <pthread.h>

static _Atomic int references = 2;
static _Atomic int destroyed;

static void drop(void) {
#ifdef BUG
  references--;
  if (references == 0)
    destroyed++;
#else
  if (--references == 0)
    destroyed++;
#endif
}

static void *first(void *unused) {
  assert(!destroyed);
  drop();
  return unused;
}

static void *second(void *unused) {
  assert(!destroyed);
  drop();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(destroyed == 1);
  return 0;
}
