// Products of inputs are added and subtracted under a lock.
#include <assert.h>
#include <pthread.h>

static int total;
static int a[3], b[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static int input(void) {
  return __VERIFIER_nondet_int() & 15;
}

static void *add(void *unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    total += a[i] * b[i];
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *subtract(void *unused) {
  for (int i = 0; i < 3; i++) {
#ifdef BUG
    int seen = total;
    pthread_mutex_lock(&m);
    total = seen - b[i];
    pthread_mutex_unlock(&m);
#else
    pthread_mutex_lock(&m);
    total -= b[i];
    pthread_mutex_unlock(&m);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t s, t;
  int expected = 0;
  for (int i = 0; i < 3; i++) {
    a[i] = input();
    b[i] = input();
    expected += a[i] * b[i] - b[i];
  }
  pthread_create(&s, 0, add, 0);
  pthread_create(&t, 0, subtract, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(total == expected);
  return 0;
}
