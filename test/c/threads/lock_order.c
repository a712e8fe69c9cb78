// Mutexes that are taken in a circle: a warning with the places, not a verdict.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void both(pthread_mutex_t *one, pthread_mutex_t *two) {
#ifdef GATE
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(one);
  pthread_mutex_lock(two); // HERE
  x++;
  pthread_mutex_unlock(two);
  pthread_mutex_unlock(one);
#ifdef GATE
  pthread_mutex_unlock(&gate);
#endif
}

static void *first(void *unused) {
  both(&a, &b);
  return unused;
}

static void *second(void *unused) {
#if defined THREE
  both(&b, &c);
#elif defined CIRCLE || defined GATE
  both(&b, &a);
#else
  both(&a, &b);
#endif
  return unused;
}

static void *third(void *unused) {
#ifdef THREE
  both(&c, &a);
#endif
  return unused;
}

int main(void) {
  pthread_t s, t, u;
  both(&b, &a); // nobody else is there
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_create(&u, 0, third, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

/* test: check
 * exit: 4
 * stdout-lacks: warning
 */
/* test: check -DGATE
 * exit: 4
 * stdout-lacks: warning
 */
/* test: check -DCIRCLE
 * exit: 4
 * stdout-contains: warning      mutexes are taken in a circle, which may be a deadlock (--deadlock):
 * stdout-contains: &a, then &b  test/c/threads/lock_order.c:15
 * stdout-contains: &b, then &a  test/c/threads/lock_order.c:15
 */
/* test: check -DTHREE
 * exit: 4
 * stdout-contains: &a, then &b  test/c/threads/lock_order.c:15
 * stdout-contains: &b, then &c  test/c/threads/lock_order.c:15
 * stdout-contains: &c, then &a  test/c/threads/lock_order.c:15
 */
/* test: check --deadlock -DCIRCLE
 * exit: 10
 * stdout-lacks: warning
 * stdout-contains: RESULT: false(no-deadlock)
 */
