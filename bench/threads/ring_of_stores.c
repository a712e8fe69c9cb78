// Five threads in a ring: each stores its own value and loads its neighbour's.
// Not all can come too early, unless one of them loads before it stores.
#include <assert.h>
#include <pthread.h>

static int f0, f1, f2, f3, f4;
static int r0, r1, r2, r3, r4;
extern int __VERIFIER_nondet_int(void);

static int value(void) {
  return __VERIFIER_nondet_int() | 1;
}

static void *t0(void *unused) {
  f0 = value();
  r0 = f1;
  return unused;
}

static void *t1(void *unused) {
  f1 = value();
  r1 = f2;
  return unused;
}

static void *t2(void *unused) {
  f2 = value();
  r2 = f3;
  return unused;
}

static void *t3(void *unused) {
  f3 = value();
  r3 = f4;
  return unused;
}

static void *t4(void *unused) {
#ifdef BUG
  r4 = f0;
  f4 = value();
#else
  f4 = value();
  r4 = f0;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b, c, d, e;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_create(&c, 0, t2, 0);
  pthread_create(&d, 0, t3, 0);
  pthread_create(&e, 0, t4, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  pthread_join(e, 0);
  assert(r0 || r1 || r2 || r3 || r4);
  return 0;
}
