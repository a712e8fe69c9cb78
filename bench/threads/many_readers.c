// Two writers and two readers of a pair that a read-write lock keeps equal.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *write_both(void *unused) {
#ifdef BUG
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *read_both(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(x == y);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, 0, write_both, 0);
  pthread_create(&b, 0, write_both, 0);
  pthread_create(&c, 0, read_both, 0);
  pthread_create(&d, 0, read_both, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  return 0;
}
