// Turns that commute need not be tried in every order: additions, greater
// values, different elements. What only looks like it must be.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum, best, elements[4], seen = -1, other;
static _Atomic int count;

#define WORKER(name, number)                                                   \
  static void *name(void *unused) {                                            \
    pthread_mutex_lock(&mutex);                                                \
    sum += number;                                                             \
    pthread_mutex_unlock(&mutex);                                              \
    count++;                                                                   \
    elements[number] = 1;                                                      \
    pthread_mutex_lock(&mutex);                                                \
    if (best < number)                                                         \
      best = number;                                                           \
    LAST(number);                                                              \
    pthread_mutex_unlock(&mutex);                                              \
    return unused;                                                             \
  }

#if defined LAST_ONE
#define LAST(number) other = number // whoever comes last
#elif defined KEPT
#define LAST(number)                                                           \
  if (number == 1)                                                             \
  seen = sum
#else
#define LAST(number)
#endif

WORKER(first, 1)
WORKER(second, 2)
WORKER(third, 3)

// What one does keeps another from going on.
static void *closes(void *unused) {
  __VERIFIER_atomic_begin();
  other = 1;
  __VERIFIER_atomic_end();
  return unused;
}

static void *needs(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(other == 0);
  seen = 1;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a, b, c;
#ifdef CLOSED
  pthread_create(&a, 0, closes, 0);
  pthread_create(&b, 0, needs, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen != 1);
  return 0;
#endif
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
#ifdef EARLY
  assert(sum != 2); // before others have added
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef PARTLY
  assert(count != 2); // the third one may still be at it
#endif
  pthread_join(c, 0);
  assert(sum == 6 && count == 3 && best == 3);
  assert(elements[1] + elements[2] + elements[3] == 3);
#ifdef LAST_ONE
  assert(other != 1);
#endif
#ifdef KEPT
  assert(seen != 3);
#endif
  return 0;
}

/* test: check -vv
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: 1 claims about mutexes
 * stderr-contains: 18 of 18 pairs of turns commute
 */
/* test: check -vv --no-commute
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: 0 claims about mutexes
 */
/* test: check -DLAST_ONE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DKEPT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DEARLY
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DPARTLY
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DCLOSED
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --races
 * exit: 0
 * stdout-contains: RESULT: true
 */
