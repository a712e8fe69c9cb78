// Any number of threads: what one lock keeps, or an atomic step, is proved for
// all of them; a violation that two or three make is shown; what threads know of
// themselves is not followed.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside, taken, flag;
static pthread_t last;

static void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(!flag);
  flag = 1;
}

static void *work(void *unused) {
#if defined FLAG
  __VERIFIER_atomic_take();
  int seen = taken;
#ifdef BUG
  flag = 0;
#endif
  taken = seen + 1;
  assert(taken == seen + 1);
  flag = 0;
#elif defined THREE
  pthread_mutex_lock(&mutex);
  inside++;
  assert(inside < 3);
  pthread_mutex_unlock(&mutex);
#elif defined SELF
  pthread_mutex_lock(&mutex);
  last = pthread_self();
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  inside = !pthread_equal(last, pthread_self());
  assert(!inside);
  pthread_mutex_unlock(&mutex);
#elif defined LOCAL
  int mine = __VERIFIER_nondet_int();
  pthread_mutex_lock(&mutex);
  taken = mine;
  pthread_mutex_unlock(&mutex);
  assert(mine == taken);
#else
  pthread_mutex_lock(&mutex);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DFLAG
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DFLAG -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DTHREE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DSELF
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DLOCAL
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
