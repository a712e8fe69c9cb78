// What a lock protects is accessed in one turn, and nothing else is: not what
// is accessed after an unlock, nor what main accesses before it has joined all,
// nor what different locks are taken for.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *first(void *unused) {
  pthread_mutex_lock(&mutex);
  x = 0;
#if defined LATE
  pthread_mutex_unlock(&mutex);
  x = 1;
  x = 2;
#else
  x = 1;
  x = 2;
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

static void *second(void *unused) {
#ifdef OTHER
  pthread_mutex_lock(&other);
  assert(x != 1);
  pthread_mutex_unlock(&other);
#elif defined TRY
  if (pthread_mutex_trylock(&mutex)) {
    assert(x != 1);
    return unused;
  }
  assert(x != 1);
  pthread_mutex_unlock(&mutex);
#else
  pthread_mutex_lock(&mutex);
  assert(x != 1);
  pthread_mutex_unlock(&mutex);
#endif
#ifdef LATE
  assert(x != 1);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  x = 3;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
#ifdef EARLY
  assert(x != 1);
#endif
  pthread_join(b, 0);
#ifdef HALF
  assert(x != 1);
#endif
  pthread_join(a, 0);
  assert(x == 2);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --turns=all
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DLATE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DOTHER
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DTRY
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DEARLY
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DHALF
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
