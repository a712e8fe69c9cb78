// Euclid's algorithm by two threads, each of which makes one number smaller.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

unsigned a, b;

void __VERIFIER_atomic_less_a(void) {
  if (a > b)
    a = a - b;
}

void __VERIFIER_atomic_less_b(void) {
#ifdef FAULT
  if (b > 1)
    b = b - 1;
#else
  if (b > a)
    b = b - a;
#endif
}

void *less_a(void *unused) {
  while (a != b)
    __VERIFIER_atomic_less_a();
  return unused;
}

void *less_b(void *unused) {
  while (a != b)
    __VERIFIER_atomic_less_b();
  return unused;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x > 0 && y > 0);
  a = x;
  b = y;
  pthread_t one, two;
  pthread_create(&one, 0, less_a, 0);
  pthread_create(&two, 0, less_b, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(y % a == 0);
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DFAULT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
