// Data is there before the pointer to it.
#include <assert.h>
#include <pthread.h>

static int data;
static int *_Atomic published;

static void *first(void *unused) {
#ifdef BUG
  published = &data;
  data = 7;
#else
  data = 7;
  published = &data;
#endif
  return unused;
}

static void *second(void *unused) {
  int *seen = published;
  if (seen)
    assert(*seen == 7);
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
