// Increments get lost unless they are one step: by a lock, an atomic section, an
// atomic function, an atomic variable.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int locked, section, function, plain;
static _Atomic int variable;

static void __VERIFIER_atomic_increment(void) {
  function++;
}

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  locked++;
  pthread_mutex_unlock(&mutex);
  __VERIFIER_atomic_begin();
  section++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_increment();
  variable++;
  return unused;
}

static void *careless(void *unused) {
  plain++;
  return unused;
}

int main(void) {
  pthread_t a, b;
#ifdef BUG
  pthread_create(&a, 0, careless, 0);
  pthread_create(&b, 0, careless, 0);
#else
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(plain == 2);
#else
  assert(locked == 2 && section == 2 && function == 2 && variable == 2);
#endif
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
