// Turns on different variables in both orders come to the same, and are looked
// at once; those on the same variable, or under the same lock, are not; nor is
// who waits for the end of another before that.
#include <assert.h>
#include <pthread.h>

static int a, b, c, d, e, f;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  a = 1;
  d = b;
  pthread_mutex_lock(&m);
  e = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

static void *second(void *unused) {
  b = 1;
  f = c;
#ifdef UNLOCKED
  e = 2;
#else
  pthread_mutex_lock(&m);
  e = 2;
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

static void *third(void *unused) {
#ifdef EARLY
  int seen = a;
  c = 1;
#else
  c = 1;
  int seen = a;
#endif
  pthread_mutex_lock(&m);
  int before = e;
  assert(e == before);
  pthread_mutex_unlock(&m);
  return (void *)(long)seen;
}

int main(void) {
  pthread_t x, y, z;
  void *seen;
  pthread_create(&x, 0, first, 0);
  pthread_create(&y, 0, second, 0);
  pthread_create(&z, 0, third, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  pthread_join(z, &seen);
  assert(d || f || seen);
#ifdef LAST
  assert(e == 1);
#endif
  return 0;
}
/* test: check --order=off
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --order=off --no-sleep
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --order=off -DEARLY
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --order=off -DUNLOCKED
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --order=off -DLAST
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
