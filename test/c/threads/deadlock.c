// Deadlocks: locks in another order, a signal that came before the wait, a mutex
// that is locked again, a barrier that too few come to.
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static int x, ready;

static void *first(void *unused) {
  pthread_mutex_lock(&one);
  x++;
  pthread_mutex_lock(&two);
  x++;
  pthread_mutex_unlock(&two);
#ifdef MISSED
  pthread_cond_wait(&changed, &one);
#else
  while (!ready)
    pthread_cond_wait(&changed, &one);
#endif
  pthread_mutex_unlock(&one);
  return unused;
}

static void *second(void *unused) {
#ifdef ORDER
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&one);
#else
  pthread_mutex_lock(&one);
#ifdef AGAIN
  pthread_mutex_lock(&one);
#endif
  pthread_mutex_lock(&two);
#endif
  x++;
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&two);
  pthread_mutex_unlock(&one);
#ifdef FEW
  pthread_barrier_wait(&barrier);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

/* test: check --deadlock
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --deadlock -DORDER
 * exit: 10
 * stdout-contains: for what thread 3 holds
 * stdout-contains: RESULT: false(no-deadlock)
 */
/* test: check --deadlock -DMISSED
 * exit: 10
 * stdout-contains: (wait)
 * stdout-contains: RESULT: false(no-deadlock)
 */
/* test: check --deadlock -DAGAIN
 * exit: 10
 * stdout-contains: RESULT: false(no-deadlock)
 */
/* test: check --deadlock -DFEW
 * exit: 10
 * stdout-contains: RESULT: false(no-deadlock)
 */
