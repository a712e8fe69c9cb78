// Which lock is taken depends on a value that nobody changes, or that somebody
// does.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int kind, shared;
extern int __VERIFIER_nondet_int(void);

static void *work(void *unused) {
  pthread_mutex_t *m = kind ? &a : &b;
  pthread_mutex_lock(m);
  shared++;
  pthread_mutex_unlock(m);
  return unused;
}

int main(void) {
  pthread_t s, t;
  kind = __VERIFIER_nondet_int();
  pthread_create(&s, 0, work, 0);
#ifdef BUG
  kind = 0;
#endif
  pthread_create(&t, 0, work, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(shared == 2);
  return 0;
}
