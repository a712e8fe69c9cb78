// A deadlock of threads is an execution that goes on for ever: there `stuck`
// holds. Two locks in two orders, or, with SAME, in one.
#include <pthread.h>

int a, b;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  a = 1;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return unused;
}

void *two(void *unused) {
#ifdef SAME
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
#else
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
#endif
  b = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}

/* test: check --spec $dir/deadlock.spec $file
 * exit: 10
 * timeout: 20
 * stdout-contains: check free: main ctl AG !stuck: false
 * stdout-contains: check some: main ctl EF stuck: true
 * stdout-contains: check ends: main ltl F end: false
 * stdout-contains: check either: main ltl F (end || stuck): true
 * stdout-contains: check stays: main ctl AG (stuck => AG stuck): true
 */
/* test: check --spec $dir/deadlock.spec --check ends $file
 * exit: 10
 * timeout: 20
 * stdout-contains: execution:
 * stdout-contains: where nobody can go on
 */
/* test: check -DSAME --spec $dir/deadlock.spec --check free $file
 * exit: 0
 * timeout: 20
 * stdout-contains: RESULT: true
 */
/* test: check -DSAME --spec $dir/deadlock.spec --check ends $file
 * exit: 0
 * timeout: 20
 * stdout-contains: RESULT: true
 */
/* test: check -DSAME --fair-schedule=weak --spec $dir/deadlock.spec --check ends $file
 * exit: 0
 * timeout: 20
 * stdout-contains: RESULT: true
 */
/* test: check --fair-schedule=weak --spec $dir/deadlock.spec --check either $file
 * exit: 0
 * timeout: 20
 * stdout-contains: RESULT: true
 */
/* test: check --termination $file
 * exit: 10
 * timeout: 20
 * stdout-contains: where nobody can go on
 * stdout-contains: RESULT: false(termination)
 */
/* test: check --termination -DSAME $file
 * exit: 0
 * timeout: 20
 * stdout-contains: RESULT: true
 */
