// Readers see both halves of a pair.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *first(void *unused) {
#ifdef BUG
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  left++;
  right++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *second(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(left == right);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
