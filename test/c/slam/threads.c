// Threads, by Boolean programs and Constrain: the interleavings are one program,
// and its traces have switches of threads in them. That `<` is transitive is
// something that no branch says.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void *first(void *unused) {
  pthread_mutex_lock(&mutex);
  x = __VERIFIER_nondet_int();
  y = __VERIFIER_nondet_int();
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
  z = __VERIFIER_nondet_int();
  if (x < y && y < z)
    assert(x < z);
#ifdef BUG
  if (x < y)
    assert(y < z);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}

/* test: check -v --engine=summaries --constrain=eager
 * exit: 0
 * stderr-contains: [slam] enforce !(
 * stdout-contains: the proof, function by function
 * stdout-contains: RESULT: true
 */
/* test: check --engine=summaries --constrain=eager -DBUG
 * exit: 10
 * stdout-contains: thread 3: 
 * stdout-contains: RESULT: false(unreach-call)
 */
