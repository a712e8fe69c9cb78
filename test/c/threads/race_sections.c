// Sections of statements that run as one do not race with each other, but with
// everything else; what goes through atomic operations does not race with itself,
// but with plain accesses.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y, n;

static void *first(void *unused) {
  __VERIFIER_atomic_begin();
  y = 1;
  x++;
  __VERIFIER_atomic_end();
  __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
  return unused;
}

static void *second(void *unused) {
#ifdef OUTSIDE
  x++;
#else
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
#endif
#ifdef PLAIN
  n++;
#else
  __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + n;
}

/* test: check --races
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --races -DOUTSIDE
 * exit: 10
 * stdout-contains: no data race with
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: check --races -DPLAIN
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
