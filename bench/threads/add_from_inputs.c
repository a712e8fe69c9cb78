// Two threads add to each other three times each, from inputs on: at most 21
// times the larger of them.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 3 };
static unsigned i, j;
extern int __VERIFIER_nondet_int(void);

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
  i = (unsigned)__VERIFIER_nondet_int() % 4u;
  j = (unsigned)__VERIFIER_nondet_int() % 4u;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(i < 63 && j < 63);
#else
  assert(i <= 63 && j <= 63);
#endif
  return 0;
}
