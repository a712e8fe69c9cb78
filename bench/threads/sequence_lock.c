// A reader takes what it read only if no write began or ended meanwhile.
#include <assert.h>
#include <pthread.h>

static unsigned sequence;
static int a, b, c;
extern int __VERIFIER_nondet_int(void);

static void *publish(void *unused) {
  for (int i = 0; i < 2; i++) {
    int v = __VERIFIER_nondet_int();
    sequence++;
    a = v;
    b = v + 1;
    c = 2 * v;
    sequence++;
  }
  return unused;
}

static void *fetch(void *unused) {
  unsigned before = sequence;
#ifndef BUG
  if (before % 2)
    return unused;
#endif
  int x = a, y = b, z = c;
  if (sequence == before)
    assert(before == 0 || (y == x + 1 && z == 2 * x));
  return unused;
}

int main(void) {
  pthread_t r, w;
  pthread_create(&w, 0, publish, 0);
  pthread_create(&r, 0, fetch, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
  return 0;
}
