// The sum of two accounts with a lock each.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
static int a = 10, b = 10;

static void *first(void *unused) {
  pthread_mutex_lock(&lock_a);
  pthread_mutex_lock(&lock_b);
  a -= 5;
  b += 5;
  pthread_mutex_unlock(&lock_b);
  pthread_mutex_unlock(&lock_a);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&lock_a);
#ifdef BUG
  int x = a;
  pthread_mutex_unlock(&lock_a);
  pthread_mutex_lock(&lock_b);
  assert(x + b == 20);
  pthread_mutex_unlock(&lock_b);
#else
  pthread_mutex_lock(&lock_b);
  assert(a + b == 20);
  pthread_mutex_unlock(&lock_b);
  pthread_mutex_unlock(&lock_a);
#endif
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
