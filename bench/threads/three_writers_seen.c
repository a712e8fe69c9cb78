// Three writers, and three readers of two of the variables each: they cannot
// have seen the writes in a circle, unless one reads the later one first.
#include <assert.h>
#include <pthread.h>

static int x, y, z;
static int a1, a2, b1, b2, c1, c2;
extern int __VERIFIER_nondet_int(void);

static void *write_x(void *unused) {
  x = __VERIFIER_nondet_int();
  return unused;
}

static void *write_y(void *unused) {
  y = __VERIFIER_nondet_int();
  return unused;
}

static void *write_z(void *unused) {
  z = __VERIFIER_nondet_int();
  return unused;
}

static void *read_a(void *unused) {
  a1 = x;
  a2 = y;
  return unused;
}

static void *read_b(void *unused) {
#ifdef BUG
  b2 = z;
  b1 = y;
#else
  b1 = y;
  b2 = z;
#endif
  return unused;
}

static void *read_c(void *unused) {
  c1 = z;
  c2 = x;
  return unused;
}

int main(void) {
  pthread_t t[6];
  pthread_create(&t[0], 0, write_x, 0);
  pthread_create(&t[1], 0, write_y, 0);
  pthread_create(&t[2], 0, write_z, 0);
  pthread_create(&t[3], 0, read_a, 0);
  pthread_create(&t[4], 0, read_b, 0);
  pthread_create(&t[5], 0, read_c, 0);
  for (int i = 0; i < 6; i++)
    pthread_join(t[i], 0);
  assert(!(a1 && !a2 && b1 && !b2 && c1 && !c2 && x && y && z));
  return 0;
}
