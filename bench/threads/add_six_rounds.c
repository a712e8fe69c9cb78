// Two threads add to each other six times each: Fibonacci's 14th number.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 6 };
static int i = 1, j = 1;

static void *first(void *unused) {
  for (int k = 0; k < ROUNDS; k++)
    i += j;
  return unused;
}

static void *second(void *unused) {
  for (int k = 0; k < ROUNDS; k++)
    j += i;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(i < 377 && j < 377);
#else
  assert(i <= 377 && j <= 377);
#endif
  return 0;
}
