// Two threads add to each other; how far that can get is a Fibonacci number.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 4 };
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
  int seen_i = i, seen_j = j;
#ifdef BUG
  assert(seen_i < 55 && seen_j < 55);
#else
  assert(seen_i <= 55 && seen_j <= 55);
#endif
  return 0;
}
