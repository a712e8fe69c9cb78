// Two threads sum the halves of an array of inputs.
#include <assert.h>
#include <pthread.h>

static unsigned data[6], left, right;
extern int __VERIFIER_nondet_int(void);

static void *sum_left(void *unused) {
  for (int i = 0; i < 3; i++)
    left += data[i];
  return unused;
}

static void *sum_right(void *unused) {
  for (int i = 3; i < 6; i++)
    right += data[i];
  return unused;
}

int main(void) {
  pthread_t a, b;
  unsigned expected = 0;
  for (int i = 0; i < 6; i++) {
    data[i] = (unsigned)__VERIFIER_nondet_int();
    expected += data[i];
  }
  pthread_create(&a, 0, sum_left, 0);
  pthread_create(&b, 0, sum_right, 0);
  pthread_join(a, 0);
#ifndef BUG
  pthread_join(b, 0);
#endif
  assert(left + right == expected);
  return 0;
}
