// A read-write lock made of atomic sections: a reader sees what it saw.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
static int w, r, x, y;

static void __VERIFIER_atomic_take_write(void) {
#ifdef BUG
  __VERIFIER_assume(w == 0);
#else
  __VERIFIER_assume(w == 0 && r == 0);
#endif
  w = 1;
}

static void __VERIFIER_atomic_take_read(void) {
  __VERIFIER_assume(w == 0);
  r = r + 1;
}

static void __VERIFIER_atomic_release_read(void) {
  r = r - 1;
}

static void *writer(void *unused) {
  __VERIFIER_atomic_take_write();
  x = 3;
  w = 0;
  return unused;
}

static void *reader(void *unused) {
  __VERIFIER_atomic_take_read();
  int l = x;
  y = l;
  assert(y == x);
  __VERIFIER_atomic_release_read();
  return unused;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, writer, 0);
  pthread_create(&d, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  return 0;
}
