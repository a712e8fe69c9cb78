// The same as add_to_each_other.c, five times each and with plain variables.
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *first(void *unused) {
  for (int k = 0; k < 5; k++)
    i += j;
  return unused;
}

static void *second(void *unused) {
  for (int k = 0; k < 5; k++)
    j += i;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
#ifdef BUG
  assert(i < 144 && j < 144);
#else
  assert(i <= 144 && j <= 144);
#endif
  return 0;
}
