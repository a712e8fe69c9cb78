// The result of a thread comes with the join.
#include <assert.h>
#include <pthread.h>

static void *square(void *argument) {
  long n = (long)argument;
  return (void *)(n * n);
}

int main(void) {
  pthread_t a, b;
  void *x = 0, *y = 0;
  pthread_create(&a, 0, square, (void *)3L);
  pthread_create(&b, 0, square, (void *)4L);
  pthread_join(a, &x);
#ifdef BUG
  pthread_join(b, &x);
#else
  pthread_join(b, &y);
#endif
  assert((long)x + (long)y == 25);
  return 0;
}
