// Values are inputs; only their relation is kept under the lock.
#include <assert.h>
#include <pthread.h>

static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static void *set(void *unused) {
  int v = __VERIFIER_nondet_int();
  pthread_mutex_lock(&m);
  x = v;
#ifdef BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  y = v;
  pthread_mutex_unlock(&m);
  return unused;
}

static void *look(void *unused) {
  pthread_mutex_lock(&m);
  assert(x == y);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, set, 0);
  pthread_create(&c, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
