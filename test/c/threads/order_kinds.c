// What the order of accesses has to know of: locks, conditions, atomic
// sections, threads that create others, arguments, results, loops that end when
// another thread says so, the end of main.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int sum, ready, box, late;

static void *inner(void *argument) {
  pthread_mutex_lock(&m);
  sum += *(int *)argument;
  ready++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return argument;
}

static void *outer(void *argument) {
  pthread_t t;
  int two = 2;
  void *result;
  pthread_create(&t, 0, inner, &two);
#ifdef LOST
  int seen = sum;
#endif
  pthread_mutex_lock(&m);
#ifdef LOST
  sum = seen + *(int *)argument;
#else
  sum += *(int *)argument;
#endif
#ifdef WAIT
  while (!ready)
    pthread_cond_wait(&c, &m);
#endif
  pthread_mutex_unlock(&m);
  pthread_join(t, &result);
  __VERIFIER_atomic_begin();
  box = box + *(int *)result;
  box = box - 1;
  __VERIFIER_atomic_end();
  return 0;
}

static void *other(void *unused) {
#ifdef TORN
  box = box + 1;
#else
  __VERIFIER_atomic_begin();
  box = box + 1;
  __VERIFIER_atomic_end();
#endif
  late = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  int one = 1;
  pthread_create(&a, 0, outer, &one);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
#ifdef EARLY
  assert(sum == 3 && late);
#endif
  pthread_join(b, 0);
  assert(sum == 3);
  assert(box == 2 && late);
  return 0;
}
/* test: check --order=only
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --order=only -DLOST -DWAIT --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --order=only -DTORN -DWAIT --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --order=only -DEARLY --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
