// Each reads what the other writes later: not both can read it.
#include <assert.h>
#include <pthread.h>

static int x, y, r, s;
static int w0, w1, w2, w3;
static _Bool v0, v1;
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static void *first(void *unused) {
  __VERIFIER_atomic_begin();
  w0 = w1;
  w1 = w2;
  r = x;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  v0 = __VERIFIER_nondet_int() != 0;
  y = 1;
  __VERIFIER_atomic_end();
  return unused;
}

static void *second(void *unused) {
#ifdef BUG
  __VERIFIER_atomic_begin();
  v1 = v0;
  x = 1;
  __VERIFIER_atomic_end();
#endif
  __VERIFIER_atomic_begin();
  w2 = w3;
  s = y;
  __VERIFIER_atomic_end();
#ifndef BUG
  __VERIFIER_atomic_begin();
  v1 = v0;
  x = 1;
  __VERIFIER_atomic_end();
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(r == 1 && s == 1));
  return 0;
}
