// As many threads as the input says, at most six.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[6];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6)
    return 0;
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], 0, add, 0);
#ifdef BUG
  for (int i = 0; i < n - 1; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    pthread_join(threads[i], 0);
  assert(total == n);
  return 0;
}
