// Four inputs sorted by neighbours that change places, two pairs at once in
// every other phase: that takes four phases.
#include <assert.h>
#include <pthread.h>

static int v0, v1, v2, v3;
extern int __VERIFIER_nondet_int(void);

static void *low(void *unused) {
  if (v0 > v1) {
    int t = v0;
    v0 = v1;
    v1 = t;
  }
  return unused;
}

static void *middle(void *unused) {
  if (v1 > v2) {
    int t = v1;
    v1 = v2;
    v2 = t;
  }
  return unused;
}

static void *high(void *unused) {
  if (v2 > v3) {
    int t = v2;
    v2 = v3;
    v3 = t;
  }
  return unused;
}

static void both(void) {
  pthread_t a, b;
  pthread_create(&a, 0, low, 0);
  pthread_create(&b, 0, high, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

static void one(void) {
  pthread_t a;
  pthread_create(&a, 0, middle, 0);
  pthread_join(a, 0);
}

int main(void) {
  v0 = __VERIFIER_nondet_int();
  v1 = __VERIFIER_nondet_int();
  v2 = __VERIFIER_nondet_int();
  v3 = __VERIFIER_nondet_int();
  both();
  one();
  both();
#ifndef BUG
  one();
#endif
  assert(v0 <= v1 && v1 <= v2 && v2 <= v3);
  return 0;
}
