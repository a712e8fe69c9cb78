// One counts up, the other down, as often as an input says, under a lock.
#include <assert.h>
#include <pthread.h>

static int x, n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static void *up(void *unused) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
    if (x < 10)
      x++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *down(void *unused) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
#ifdef BUG
    if (x > -1)
#else
    if (x > 0)
#endif
      x--;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  n = __VERIFIER_nondet_int();
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x >= 0 && x <= 10);
  return 0;
}
