// The bakery for two where a ticket is drawn in one step, as in Manna and
// Pnueli's book: nobody needs to say that one is choosing. The fault: it is
// drawn in two.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int t1, t2;
static int x;

static void draw1(void) {
#ifdef BUG
  int seen = t2;
  t1 = seen + 1;
#else
  __VERIFIER_atomic_begin();
  t1 = t2 + 1;
  __VERIFIER_atomic_end();
#endif
}

static void draw2(void) {
#ifdef BUG
  int seen = t1;
  t2 = seen + 1;
#else
  __VERIFIER_atomic_begin();
  t2 = t1 + 1;
  __VERIFIER_atomic_end();
#endif
}

static int waits1(void) {
  __VERIFIER_atomic_begin();
  int waits = t2 != 0 && t1 >= t2;
  __VERIFIER_atomic_end();
  return waits;
}

static int waits2(void) {
  __VERIFIER_atomic_begin();
  int waits = t1 != 0 && t2 > t1;
  __VERIFIER_atomic_end();
  return waits;
}

static void *thr1(void *unused) {
  draw1();
  while (waits1())
    continue;
  x = 0;
  assert(x <= 0);
  t1 = 0;
  return unused;
}

static void thr2(void) {
  draw2();
  while (waits2())
    continue;
  x = 1;
  assert(x >= 1);
  t2 = 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thr1, 0);
  thr2();
  return 0;
}
