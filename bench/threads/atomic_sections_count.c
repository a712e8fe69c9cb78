// Three threads count up and down in atomic sections.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int count;

static void *up_and_down(void *unused) {
  __VERIFIER_atomic_begin();
  count++;
  __VERIFIER_atomic_end();
#ifdef BUG
  int seen = count;
  __VERIFIER_atomic_begin();
  count = seen - 1;
  __VERIFIER_atomic_end();
#else
  __VERIFIER_atomic_begin();
  count--;
  __VERIFIER_atomic_end();
#endif
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, up_and_down, 0);
  pthread_create(&b, 0, up_and_down, 0);
  pthread_create(&c, 0, up_and_down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(count == 0);
  return 0;
}
